import type { AccountProfile } from '../../accounts/account/account-record'
import type { Address } from '../../accounts/account/identifier'
import { record } from '../../accounts/activity/activity'
import { noteChange } from '../../accounts/changes/history'
import { recipientOf, tell, toldOf } from '../../accounts/notices/notice'
import type { Factor } from '../../accounts/sessions/factor'
import type { From } from '../../kernel/from'
import type { Setting, Transaction } from '../service'
import { addressRules, dropAddress, endWhatItLetIn, maskAddress, putAddress } from './address'

interface Replacement {
  account: AccountProfile
  /** The new address, which a code has proven. */
  address: Address
  /** The factors that had proven the change, where known. */
  provenBy?: Factor[]
  from: From
  /** The session that stays, though it may have begun by the old address. */
  keptSessionId?: string
}

/**
 * Replaces an address of an account, ends the sign-ins by the old one, records it, and tells both and the other
 * address. The account has to be locked.
 * @throws IdentifierTaken
 */
export const replaceAddress = async (
  setting: Setting,
  stores: Transaction,
  { account, address, provenBy, from, keptSessionId }: Replacement,
): Promise<void> => {
  const { kind } = address
  const { changed } = addressRules[kind]
  const old = { kind, value: account[kind] ?? '' }
  await noteChange(setting, stores, { accountId: account.id, change: changed, ...(provenBy && { provenBy }) })
  await dropAddress(stores, { accountId: account.id, address: old })
  await putAddress(setting, stores, { accountId: account.id, address })
  await endWhatItLetIn(setting, stores, { account, kind, from, keptSessionId })
  const detail = `${maskAddress(old)} → ${maskAddress(address)}`
  const to = [...toldOf(setting, account), recipientOf(address)]
  await record(setting, stores, { accountId: account.id, kind: changed, from, detail })
  await tell(setting, stores, { account, to, change: changed, detail })
}
