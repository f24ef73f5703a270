import type { z } from 'zod'
import type { Call, ErrorOf, UserCall } from './call'
import type { Calls } from './calls'
import type { ErrorData, ErrorName } from './errors'
import type { OperatorCalls } from './operator/operator-calls'
import type { OperatorError } from './operator/operator-errors'

/** A failure returned by a handler. The catalogue and the row add number, status and envelope. */
export type Refusal<Name extends ErrorName> = { [Code in Name]: { ok: false; code: Code; data: ErrorData<Code> } }[Name]

/** A failure of a call of an operator: its code, and a sentence about the fault and the remedy. */
export interface OperatorRefusal<Code extends OperatorError = OperatorError> {
  ok: false
  code: Code
  description: string
  /** `retry_after`: in seconds. */
  data?: { retry_after?: number }
}

/** The result of a handler: the row's output, or a failure that the row declares. */
export type Outcome<Row extends Call> =
  | { ok: true; data: z.input<Row['output']> }
  | (Row['auth'] extends UserCall['auth']
      ? Refusal<ErrorOf<Row>>
      : OperatorRefusal<(Row['errors'][number] & OperatorError) | 'invalid_input'>)

type AllCalls = Calls & OperatorCalls

/**
 * The handlers of an implementation of the contract. A missing handler, a wrong output or an undeclared failure does
 * not compile. `Public`, `User`, `Member` and `Operator` are the contexts that the implementation gives to its handlers.
 */
export type Handlers<Public, User, Member, Operator> = {
  [Name in keyof AllCalls]: (
    input: z.output<AllCalls[Name]['input']>,
    context: { none: Public; user: User; member: Member; operator: Operator }[AllCalls[Name]['auth']],
  ) => Promise<Outcome<AllCalls[Name]>>
}

export const done = <Data>(data: Data): { ok: true; data: Data } => ({ ok: true, data })

/** A failure, with the data that its catalogue names, or for a call of an operator, with its sentence. */
export function refuse<Code extends OperatorError>(code: Code, description: string): OperatorRefusal<Code>
export function refuse<Name extends ErrorName>(code: Name, data: ErrorData<Name>): Refusal<Name>
export function refuse(code: string, told: object | string): object {
  return { ok: false, code, ...(typeof told === 'string' ? { description: told } : { data: told }) }
}
