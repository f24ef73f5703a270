import type { AccountProfile } from '../../accounts/account/account-record'
import { identify } from '../../accounts/account/identifier'
import type { Service } from '../service'

/** The account of an id, or of something that signs in. Undefined: there is none. */
export const findUser = async ({ setting, storage }: Service, named: string): Promise<AccountProfile | undefined> => {
  const byId = await storage.accounts.profile(named)
  if (byId) return byId
  const { kind, value } = identify(named, setting.defaultRegion)
  const holder = await storage.accounts.holderOf(kind, value)
  return holder && storage.accounts.profile(holder.id)
}
