import type { OperatorScope } from '#contract/operator/operator-power'
import { type Handlers, refuse } from '#contract/server'
import type { Service } from './service'

/** The operator who makes a call. */
export interface Operator {
  /** Null: a person at the desk, the account API's own application, or the command line on the database. */
  keyId: string | null
  /** The account of a person at the desk. */
  userId: string | null
  /** The holder of the key, or the username. */
  name: string
  holder: string
  scopes: readonly OperatorScope[]
  /** When the key or the session at the desk ends at the latest. */
  expiresAt: number | null
  /** Until when the factor that opened the desk is fresh. Null: the operator uses a key. */
  factorUntil: number | null
  /** The first key or role of the line in which each gave the next one. Null: the application key, or unknown. */
  line: string | null
  /** When the key or the role was given. Null: the application key. */
  createdAt: number | null
}

/** The line of a key or a role that an operator gives. The application key begins a new line. */
export const lineFrom = ({ keyId, userId, line }: Pick<Operator, 'keyId' | 'userId' | 'line'>, id: string) =>
  keyId === null && userId === null ? id : line

/** The context of a call of an operator. Its row names the scopes that it needs, and the operator has them. */
export interface OperatorContext {
  service: Service
  by: Operator
}

export type OperatorHandling = Partial<Handlers<never, never, never, OperatorContext>>

/** The fault of a typed value. */
export interface Fault {
  fault: string
}

export const faulty = (fault: string): Fault => ({ fault })

/** Refuses an input because of its fault. */
export const refuseFault = ({ fault }: Fault) => refuse('invalid_input', fault)

/** A time, in the format of the operator's calls. */
export const momentOf = (ms: number): string => new Date(ms).toISOString()

/** A time in this format, or null. */
export const momentOrNull = (ms: number | null): string | null => (ms === null ? null : momentOf(ms))
