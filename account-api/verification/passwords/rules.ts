import { dictionary } from '@zxcvbn-ts/language-common'
import type { Deployment } from '#account-api/verification/service'
import { newPasswordLength } from '#contract/terms/fields'
import type { passwordRefusals } from '#contract/verification/proof-errors'

const common = new Set(dictionary['passwords-common'])

type Reason = (typeof passwordRefusals)[number]

export type RefusedByRules = { ok: false; code: 'password_refused'; reason: Reason }

/**
 * Checks a new password, and returns why it is refused. After NFKC it needs at least the policy's number of characters,
 * and at most 128, without composition rules. It must not be one of the most common passwords, nor in the operator's
 * list of breached ones, nor consist of the account's own identifiers.
 */
export const refusedByRules = (
  deployment: Pick<Deployment, 'isBreached' | 'policy'>,
  password: string,
  identifiers: readonly string[],
): RefusedByRules | undefined => {
  const reason = reasonAgainst(deployment, password, identifiers)
  return reason && { ok: false, code: 'password_refused', reason }
}

const reasonAgainst = (
  { isBreached, policy }: Pick<Deployment, 'isBreached' | 'policy'>,
  password: string,
  identifiers: readonly string[],
): Reason | undefined => {
  const normal = password.normalize('NFKC')
  const length = [...normal].length
  if (length < policy.password.min_length) return 'too_short'
  if (length > newPasswordLength.max) return 'too_long'
  const lower = normal.toLowerCase()
  if (common.has(lower)) return 'common'
  if (identifiers.flatMap(wordsOf).some((word) => consistsOf(lower, word))) return 'own_identifier'
  return policy.password.breached === 'refuse' && isBreached(password) ? 'breached' : undefined
}

/** The parts of an identifier that could be used as a password. */
const wordsOf = (identifier: string): string[] =>
  [identifier, identifier.replace(/^\+/, ''), identifier.split('@')[0] ?? '']
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= 4)

/** True when the rest of the password, without the word, would be too short to matter. */
const consistsOf = (password: string, word: string): boolean =>
  password.includes(word) && password.length - word.length < newPasswordLength.min - 4
