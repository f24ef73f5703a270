import type { AccountProfile } from '../../accounts/account/account-record'
import { type Address, maskAddress } from '../../accounts/account/identifier'
import { changeMethod } from '../../accounts/method-changes/change'
import { recipientOf, toldOf } from '../../accounts/notices/notice'
import { endSignInsBy } from '../../accounts/sessions/end-sign-ins'
import type { Factor } from '../../accounts/sessions/factor'
import type { From } from '../../kernel/from'
import type { Rule } from '../service'
import { dropAddress, putAddress } from './address'

interface Replacement {
  account: AccountProfile
  address: Address
  provenBy?: Factor[]
  from: From
  keptSessionId?: string
}

/**
 * Replaces an address of an account, ends the sign-ins by the old one, records it, and tells both and the other
 * address. The account has to be locked.
 * @throws IdentifierTaken
 */
export const replaceAddress: Rule<Replacement, void> = async (
  setting,
  stores,
  { account, address, keptSessionId, ...known },
) => {
  const { kind } = address
  const old = { kind, value: account[kind] ?? '' }
  await changeMethod(setting, stores, {
    ...known,
    account,
    change: `${kind}_changed`,
    detail: `${maskAddress(old, address.value)} → ${maskAddress(address, old.value)}`,
    to: [...toldOf(setting, account), recipientOf(address)],
    make: async () => {
      await dropAddress(stores, { accountId: account.id, address: old })
      await putAddress(setting, stores, { accountId: account.id, address })
      await stores.pendingChanges.drop(account.id, kind)
      await endSignInsBy(setting, stores, { accountId: account.id, entrance: kind, from: known.from, keptSessionId })
    },
  })
}
