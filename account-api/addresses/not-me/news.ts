import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { maskAddress, maskEmail, type ToldAddress } from '#account-api/accounts/account/identifier'
import { record } from '#account-api/accounts/activity/activity'
import { recipientOf, tell, toldOf } from '#account-api/accounts/notices/notice'
import type { Rule } from '#account-api/addresses/service'
import type { From } from '#account-api/kernel/from'
import type { Restoration } from './restoration'

/** The effects of a restoration as shown to people: masked addresses, and names of platforms. */
export interface Shown {
  putsBack: string[]
  takesOff: string[]
  /** The addresses that another account has by now, and keeps. */
  elsewhere: string[]
  usernameBack: string | null
  /** True when an account that was created with an address since then is cancelled. */
  endsAccount: boolean
}

/** Notifies the addresses of the account, and the removed ones. The pressing address needs no new ticket. */
export const tellSecured: Rule<
  { after: AccountProfile; by: ToldAddress; from: From; plan: Restoration },
  void
> = async (stores, { after, by, from, plan }) => {
  const { putsBack } = shown(plan)
  await record(stores, {
    accountId: after.id,
    kind: 'account_secured',
    from,
    detail: putsBack.join(', '),
  })
  const [asking, others] = [
    toldOf(stores.deployment, after).filter(({ to }) => to === by.value),
    toldOf(stores.deployment, after).filter(({ to }) => to !== by.value),
  ]
  await tell(stores, { account: after, to: asking, change: 'account_secured', link: 'page' })
  await tell(stores, { account: after, to: others, change: 'account_secured' })
  for (const address of plan.takeOff) {
    const change = `${address.kind}_removed` as const
    const detail = maskAddress(address)
    await tell(stores, { account: after, to: [recipientOf(address)], change, detail, link: 'none' })
  }
  const { takenOff } = recoveryIn(plan)
  if (takenOff) {
    const news = { change: 'recovery_email_removed', detail: maskEmail(takenOff), link: 'none' } as const
    await tell(stores, { account: after, to: [recipientOf({ kind: 'email', value: takenOff })], ...news })
  }
  // Only an address can restore itself, because an intruder may have deleted the first message.
  for (const address of plan.elsewhere) {
    const had = { ...after, [address.kind]: address.value }
    const change = `${address.kind}_removed` as const
    await tell(stores, { account: had, to: [recipientOf(address)], change, detail: maskAddress(address) })
  }
}

/** The recovery address that a restoration changes. */
const recoveryIn = ({ recovery }: Restoration): { putBack?: string | undefined; takenOff?: string | undefined } => {
  const [was, is] = [recovery?.was?.value, recovery?.is?.value]
  return recovery && was !== is ? { putBack: was, takenOff: is } : {}
}

const masked = (email: string | undefined): string[] => (email === undefined ? [] : [maskEmail(email)])

export const shown = (plan: Restoration): Shown => ({
  putsBack: [
    ...plan.putBack.map((each) => maskAddress(each)),
    ...masked(recoveryIn(plan).putBack),
    ...plan.platforms.putBack.map(({ platform }) => platform),
  ],
  takesOff: [
    ...plan.takeOff.map((each) => maskAddress(each)),
    ...masked(recoveryIn(plan).takenOff),
    ...plan.platforms.takeOff.map(({ platform }) => platform),
  ],
  elsewhere: [
    ...plan.elsewhere.map((each) => maskAddress(each)),
    ...plan.platforms.elsewhere.map(({ platform }) => platform),
  ],
  usernameBack: plan.username?.was ?? null,
  endsAccount: plan.givers.some(({ isEnded }) => isEnded),
})
