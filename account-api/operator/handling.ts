import type { z } from 'zod'
import type { OperatorScope } from '#contract/operator/operator-call'
import type { OperatorCallName, OperatorCalls } from '#contract/operator/operator-calls'
import type { OperatorError } from '#contract/operator/operator-errors'
import type { OperatorOutcome, OperatorRefusal } from '#contract/operator/operator-wire'
import type { Service } from './service'

/** Who makes a call of the operator. */
export interface Operator {
  /** Null: a person at the desk, the account API's own application, or the command line on the database. */
  keyId: string | null
  /** The account of a person at the desk. */
  userId: string | null
  /** Of the key, or the username. */
  name: string
  holder: string
  scopes: readonly OperatorScope[]
  /** When the key or the session at the desk ends at the latest. */
  expiresAt: number | null
  /** Until when the factor is fresh by which a person has entered the desk. Null: it is a key. */
  factorUntil: number | null
  /**
   * The key or the role that the line begins with in which each has given the next one. Null: the application key, or
   * unknown.
   */
  line: string | null
  /** Since when there is the key or the role. Null: the application key. */
  createdAt: number | null
}

/** The line of a key or a role that an operator gives. What the application key gives begins one. */
export const lineFrom = ({ keyId, userId, line }: Pick<Operator, 'keyId' | 'userId' | 'line'>, id: string) =>
  keyId === null && userId === null ? id : line

/** A handler for each call of the operator. A missing one, a wrong output or an undeclared failure does not compile. */
export type OperatorHandlers = {
  [Name in OperatorCallName]: (
    input: z.output<OperatorCalls[Name]['input']>,
    service: Service,
    by: Operator,
  ) => Promise<OperatorOutcome<OperatorCalls[Name]>>
}

/** The handlers of some calls. */
export type SomeOperatorHandlers = Partial<OperatorHandlers>

/** A failure, with what is wrong and what to do in a sentence. */
export const refuse = <Code extends OperatorError>(code: Code, description: string): OperatorRefusal<Code> => ({
  ok: false,
  code,
  description,
})

/** What is wrong with a value that was typed. */
export interface Fault {
  fault: string
}

export const faulty = (fault: string): Fault => ({ fault })

/** The refusal of an input by a fault in it. */
export const refuseFault = ({ fault }: Fault) => refuse('invalid_input', fault)

/** A moment as the calls of the operator tell it. */
export const momentOf = (ms: number): string => new Date(ms).toISOString()

/** The same, where there may be none. */
export const momentOrNull = (ms: number | null): string | null => (ms === null ? null : momentOf(ms))
