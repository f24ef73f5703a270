import type { Service } from '#account-api/accounts/service'
import { type AskedKeys, type KeyPage, readKeyPage } from '#account-api/kernel/pages/key-page'
import { days } from '#account-api/kernel/time'
import type { ActivityEntry, ActivityKey } from './activity-store'

export const listActivity = async (
  { deployment, storage }: Service,
  accountId: string,
  asked: AskedKeys<ActivityKey>,
): Promise<KeyPage<ActivityEntry>> => {
  const now = deployment.now()
  // The clock of another copy may be ahead.
  const times = { since: now - days(deployment.activityDays), until: now + days(1) }
  return readKeyPage((keys: AskedKeys<ActivityKey>) => storage.activity.list(accountId, { ...times, ...keys }), asked)
}
