import type { Deployment } from '#account-api/accounts/service'
import { days } from '#account-api/kernel/time'
import type { AccountRecord } from './account-record'

/** After this time without use, a mobile alone no longer signs in: its number may belong to somebody else. */
const unusedAfterMs = days(180)

export const isUnused = (deployment: Deployment, { lastUsedAt }: Pick<AccountRecord, 'lastUsedAt'>): boolean =>
  deployment.now() - lastUsedAt >= unusedAfterMs
