import type { AccountProfile } from '#account-api/accounts/account/account-record'
import type { Service } from '#account-api/operator/service'
import { readAccount } from '#rules/typed/identifier'

/**
 * Finds an account by its id, an identifier, an organisation's id of a member (sec_user_id, sec_user_identity_id), or
 * the log id of a recent act.
 */
export const findPerson = async (
  { deployment, storage }: Service,
  named: string,
): Promise<AccountProfile | undefined> => {
  const byId = await storage.accounts.profile(named)
  if (byId) return byId
  const { kind, value } = readAccount(named, deployment.defaultRegion)
  const id =
    (await storage.accounts.holderOf(kind, value))?.id ??
    (await storage.members.accountOf(named)) ??
    (await storage.events.accountOf(named))
  return id === undefined ? undefined : storage.accounts.profile(id)
}
