import type { Setting } from '#account-api/accounts/service'
import { days } from '#account-api/kernel/time'
import type { AccountRecord } from './account-record'

/** After how long a mobile alone does not open an account any more: its number may belong to somebody else by now. */
const unusedAfterMs = days(180)

export const isUnused = (setting: Setting, { lastUsedAt }: Pick<AccountRecord, 'lastUsedAt'>): boolean =>
  setting.now() - lastUsedAt >= unusedAfterMs
