import type { TypedIdentifier } from '#rules/typed/identifier'

interface Question {
  identifier: TypedIdentifier
  password: string
  /** False: the question has to be about nobody, because what was typed concerns an account here or a used-up limit. */
  isReal: boolean
  left: AbortSignal | undefined
}

/**
 * Asks the system that people come from about a refused password, once for each.
 * @returns true when the identifier and the password are those of an account from now on
 * @throws NoTurn when it gives no answer
 */
export type AskFormer = (question: Question) => Promise<boolean>
