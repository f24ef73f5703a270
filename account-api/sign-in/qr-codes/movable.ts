import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { maskAddress } from '#account-api/accounts/account/identifier'
import { type NewAddressRefused, newAddressRefusal } from '#account-api/accounts/account/new-address'
import { signInMethodsOf } from '#account-api/accounts/methods/kinds'
import type { Deployment, Stores } from '#account-api/sign-in/service'
import type { qrObstacles } from '#contract/sign-in/qr'
import type { QrCodeRecord } from './qr-code-store'

export interface Movable {
  /** `mobile`, `email` or the name of a platform. */
  method: string
  /** The address, or the platform's id for the person. */
  value: string
  /** The address, masked, or the platform's name for the person. */
  name: string
  obstacle: Exclude<(typeof qrObstacles)[number], NewAddressRefused['code']> | null
}

/** The refusal of an address that the policy no longer allows in another account. */
export const policyRefusalOf = (
  deployment: Deployment,
  { method, value }: Pick<Movable, 'method' | 'value'>,
): NewAddressRefused | undefined =>
  method === 'mobile' || method === 'email' ? newAddressRefusal(deployment, { kind: method, value }) : undefined

/** The addresses and third-party identities of an account, each with what prevents its move to the other account. */
export const movablesOf = async (stores: Stores, giver: AccountProfile, taker: AccountProfile): Promise<Movable[]> => {
  const [own, theirs] = await Promise.all([stores.platforms.of(giver.id), stores.platforms.of(taker.id)])
  const isLast = signInMethodsOf(giver, own).length === 1
  const obstacleOf = (isBound: boolean): Movable['obstacle'] => (isLast ? 'last_way' : isBound ? 'already_bound' : null)
  const addresses = (['mobile', 'email'] as const).flatMap((kind) => {
    const value = giver[kind]
    const obstacle = obstacleOf(taker[kind] !== null)
    return value === null ? [] : { method: kind, value, name: maskAddress({ kind, value }), obstacle }
  })
  const identities = own.map(({ platform, openid, name }) => {
    const isBound = theirs.some((each) => each.platform === platform)
    return { method: platform, value: openid, name, obstacle: obstacleOf(isBound) }
  })
  return [...addresses, ...identities]
}

/** The account that shows a code. Undefined when the session that requested the code has ended. */
export const takerOf = async (stores: Stores, { shownBy }: QrCodeRecord): Promise<AccountProfile | undefined> =>
  shownBy && (await stores.sessions.isLiving(shownBy.sessionId))
    ? stores.accounts.profile(shownBy.accountId)
    : undefined
