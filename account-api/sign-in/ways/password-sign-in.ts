import type { AccountRecord } from '#account-api/accounts/account/account-record'
import { isOpen } from '#account-api/accounts/account/account-record'
import { hasOneOn, type IdentifierOff, identifierOff } from '#account-api/accounts/account/identifiers-on'
import { provesPassword } from '#account-api/accounts/methods/ledger'
import { recordAndTell } from '#account-api/accounts/notices/notice'
import { signIn } from '#account-api/accounts/sessions/pending-sign-in'
import { AccountChanged, type AfterProof } from '#account-api/accounts/sessions/session'
import { type NotOpen, refuseNotOpen } from '#account-api/accounts/standing/not-open'
import { failureOf } from '#account-api/kernel/failures/failure'
import type { From } from '#account-api/kernel/from'
import { inTransaction, type Rule, type Service, type Transaction } from '#account-api/sign-in/service'
import { noteBreached } from '#account-api/verification/breached-passwords/note-breached'
import { hashPassword, isOutdated, passwordFits } from '#account-api/verification/hashing/hash'
import { NoTurn } from '#account-api/verification/hashing/hash-queue'
import { failuresToTell, resetFailures } from '#account-api/verification/password-guesses/failures'
import {
  judgePassword,
  type RefusedPassword,
  type RightPassword,
  type TypedPassword,
} from '#account-api/verification/passwords/judge'
import type { KindOfIdentifier } from '#contract/terms/fields'
import { signingInBy } from './counted-sign-in'
import type { SignedIn, SignInOptions } from './sign-in'

interface Typed extends TypedPassword, Pick<SignInOptions, 'from' | 'restores'> {}

/** How many wrong passwords came before the correct one. */
interface WithFailures {
  failures?: number | undefined
}

interface Proven<Result> {
  ok: true
  result: Result
}

/** Signs in with a password. The password from before a contested change works only together with the app. */
export const signInByPassword = async (
  service: Service,
  { endOthers, ...typed }: Typed & SignInOptions,
): Promise<SignedIn | NotOpen | IdentifierOff | RefusedPassword> => {
  const given = { ...typed, alsoEarlier: 'with the app' } as const
  const proven = await proveByPassword(service, given, (stores, opening) => signIn(stores, { ...opening, endOthers }))
  return proven.ok ? { ok: true, ...proven.result } : proven
}

/**
 * Proves the person of an account by a password, in one transaction with the new session or pending sign-in. If the
 * password changes after it was checked, the answer is the same as for a wrong password. A hash with older parameters
 * or another pepper is replaced by a new hash of the same password.
 */
export const proveByPassword = async <Result extends WithFailures>(
  service: Service,
  { restores, ...typed }: Typed,
  afterProof: AfterProof<Result>,
): Promise<Proven<Result> | NotOpen | IdentifierOff | RefusedPassword> => {
  const { from, identifier } = typed
  const signIn = signingIn(identifier.kind, afterProof)
  const judged = await judgePassword(service, { ...typed, mayComeOver: true })
  if (!judged.ok) return judged
  const rehashed = judged.isEarlier ? undefined : await rehash(service, judged.account, typed.password)
  const isBreached = !judged.isEarlier && service.deployment.isBreached(typed.password)
  try {
    return await signingInBy(service, judged, () => signIn(service, { judged, rehashed, isBreached, from, restores }))
  } catch (error) {
    if (!(error instanceof AccountChanged)) throw error
    const now = await service.storage.accounts.profile(judged.account.id)
    // If the password is unchanged, the account was cancelled, or another sign-in has replaced the hash.
    const isRight =
      now?.passwordHash === judged.account.passwordHash ||
      (await passwordFits(service.deployment.peppers, now?.passwordHash, typed.password, service.left))
    if (!now || !isRight) return { ok: false, code: 'wrong_credentials' }
    return signIn(service, { judged: { ...judged, account: now }, isBreached, from, restores })
  }
}

/**
 * A new hash of a correct password, if the account's hash is outdated. If hashing fails, the next sign-in tries again.
 */
const rehash = async (
  { deployment: { peppers, warn }, left }: Service,
  account: AccountRecord,
  password: string,
): Promise<string | undefined> => {
  if (account.passwordHash === null || !isOpen(account) || !isOutdated(peppers, account.passwordHash)) return undefined
  return hashPassword(peppers, password, left).catch((error: unknown) => {
    if (!(error instanceof NoTurn)) warn(failureOf(error), 'an outdated password hash could not be replaced')
    return undefined
  })
}

/** Stores the new hash, if the account still has the checked one. */
const keepRehashed = async (stores: Transaction, account: AccountRecord, becomes: string): Promise<AccountRecord> => {
  if (!(await stores.accounts.rehash(account.id, { was: account.passwordHash ?? '', becomes })))
    throw new AccountChanged()
  return { ...account, passwordHash: becomes }
}

interface SigningIn extends Pick<Typed, 'from' | 'restores'> {
  judged: RightPassword
  isBreached: boolean
  rehashed?: string | undefined
}

const signingIn = <Result extends WithFailures>(kind: KindOfIdentifier, afterProof: AfterProof<Result>) =>
  inTransaction<SigningIn, Proven<Result> | NotOpen | IdentifierOff>(
    async (stores, { judged, rehashed, isBreached, from, restores }) => {
      const { account, tried } = judged
      const off = await offFor(stores, { kind, account })
      if (off) {
        await judged.uncount(stores)
        return off
      }
      if (!isOpen(account)) {
        // Waits for a running erasure, because an erased account cannot be restored.
        await stores.accounts.lock(account.id)
        if (!(await stores.accounts.profile(account.id))) throw new AccountChanged()
        await judged.uncount(stores)
        return refuseNotOpen(stores, account, { by: { way: 'password' }, restores })
      }
      const present = rehashed === undefined ? account : await keepRehashed(stores, account, rehashed)
      // Before the session, whose statement takes only a shared lock on the account.
      if (isBreached) await noteBreached(stores, { account: present, from })
      const proves = provesPassword(stores.deployment, present, judged) ? {} : { proves: [] }
      const needs = judged.isEarlier ? { needsAuthenticator: true } : {}
      const result = await afterProof(stores, { account: present, way: 'password', ...proves, ...needs, from, tried })
      if (judged.tells) await tellFailures(stores, { judged, failures: result.failures ?? 0, from })
      return { ok: true, result }
    },
  )

/**
 * The refusal of an identifier that the policy does not allow, for a person who has just proven the password. An
 * account without any allowed identifier can use those that it has.
 */
const offFor: Rule<{ kind: KindOfIdentifier; account: AccountRecord }, IdentifierOff | undefined> = async (
  stores,
  { kind, account },
) => {
  const off = identifierOff(stores.deployment, kind)
  const profile = off && (await stores.accounts.profile(account.id))
  return profile && hasOneOn(stores.deployment, profile) ? off : undefined
}

/** Notifies the account's addresses of a sign-in from an unknown browser that came after many wrong passwords. */
const tellFailures = async (
  stores: Transaction,
  { judged: { account, tried }, failures, from }: { judged: RightPassword; failures: number; from: From },
): Promise<void> => {
  if (failures < failuresToTell) return
  await resetFailures(stores, account.id, tried.at)
  const profile = await stores.accounts.profile(account.id)
  if (!profile) return
  const told = { change: 'signed_in_after_failures', detail: String(failures) } as const
  await recordAndTell(stores, { account: profile, from, ...told })
}
