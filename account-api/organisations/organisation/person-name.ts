import type { AccountProfile } from '#account-api/accounts/account/account-record'
import type { Transaction } from '#account-api/organisations/service'

interface Named {
  account: Pick<AccountProfile, 'id' | 'name' | 'username'>
  /** The name that the person gave for this organisation, if they gave one. */
  given: string | undefined
  /** The name that others gave them there. */
  offered?: string
}

/**
 * The name of a person who gets a place in an organisation. An account without its own name keeps the one that its
 * person gave, so that nobody is asked twice. A name that others gave is not kept.
 * @returns the given name, or the offered one, or that of the account, or its username
 */
export const nameInOrganisation = async (
  stores: Pick<Transaction, 'setting' | 'accounts'>,
  { account, given, offered = '' }: Named,
): Promise<string> => {
  if (given !== undefined && account.name === null)
    await stores.accounts.setProfile(account.id, { name: given }, stores.setting.now())
  return given ?? (offered || (account.name ?? account.username))
}
