import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { inTransaction } from '#account-api/accounts/service'
import { mark } from '#account-api/kernel/events/mark'

interface Named {
  account: AccountProfile
  id: string
  /** Empty: removes the name. */
  name: string
}

/**
 * Names the device of a session: the session, its known browser (later sign-ins there get the name), and its remembered
 * account. False: the account has no such session.
 */
export const nameSession = inTransaction<Named, boolean>(async (stores, { account, id, name }) => {
  await stores.accounts.lock(account.id)
  const given = name || null
  if (!(await mark(stores, stores.sessions.name(account.id, id, given)))) return false
  await stores.knownBrowsers.name(account.id, id, given)
  await stores.remembered.nameOfSession(account.id, id, given)
  return true
})

/**
 * Names a device that remembers the account, and the session that it used last. False: the account has no such device.
 */
export const nameRememberedDevice = inTransaction<Named, boolean>(async (stores, { account, id, name }) => {
  await stores.accounts.lock(account.id)
  const given = name || null
  const sessionId = await stores.remembered.name(account.id, id, given)
  if (sessionId === undefined) return false
  await mark(stores, stores.sessions.name(account.id, sessionId, given))
  await stores.knownBrowsers.name(account.id, sessionId, given)
  return true
})
