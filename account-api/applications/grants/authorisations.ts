import type { Person } from '#account-api/accounts/sessions/person'
import { inTransaction, type Service } from '#account-api/applications/service'
import { mark } from '#account-api/kernel/events/mark'
import type { AskedScope } from '#contract/applications/open-scopes'
import type { ListedAuthorisation } from './authorisation-store'

/** More than a person can look through. */
const mostListed = 100

/** The authorisations of a person, the latest first. */
export const listAuthorisations = ({ storage }: Service, { account }: Person): Promise<ListedAuthorisation[]> =>
  storage.authorisations.ofAccount(account.id, mostListed)

/**
 * Revokes one scope of a client, or all of them. All its tokens for the person end too. False when the client does not
 * have the scope.
 */
export const revokeAuthorisation = inTransaction<
  { person: Person; clientId: string; scope: AskedScope | undefined },
  boolean
>(async (stores, { person: { account }, clientId, scope }) => {
  await stores.accounts.lock(account.id)
  const found = await stores.authorisations.find(account.id, clientId)
  if (!found || (scope !== undefined && !found.scopes.includes(scope))) return false
  const left = found.scopes.filter((each) => scope !== undefined && each !== scope)
  // The other scopes are useless without the one that identifies the person.
  if (left.length === 0 || scope === 'openid') {
    await mark(stores, stores.authorisations.end(found.id))
    await stores.clientSessions.silence(account.id, found.clientId)
    return true
  }
  await mark(stores, stores.authorisations.put({ ...found, scopes: left }))
  await stores.protocol.endGrantsOf(found.id)
  return true
})
