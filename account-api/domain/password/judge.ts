import type { AccountRecord } from '../account/account-store'
import type { Identifier } from '../account/identifier'
import type { Service } from '../service'
import { secondsUntil } from '../setting'
import type { Stores, Transaction } from '../stores'
import { passwordFits } from './hash'
import { countWrongPassword, forgetAfterRightPassword, type Typist, uncountWrongPassword } from './wrong-passwords'

export interface TypedPassword extends Typist {
  password: string
  /** Whether a captcha was solved for this call; using it up. */
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
 * Judges a password. Unknown identifiers, accounts without a password and wrong passwords are answered alike, with the
 * same work. Failures are counted by what was typed and the client's address, before the password is looked at, so that
 * guesses made at once are counted too and the owner's other ways and addresses stay open. After five for an account, or
 * from an address, whoever goes on has to be a person.
 */
export const judgePassword = async (
  service: Service,
  { identifier, password, clientAddress, isPerson }: TypedPassword,
): Promise<RightPassword | RefusedPassword> => {
  const { setting, storage } = service
  const typist = { identifier, clientAddress }
  const tries = await countWrongPassword(service, typist)
  if (!tries.within) return { ok: false, code: 'password_locked', retryAfter: secondsUntil(setting, tries.until) }
  if (tries.areMany && !(await isPerson())) {
    await uncountWrongPassword(service, typist)
    return { ok: false, code: 'captcha_required' }
  }
  const account = await holderOf(storage, identifier)
  const fits = await passwordFits(account?.passwordHash, password)
  if (!account || !fits) return { ok: false, code: 'wrong_credentials' }
  return { ok: true, account, forget: (stores) => forgetAfterRightPassword(stores, typist) }
}

/** Who holds the identifier, or, for an address that nobody has proven, who claimed it first. */
const holderOf = async (stores: Stores, { kind, value }: Identifier): Promise<AccountRecord | undefined> => {
  const holder = await stores.accounts.holderOf(kind, value)
  // Both are looked up for every address, so that the work tells nothing.
  const claimant = kind === 'email' ? await stores.accounts.firstClaimantOf(value) : undefined
  return holder ?? claimant
}
