import type { AccountRecord } from '#account-api/accounts/account/account-record'
import { record } from '#account-api/accounts/activity/activity'
import { quietAddressesOf, tell } from '#account-api/accounts/notices/notice'
import type { From } from '#account-api/kernel/from'
import type { Rule } from '#account-api/verification/service'

interface SignedIn {
  account: Pick<AccountRecord, 'id' | 'passwordHash' | 'passwordBreachedAt'>
  from: From
}

/** Notes that the correct password of a sign-in is in the list of breached ones, and notifies the account, once. */
export const noteBreached: Rule<SignedIn, void> = async (stores, { account, from }) => {
  const { id, passwordHash, passwordBreachedAt } = account
  if (passwordBreachedAt !== null || passwordHash === null) return
  if (!(await stores.accounts.noteBreached(id, { passwordHash, at: stores.deployment.now() }))) return
  const profile = await stores.accounts.profile(id)
  if (!profile) return
  await record(stores, { accountId: id, kind: 'password_breached', from })
  const to = quietAddressesOf(stores.deployment, profile)
  await tell(stores, { account: profile, to, change: 'password_breached', link: 'none' })
}
