import type { AccountRecord } from '#account-api/accounts/account/account-record'
import { isOpen } from '#account-api/accounts/account/account-record'
import { countingSeconds, earlierHashOf } from '#account-api/accounts/methods/ledger'
import { familiarityOf } from '#account-api/accounts/sessions/familiarity'
import type { SessionRecord } from '#account-api/accounts/sessions/session-record'
import { concerns } from '#account-api/kernel/current-call'
import type { From } from '#account-api/kernel/from'
import type { TryToUncount } from '#account-api/kernel/limits/try-record'
import { secondsUntil } from '#account-api/kernel/time'
import { evenOut, passwordFits } from '#account-api/verification/hashing/hash'
import { NoTurn } from '#account-api/verification/hashing/hash-queue'
import {
  countTry,
  type Typist,
  uncountedAfterRightPassword,
  uncountTry,
} from '#account-api/verification/password-guesses/wrong-passwords'
import type { Service, Transaction } from '#account-api/verification/service'
import type { TypedIdentifier } from '#rules/typed/identifier'

export interface TypedPassword {
  identifier: TypedIdentifier
  password: string
  from: From
  session?: SessionRecord | undefined
  /** True when the password from before a contested change counts too, at least together with its app. */
  alsoEarlier?: boolean | 'with the app'
  /** True when a person of the former system may be imported. */
  mayComeOver?: boolean
  /** True when a captcha was solved for this call. Uses up the captcha's ticket. */
  isPerson: () => Promise<boolean>
}

export interface RightPassword extends RightTry {
  account: AccountRecord
  /** True when it is the password from before a contested change. */
  isEarlier: boolean
  /** True when many earlier wrong passwords have to be reported, because the browser is not known. */
  tells: boolean
}

interface RightTry {
  ok: true
  /** The counts that end with the correct password, in the transaction of the act. */
  tried: TryToUncount
  /** Ends them if nothing else is written in that transaction. */
  uncount: (stores: Transaction) => Promise<void>
}

export type RefusedPassword =
  | { ok: false; code: 'wrong_credentials' | 'captcha_required' }
  | { ok: false; code: 'password_locked'; retryAfter: number }

/**
 * Checks a password. Unknown identifiers, accounts without a password and wrong passwords get the same answer for the
 * same work. An attempt is counted before the password is checked, so concurrent guesses are counted too. A number with
 * two possible meanings is looked up by both at once. Its attempts count for the first, whether or not an account has
 * it. A known browser has its own limits. Elsewhere, attempts are limited by typed identifier, account, client address
 * and network. When those of an identifier are used up, the password is checked only for a client address that the
 * account signed in from before. Elsewhere the answer is the one for a wrong password, so nobody learns which address
 * that is. When the attempts of an account are used up by its other identifiers, nothing shows that they belong
 * together.
 * @throws NoTurn when the password was not checked; the attempt does not count
 */
export const judgePassword = async (
  service: Service,
  typed: TypedPassword,
): Promise<RightPassword | RefusedPassword> => {
  const { deployment, storage } = service
  const { kind, value, otherwise } = typed.identifier
  const readings = otherwise === undefined ? [value] : [value, otherwise]
  const { account, browsers } = await storage.accounts.typistOf(kind, readings, deployment.now())
  concerns(account?.id)
  const familiarity = familiarityOf(browsers, { accountId: account?.id, ...typed })
  const typist = { identifier: typed.identifier, accountId: account?.id, from: typed.from, familiarity }
  const hasApp = () => account && isOpen(account) && countingSeconds(deployment, account).includes('authenticator')
  const alsoEarlier = typed.alsoEarlier === 'with the app' ? hasApp() : typed.alsoEarlier
  const earlier = alsoEarlier && account ? earlierHashOf(deployment, account) : undefined
  const judged = await judge(service, { ...typed, typist, hashes: [account?.passwordHash, earlier] })
  if (!judged.ok) return judged
  const isNew = judged.fitted === cameOver
  const present = isNew ? (await storage.accounts.typistOf(kind, readings, deployment.now())).account : account
  if (!present) return { ok: false, code: 'wrong_credentials' }
  const isEarlier = !isNew && judged.fitted === earlier
  return { ...judged, account: present, isEarlier, tells: familiarity?.by !== 'browser' }
}

/** A match without a hash: the former system knows the password, and the person was imported. */
const cameOver = Symbol('came over')

export interface RightHash extends RightTry {
  passwordHash: string
}

/** Checks an earlier password of an account. Its attempts count together with those of sign-ins. */
export const judgeHash = async (
  service: Service,
  { accountId, ...typed }: TypedPassword & { accountId: string },
  passwordHash: string,
): Promise<RightHash | RefusedPassword> => {
  const { deployment, storage } = service
  const browsers = await storage.knownBrowsers.of(accountId, deployment.now())
  const familiarity = familiarityOf(browsers, { accountId, ...typed })
  const typist = { identifier: typed.identifier, accountId, from: typed.from, familiarity }
  const judged = await judge(service, { ...typed, typist, hashes: [passwordHash] })
  return judged.ok ? { ...judged, passwordHash } : judged
}

interface Judging extends Pick<TypedPassword, 'password' | 'isPerson' | 'mayComeOver'> {
  typist: Typist
  /** The hashes that the password may match; the first may be missing. */
  hashes: readonly (string | null | undefined)[]
}

/** Counts an attempt, requires a captcha after many, and compares the password with the hashes. */
const judge = async (
  service: Service,
  { typist, password, hashes, isPerson, mayComeOver = false }: Judging,
): Promise<(RightTry & { fitted: string | typeof cameOver | undefined }) | RefusedPassword> => {
  const { deployment, storage, left } = service
  const tried = await countTry(service, typist)
  if (!tried.ok) return { ok: false, code: 'password_locked', retryAfter: secondsUntil(deployment, tried.until) }
  if (tried.needsCaptcha && !(await isPerson())) {
    await uncountTry(service, { typist, tried })
    return { ok: false, code: 'captcha_required' }
  }
  const [first, ...others] = tried.isJudged ? hashes : []
  const inTurn = <Result>(work: Promise<Result>): Promise<Result> =>
    work.catch(async (error: unknown) => {
      if (error instanceof NoTurn) await uncountTry(service, { typist, tried })
      throw error
    })
  for (const against of [first, ...others.filter((hash) => hash)]) {
    const fits = await inTurn(passwordFits(deployment.peppers, against, password, left))
    if (fits) return { ...right(uncountedAfterRightPassword({ typist, tried })), fitted: against ?? undefined }
  }
  const kinds = await storage.importedHashes.kinds()
  await inTurn(evenOut(deployment.peppers, { kinds, against: first, password }, left))
  if (mayComeOver && deployment.askFormer) {
    const isReal = tried.isJudged && typist.accountId === undefined
    // Without an answer the password is not wrong, but the attempt counts.
    if (await deployment.askFormer({ identifier: typist.identifier, password, isReal, left }))
      return { ...right(uncountedAfterRightPassword({ typist, tried })), fitted: cameOver }
  }
  const { lockedUntil } = tried
  return lockedUntil === undefined
    ? { ok: false, code: 'wrong_credentials' }
    : { ok: false, code: 'password_locked', retryAfter: secondsUntil(deployment, lockedUntil) }
}

const right = (tried: TryToUncount): RightTry => ({
  ok: true,
  tried,
  uncount: async (stores) => {
    await stores.tries.uncount(tried)
  },
})
