import { timeZoneOf } from '#account-api/accounts/account/time-zone'
import { clientName } from '#account-api/accounts/activity/client-name'
import type { Handling } from '#account-api/organisations/call-context'
import { done } from '#contract/server'
import { listOrganisationLog } from './list-log'
import type { OrganisationLogEntry } from './log-store'

export const organisationLogHandlers = {
  listSubjectLog: async ({ sec_subject_uid: _, page_size: limit, ...asked }, { service, account, acting }) => {
    const timeZone = timeZoneOf(account)
    const page = await listOrganisationLog(service, acting.organisation.id, { ...asked, limit, timeZone })
    return done({
      entries: page.entries.map(entryOf),
      newer: page.newer?.id,
      older: page.older?.id,
      kept_days: service.deployment.organisationLogDays,
      time_zone: timeZone,
    })
  },
} satisfies Handling

const entryOf = (entry: OrganisationLogEntry) => ({
  key: entry.id,
  at: new Date(entry.at).toISOString(),
  kind: entry.kind,
  actor: { id: entry.actor, name: entry.actorName },
  target: { id: entry.target, name: entry.targetName },
  before: entry.before ?? null,
  after: entry.after ?? null,
  client: clientName(entry.client),
})
