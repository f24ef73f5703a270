import { timeZoneOf } from '#account-api/accounts/account/time-zone'
import type { Handling } from '#account-api/accounts/call-context'
import { done } from '#contract/server'
import type { ActivityKey } from './activity-store'
import { entryOf } from './entry-on-wire'
import { listActivity } from './list'

export const activityHandlers = {
  listActivity: async ({ page_size: limit, before, after }, { service, account }) => {
    const page = await listActivity(service, account.id, { limit, before: keyIn(before), after: keyIn(after) })
    return done({
      entries: page.entries.map(entryOf),
      newer: textOf(page.newer),
      older: textOf(page.older),
      kept_days: service.deployment.activityDays,
      time_zone: timeZoneOf(account),
    })
  },
} satisfies Handling

const textOf = (key: ActivityKey | undefined): string | undefined => key && `${key.at}.${key.id}`

/** The contract has checked the format. */
const keyIn = (text: string | undefined): ActivityKey | undefined => {
  if (text === undefined) return undefined
  const end = text.indexOf('.')
  return { at: Number(text.slice(0, end)), id: text.slice(end + 1) }
}
