import { record } from '#account-api/accounts/activity/activity'
import { inTransaction, type Service } from '#account-api/closing/service'
import { nowhere } from '#account-api/kernel/from'
import { followName } from '#account-api/organisations/members/follow-name'
import { nobody } from '#account-api/organisations/organisation/log/log'

interface Naming {
  accountId: string
  name: string
}

/**
 * Sets a name that the operator has verified, even one that others would be refused. From then on the person can use it
 * wherever they set their own name.
 * @returns false when the person does not exist
 */
export const namePerson = async (service: Service, naming: Naming): Promise<boolean> => {
  const account = await nameAccount(service, naming)
  if (account) await followName(service, { account, name: naming.name, from: nowhere, actor: nobody })
  return account !== undefined
}

/** Returns the account as it was before. */
const nameAccount = inTransaction(async (stores, { accountId, name }: Naming) => {
  await stores.accounts.lock(accountId)
  const account = await stores.accounts.profile(accountId)
  if (!account || account.name === name) return account
  await stores.accounts.setProfile(accountId, { name }, stores.deployment.now())
  await record(stores, { accountId, kind: 'profile_changed', from: nowhere })
  return account
})
