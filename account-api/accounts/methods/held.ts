import type { AccountProfile } from '../account/account-record'
import { countsFrom } from '../account/counting'
import { maskEmail, maskMobile } from '../account/identifier'
import type { Stores } from '../service'

/** The kinds of methods that an account can lose. A password is only replaced. */
export const methodKinds = ['mobile', 'email', 'platform', 'authenticator', 'passkey', 'recovery_email'] as const

export type MethodKind = (typeof methodKinds)[number]

/** The kind of a method by its name. A third-party identity has the name of its platform. */
export const methodKindOf = (method: string): MethodKind => methodKinds.find((kind) => kind === method) ?? 'platform'

/** A method that an account has. */
export interface Held {
  kind: MethodKind
  /** The kind, or the name of the platform. */
  method: string
  /** The address, the id of the identity or the passkey, or since when the account has the authenticator. */
  value: string
  /** When it counts. It is young until then. Null: an address or an identity, which two factors judge (ledger.ts). */
  countsAt: number | null
}

/** The methods that an account has, apart from its password. */
export const heldBy = async (stores: Stores, account: AccountProfile): Promise<Held[]> => {
  const { id, mobile, email, authenticatorSince, authenticatorCountsFrom, recoveryEmail, recoveryAddedAt } = account
  const [platforms, passkeys] = await Promise.all([stores.platforms.of(id), stores.passkeys.of(id)])
  const held = (kind: MethodKind, value: string | number | null, countsAt: number | null = null): Held[] =>
    value === null ? [] : [{ kind, method: kind, value: String(value), countsAt }]
  return [
    ...held('mobile', mobile),
    ...held('email', email),
    ...held('authenticator', authenticatorSince, authenticatorCountsFrom),
    ...held('recovery_email', recoveryEmail, countsFrom(recoveryAddedAt ?? 0)),
    ...passkeys.flatMap((passkey) => held('passkey', passkey.id, countsFrom(passkey.madeAt))),
    ...platforms.map(
      ({ platform: method, openid: value }) => ({ kind: 'platform', method, value, countsAt: null }) as const,
    ),
  ]
}

/** A method as people see it: a masked address, or the name of a platform. */
export const maskedMethod = ({ method, value }: Pick<Held, 'method' | 'value'>): string => {
  const kind = methodKindOf(method)
  if (kind === 'platform') return method
  if (kind === 'mobile') return maskMobile(value)
  return kind === 'email' || kind === 'recovery_email' ? maskEmail(value) : ''
}
