import type { AccountProfile } from '../../accounts/account/account-record'
import type { Address } from '../../accounts/account/identifier'
import { record } from '../../accounts/activity/activity'
import { addressesOf, recipientOf, tell } from '../../accounts/notices/notice'
import type { From } from '../../kernel/from'
import { maskAddress } from '../binding/address'
import type { Setting, Transaction } from '../service'
import type { Restoration } from './restoration'

/** The effects of a restoration as people read them: masked addresses, and names of platforms. */
export interface Shown {
  putsBack: string[]
  takesOff: string[]
  /** The addresses that another account has by now, and keeps. */
  elsewhere: string[]
  /** The username that comes back. */
  usernameBack: string | null
  /** True when an account that was created with an address since is cancelled. */
  endsAccount: boolean
}

/** Tells the addresses of the account, and the removed ones. The address that asked needs no new ticket. */
export const tellSecured = async (
  setting: Setting,
  stores: Transaction,
  { after, by, from, plan }: { after: AccountProfile; by: Address; from: From; plan: Restoration },
): Promise<void> => {
  const { putsBack } = shown(plan)
  await record(setting, stores, {
    accountId: after.id,
    kind: 'account_secured',
    from,
    detail: putsBack.join(', '),
  })
  const [asking, others] = [
    addressesOf(after).filter(({ to }) => to === by.value),
    addressesOf(after).filter(({ to }) => to !== by.value),
  ]
  await tell(setting, stores, { account: after, to: asking, change: 'account_secured', link: 'page' })
  await tell(setting, stores, { account: after, to: others, change: 'account_secured' })
  for (const address of plan.takeOff) {
    const change = `${address.kind}_removed` as const
    const detail = maskAddress(address)
    await tell(setting, stores, { account: after, to: [recipientOf(address)], change, detail, link: 'none' })
  }
  // Only an address itself can bring itself back. An intruder who was there when the first message came may have
  // removed that message.
  for (const address of plan.elsewhere) {
    const had = { ...after, [address.kind]: address.value }
    const change = `${address.kind}_removed` as const
    await tell(setting, stores, { account: had, to: [recipientOf(address)], change, detail: maskAddress(address) })
  }
}

export const shown = ({ putBack, takeOff, elsewhere, givers, platforms, username }: Restoration): Shown => ({
  putsBack: [...putBack.map(maskAddress), ...platforms.putBack.map(({ platform }) => platform)],
  takesOff: [...takeOff.map(maskAddress), ...platforms.takeOff.map(({ platform }) => platform)],
  elsewhere: [...elsewhere.map(maskAddress), ...platforms.elsewhere.map(({ platform }) => platform)],
  usernameBack: username?.was ?? null,
  endsAccount: givers.some(({ isEnded }) => isEnded),
})
