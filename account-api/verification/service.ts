import type * as accounts from '#account-api/accounts/service'
import type { CodeChannel } from '#account-api/kernel/outbox/message'
import { operations, type RuleOf, type ServiceOf } from '#account-api/kernel/service'
import type { CaptchaStore } from './captchas/captcha-store'
import type { DrawPuzzle } from './captchas/puzzle'
import type { CodeStore } from './codes/code-store'
import type { AskFormer } from './former-system'
import type { ImportedHashStore } from './hashing/imported-hash-store'
import type { Peppers } from './hashing/pepper'
import type { GuessStore } from './password-guesses/guess-store'

export interface Deployment extends accounts.Deployment {
  peppers: Peppers
  isBreached(password: string): boolean
  /** Undefined: people are not imported at their sign-in. */
  askFormer: AskFormer | undefined
  /**
   * True when the first attempt to deliver a code is known, within a moment, to be refused permanently. `id`: the id of
   * its message.
   */
  isRefused(channel: CodeChannel, id: string): Promise<boolean>
  drawPuzzle: DrawPuzzle
  /** Speaks six digits in a language, as WAV. Its random choices are derived from a key of 32 bytes. */
  speak(digits: string, language: string, key: Uint8Array): Buffer
  /**
   * Asks whether a captcha's vendor gave a token to a person at this client address. A failure counts as no. Undefined:
   * no vendor is configured, so no token is accepted.
   */
  judgeVendorToken: ((token: string, clientAddress: string) => Promise<boolean>) | undefined
  /** The maximum number of SMS in 24 hours to one region for one purpose. */
  smsDailyCap: number
}

export interface Stores extends accounts.Stores {
  deployment: Deployment
  codes: CodeStore
  guesses: GuessStore
  captchas: CaptchaStore
  importedHashes: ImportedHashStore
}

export type Transaction = Stores & accounts.Transaction

export type Service = ServiceOf<Stores, Transaction>

export type Rule<Input, Result> = RuleOf<Transaction, Input, Result>

export const inTransaction = operations<Stores, Transaction>()
