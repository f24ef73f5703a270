import type { AccountRecord } from '../account/account-store'
import type { Identifier } from '../account/identifier'
import type { Service } from '../service'
import { secondsUntil } from '../setting'
import type { Stores, Transaction } from '../stores'
import { passwordFits } from './hash'
import { NoTurn } from './hash-queue'
import { countWrongPassword, forgetAfterRightPassword, type Typist, uncountWrongPassword } from './wrong-passwords'

export interface TypedPassword extends Typist {
  password: string
  /** Whether a captcha was solved for this call. Uses up the captcha's ticket. */
  isPerson: () => Promise<boolean>
}

export interface RightPassword {
  ok: true
  account: AccountRecord
  /** Ends the counts of wrong passwords, in the transaction of what the password was for. */
  forget: (stores: Transaction) => Promise<void>
}

export type RefusedPassword =
  | { ok: false; code: 'wrong_credentials' | 'captcha_required' }
  | { ok: false; code: 'password_locked'; retryAfter: number }

/**
 * Judges a password. Unknown identifiers, accounts without a password and wrong passwords get the same answer for the
 * same work. A try is counted before the password is judged, so that guesses made at once are counted too. Tries are
 * counted by what was typed and by client address: the person's other sign-in methods and devices stay open. After five
 * tries for an account, or from a client address, a captcha is needed.
 * @throws NoTurn when the password was not judged; the try does not count
 */
export const judgePassword = async (
  service: Service,
  typed: TypedPassword,
): Promise<RightPassword | RefusedPassword> => {
  const tried = await countTry(service, typed)
  if (!tried.ok) return tried
  const account = await holderOf(service.storage, typed.identifier)
  const fits = await fitsInTurn(service, typed, account?.passwordHash)
  if (!account || !fits) return { ok: false, code: 'wrong_credentials' }
  return { ok: true, account, forget: tried.forget }
}

export interface RightHash {
  ok: true
  passwordHash: string
  /** Ends the counts of wrong passwords, in the transaction of what the password was for. */
  forget: (stores: Transaction) => Promise<void>
}

/** The same for a password that an account had before. The tries count with those of its sign-ins. */
export const judgeHash = async (
  service: Service,
  typed: TypedPassword,
  passwordHash: string,
): Promise<RightHash | RefusedPassword> => {
  const tried = await countTry(service, typed)
  if (!tried.ok) return tried
  const fits = await fitsInTurn(service, typed, passwordHash)
  return fits ? { ok: true, passwordHash, forget: tried.forget } : { ok: false, code: 'wrong_credentials' }
}

/** Counts a try, and asks for a captcha after many. */
const countTry = async (
  service: Service,
  { identifier, clientAddress, isPerson }: TypedPassword,
): Promise<Pick<RightPassword, 'ok' | 'forget'> | RefusedPassword> => {
  const { setting } = service
  const typist = { identifier, clientAddress }
  const tries = await countWrongPassword(service, typist)
  if (!tries.within) return { ok: false, code: 'password_locked', retryAfter: secondsUntil(setting, tries.until) }
  if (tries.areMany && !(await isPerson())) {
    await uncountWrongPassword(service, typist)
    return { ok: false, code: 'captcha_required' }
  }
  return { ok: true, forget: (stores) => forgetAfterRightPassword(stores, typist) }
}

/** Whether a password fits. A try that was not judged does not count. */
const fitsInTurn = (
  service: Service,
  { identifier, clientAddress, password }: TypedPassword,
  passwordHash: string | null | undefined,
): Promise<boolean> =>
  passwordFits(service.setting.peppers, passwordHash, password, service.left).catch(async (error: unknown) => {
    if (error instanceof NoTurn) await uncountWrongPassword(service, { identifier, clientAddress })
    throw error
  })

/** The account of an identifier. For an email that nobody has proven: the first account that claimed it. */
const holderOf = async (stores: Stores, { kind, value }: Identifier): Promise<AccountRecord | undefined> => {
  const holder = await stores.accounts.holderOf(kind, value)
  // Both are looked up for every email, so that the work tells nothing.
  const claimant = kind === 'email' ? await stores.accounts.firstClaimantOf(value) : undefined
  return holder ?? claimant
}
