import { type LaneLog, startLooking } from '#account-api/kernel/queue/lane'
import { type Queue, workOff } from '#account-api/kernel/queue/work-off'
import { minutes } from '#account-api/kernel/time'
import { tellAccount } from '#account-api/organisations/organisation/tell'
import { factorDue } from '#account-api/organisations/records/sign-in-rules'
import { inTransaction, type Service } from '#account-api/organisations/service'
import type { RuleNotice } from './rule-notice-store'

/**
 * How many members of an organisation are notified per minute. A large organisation takes hours, so its messages delay
 * no others.
 */
export const noticeRule = { everyMs: minutes(1), members: 100, organisations: 10 }

/**
 * Notifies members of rules about second factors, until it is stopped. Several copies may run: one copy at a time
 * claims an organisation.
 * @returns a function that stops it and waits for a running check
 */
export const startTellingOfRules = (service: Service, log: LaneLog): (() => Promise<void>) =>
  startLooking(
    async (stopped) => {
      await tellOfRules(service, stopped)
    },
    { everyMs: noticeRule.everyMs, log },
  )

/**
 * Notifies the next members of each due organisation.
 * @returns how many organisations there were
 */
export const tellOfRules = (service: Service, stopped?: AbortSignal): Promise<number> => {
  const { claim, postpone } = service.storage.ruleNotices
  const queue: Queue<RuleNotice> = {
    atOnce: noticeRule.organisations,
    claim,
    work: ({ organisationId }) => tellNext(service, { organisationId }),
    postpone: ({ organisationId }, until) => postpone(organisationId, until),
    named: ({ organisationId }) => ({ organisation: organisationId }),
    failed: 'members could not be notified of a sign-in rule, and are notified later',
  }
  return workOff(service, queue, stopped)
}

/** Notifies the next members who lack a second factor. False when nobody is left, or the rule has ended. */
const tellNext = inTransaction<{ organisationId: string }, boolean>(async (stores, { organisationId }) => {
  const organisation = await stores.organisations.lock(organisationId)
  const after = await stores.ruleNotices.after(organisationId)
  if (!organisation || after === undefined) return false
  const until = organisation.rules.secondFactorFrom
  const page = { organisationId, after, offset: 0, limit: noticeRule.members }
  const members = until === null ? [] : await stores.members.page(page)
  const link = new URL('/settings/authenticator', stores.deployment.publicUrl).href
  for (const { accountId } of members) {
    const account = await stores.accounts.profile(accountId)
    if (account && until !== null && factorDue(stores.deployment, { organisation, factors: account }) !== undefined)
      await tellAccount(stores, {
        organisation,
        news: 'second_factor_asked',
        reader: account,
        until,
        isMinor: true,
        link,
      })
  }
  const last = members.at(-1)
  if (last && members.length === noticeRule.members) {
    const dueAt = stores.deployment.now() + noticeRule.everyMs
    await stores.ruleNotices.goOn(organisationId, { after: last.id, dueAt })
  } else await stores.ruleNotices.end(organisationId)
  return true
})
