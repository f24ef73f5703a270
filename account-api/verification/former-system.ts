import type { TypedIdentifier } from '#rules/typed/identifier'

interface Question {
  identifier: TypedIdentifier
  password: string
  /**
   * False: the request has to be about nobody, because the typed values concern an account here, or a limit is used up.
   */
  isReal: boolean
  left: AbortSignal | undefined
}

/**
 * Asks the former system about a refused password, once each.
 * @returns true when the identifier and the password belong to an account from now on
 * @throws NoTurn when the system gives no answer
 */
export type AskFormer = (question: Question) => Promise<boolean>
