import type { z } from 'zod'
import type { Call, ErrorOf } from './call'
import type { CallName, Calls } from './calls'
import type { ErrorData, ErrorName } from './errors'

/** A failure as a handler answers it. The catalogue and the row add number, status and envelope. */
export type Refusal<Name extends ErrorName> = { [Code in Name]: { ok: false; code: Code; data: ErrorData<Code> } }[Name]

/** The answer of a handler: the row's output, or a failure that the row declares. */
export type Outcome<Row extends Call> = { ok: true; data: z.input<Row['output']> } | Refusal<ErrorOf<Row>>

/**
 * The handlers of an implementation of the contract. A missing handler, a wrong output or an undeclared failure does
 * not compile. `Public`, `User` and `Member` are the contexts that the implementation gives to its handlers.
 */
export type Handlers<Public, User, Member> = {
  [Name in CallName]: (
    input: z.output<Calls[Name]['input']>,
    context: { none: Public; user: User; member: Member }[Calls[Name]['auth']],
  ) => Promise<Outcome<Calls[Name]>>
}

export const done = <Data>(data: Data): { ok: true; data: Data } => ({ ok: true, data })

export const refuse = <Name extends ErrorName>(code: Name, data: ErrorData<Name>) =>
  ({ ok: false, code, data }) as Refusal<Name>
