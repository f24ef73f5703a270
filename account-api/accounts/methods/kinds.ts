import { IdentifierTaken } from '#account-api/accounts/account/account'
import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { countsFrom, usualCountsFrom } from '#account-api/accounts/account/counting'
import { type Address, maskAddress, maskMobile } from '#account-api/accounts/account/identifier'
import type { PlatformBinding, PlatformProfile } from '#account-api/accounts/platforms/platform-store'
import type { Stores, Transaction } from '#account-api/accounts/service'
import type { Change } from '#account-api/kernel/outbox/message'
import type { ActivityKind } from '#contract/terms/activity'

interface Leaving {
  accountId: string
  /** The kind of the method, or the name of the platform. */
  method: string
  /** The address, the id of the identity or passkey, or the time at which the account got the authenticator. */
  value: string
}

/** A method that an account gets. The value of a third-party identity is its whole profile, as JSON. */
interface Coming extends Leaving {
  at: number
}

/**
 * How a kind of method behaves in an account. The history has the proofs by which each method was added (`proven_by`).
 */
interface Kind {
  /** The value of the method. Null: the account has none. Absent if each method has its own row. */
  value?: (account: AccountProfile) => string | number | null
  /** Since when the account has it. Null: since the account was created. */
  since: (account: AccountProfile) => number | null
  /** When it counts because of its age. Null: other factors decide (ledger.ts). */
  countsAt: (account: Partial<AccountProfile>) => number | null
  /** Masks its value for display. */
  mask?: (value: string, other?: string | null) => string
  /**
   * The last method with this property cannot be removed. A passkey lacks the property, because a person may have it on
   * one device only.
   */
  signsIn: boolean
  /** True when it can be proven as a factor. */
  proves: boolean
  /** True for a second factor, in addition to the password and sent codes. */
  isSecond: boolean
  /** True when it gets the messages about the account. */
  isTold: boolean
  /**
   * True when its address guards the account after a press. Such an address stops its own pending removal only if it
   * requested that.
   */
  guards: boolean
  takeOff?: (stores: Transaction, leaving: Leaving) => Promise<unknown>
  /** Present for kinds that an account has at most once, and can replace. */
  putOn?: (stores: Transaction, coming: Coming) => Promise<unknown>
  /** The names of the changes that add it and that replace it. */
  changes?: Record<'added' | 'replaced', Change & ActivityKind>
}

/** Another account has the third-party identity. Thrown inside a transaction, so that nothing of the change remains. */
export class PlatformTaken extends Error {}

const address = (kind: Address['kind']): Pick<Kind, 'takeOff' | 'putOn' | 'changes' | 'countsAt'> => ({
  countsAt: () => null,
  changes: { added: `${kind}_bound`, replaced: `${kind}_changed` },
  // Binding ends all claims to the address, and the account's own claim to another one.
  putOn: async ({ accounts }, { accountId, value, at }) => {
    if (!(await accounts.bind({ kind, value, accountId, at }))) throw new IdentifierTaken({ kind, value })
    if (kind !== 'email') return
    await accounts.dropClaims(value)
    await accounts.dropClaimOf(accountId)
  },
  takeOff: async ({ accounts }, { accountId, value }) => {
    if (!(await accounts.unbind({ kind, value, accountId }))) throw new IdentifierTaken({ kind, value })
  },
})
const maskedEmail = (value: string, other?: string | null) => maskAddress({ kind: 'email', value }, other)
const signsIn = { signsIn: true, isSecond: false }
const told = { isTold: true, guards: true }
const untold = { isTold: false, guards: false }

/** The seven kinds of methods. A password is never removed, only replaced. */
const table = {
  mobile: {
    value: ({ mobile }) => mobile,
    since: ({ mobileBoundAt }) => mobileBoundAt,
    mask: maskMobile,
    ...address('mobile'),
    ...signsIn,
    ...told,
    proves: true,
  },
  email: {
    value: ({ email }) => email,
    since: ({ emailBoundAt }) => emailBoundAt,
    mask: maskedEmail,
    ...address('email'),
    ...signsIn,
    ...told,
    proves: true,
  },
  password: {
    value: ({ passwordHash }) => passwordHash,
    since: ({ passwordChosenAt }) => passwordChosenAt,
    countsAt: ({ passwordChosenAt }) => usualCountsFrom(passwordChosenAt),
    ...signsIn,
    ...untold,
    proves: true,
  },
  platform: {
    since: () => null,
    countsAt: () => null,
    ...signsIn,
    ...untold,
    proves: false,
    takeOff: ({ platforms }, { accountId, method: platform, value: openid }) =>
      platforms.unbind({ accountId, platform, openid }),
    putOn: async ({ platforms }, { accountId, value, at }) => {
      const profile = JSON.parse(value) as PlatformProfile
      if (!(await platforms.bind({ ...profile, accountId, at }))) throw new PlatformTaken()
    },
    changes: { added: 'platform_bound', replaced: 'platform_bound' },
  },
  authenticator: {
    value: ({ authenticatorSince }) => authenticatorSince,
    since: ({ authenticatorSince }) => authenticatorSince,
    countsAt: ({ authenticatorCountsFrom = null }) => authenticatorCountsFrom,
    ...untold,
    signsIn: false,
    proves: true,
    isSecond: true,
    takeOff: ({ authenticators }, { accountId }) => authenticators.remove(accountId),
  },
  passkey: {
    since: ({ passkeySince }) => passkeySince,
    countsAt: ({ passkeyCountsFrom = null }) => passkeyCountsFrom,
    ...untold,
    signsIn: false,
    proves: true,
    isSecond: true,
    takeOff: async ({ passkeys, sessions }, { accountId, value: id }) => {
      await passkeys.remove({ accountId, id })
      // A session does not record which passkey was used, so the other passkeys have to be proven again.
      await sessions.forgetPasskeys(accountId)
    },
  },
  recovery_email: {
    value: ({ recoveryEmail }) => recoveryEmail,
    since: ({ recoveryAddedAt }) => recoveryAddedAt,
    countsAt: ({ recoveryAddedAt }) => usualCountsFrom(recoveryAddedAt),
    mask: maskedEmail,
    isTold: true,
    guards: false,
    signsIn: false,
    proves: false,
    isSecond: false,
    takeOff: ({ recoveryEmails }, { accountId }) => recoveryEmails.remove(accountId),
    putOn: ({ recoveryEmails }, { accountId, value: email, at: addedAt }) =>
      recoveryEmails.put({ accountId, email, addedAt }),
    changes: { added: 'recovery_email_added', replaced: 'recovery_email_changed' },
  },
} satisfies Record<string, Kind>

type KindName = keyof typeof table

export const kinds: Record<KindName, Kind> = table

const names = Object.keys(kinds) as KindName[]

/** The kinds that an account can lose. */
export type MethodKind = Exclude<KindName, 'password'>

/** The kind of a method by its name. A third-party identity has the name of its platform. */
export const methodKindOf = (method: string): MethodKind =>
  names.find((kind): kind is MethodKind => kind === method && kind !== 'password') ?? 'platform'

/** The factors in addition to a password and sent codes. */
export type SecondKind = 'authenticator' | 'passkey'

export const secondKinds = names.filter((kind): kind is SecondKind => kinds[kind].isSecond)

/** A method that an account has. It is young until it counts. */
export interface Held extends Omit<Leaving, 'accountId'> {
  kind: MethodKind
  countsAt: number | null
}

/** The methods that an account has, apart from its password. */
export const heldBy = async (stores: Stores, account: AccountProfile): Promise<Held[]> => {
  const [platforms, passkeys] = await Promise.all([stores.platforms.of(account.id), stores.passkeys.of(account.id)])
  return [
    ...names.flatMap((kind) => {
      const value = kinds[kind].value?.(account) ?? null
      const held = { method: kind, value: String(value), countsAt: kinds[kind].countsAt(account) }
      return value === null || kind === 'password' ? [] : [{ kind, ...held }]
    }),
    ...passkeys.map(({ id: value, madeAt }): Held => {
      return { kind: 'passkey', method: 'passkey', value, countsAt: countsFrom(madeAt) }
    }),
    ...platforms.map(({ platform: method, openid: value }): Held => {
      return { kind: 'platform', method, value, countsAt: null }
    }),
  ]
}

/**
 * A method as people see it: a masked address, or the name of a platform.
 * @param other another value on the same page; the masks have to differ
 */
export const maskedMethod = ({ method, value }: Pick<Held, 'method' | 'value'>, other?: string | null): string => {
  const kind = methodKindOf(method)
  return kind === 'platform' ? method : (kinds[kind].mask?.(value, other) ?? '')
}

/**
 * The names of the methods that sign in to an account: kinds, `password` for the username's password, and platforms.
 */
export const signInMethodsOf = (account: AccountProfile, platforms: readonly PlatformBinding[]): string[] => [
  ...names.filter((kind) => kinds[kind].signsIn && kinds[kind].value?.(account)),
  ...platforms.map(({ platform }) => platform),
]

/**
 * True when the account would have no proven address without this one: it has no other, or the removal of the other is
 * pending. The account has to be locked, and read again since.
 */
export const isLastAddress = async (
  stores: Stores,
  account: AccountProfile,
  kind: Address['kind'],
): Promise<boolean> => {
  const other = kind === 'mobile' ? 'email' : 'mobile'
  if (account[other] === null) return true
  const pending = await stores.pendingChanges.of(account.id)
  return pending.some((each) => each.method === other && each.value === account[other] && each.successor === null)
}

export const isLastSignInMethod = async (stores: Stores, account: AccountProfile, method: string): Promise<boolean> =>
  signInMethodsOf(account, await stores.platforms.of(account.id)).every((each) => each === method)
