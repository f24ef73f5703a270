import type { AccountProfile } from '#account-api/accounts/account/account-record'
import type { Transaction } from '#account-api/organisations/service'

interface Named {
  account: Pick<AccountProfile, 'id' | 'name' | 'username'>
  /** The name that the person chose for this organisation, if they did. */
  given: string | undefined
  /** The name that others chose for them there. */
  offered?: string
}

/**
 * The name of a person who gets a place in an organisation. If the account has no name, it takes the name that its
 * person chose, so nobody is asked twice. It does not take a name that others chose.
 * @returns the chosen name, or the offered one, or the account's, or its username
 */
export const nameInOrganisation = async (
  stores: Pick<Transaction, 'deployment' | 'accounts'>,
  { account, given, offered = '' }: Named,
): Promise<string> => {
  if (given !== undefined && account.name === null)
    await stores.accounts.setProfile(account.id, { name: given }, stores.deployment.now())
  return given ?? (offered || (account.name ?? account.username))
}
