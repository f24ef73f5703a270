import type { ErrorData, ErrorName } from '../../../contract/errors'
import type { Refusal } from '../../../contract/server'

/** A refusal of the domain whose data have the names that they have on the wire. */
type FlatRefusal = {
  [Code in ErrorName]: { ok: false; code: Code } & (keyof ErrorData<Code> extends infer Key
    ? string extends Key
      ? unknown
      : ErrorData<Code>
    : never)
}[ErrorName]

/** The same, on the wire. */
export const refuseFlat = <Refused extends FlatRefusal>({ ok, code, ...data }: Refused) =>
  ({ ok, code, data }) as unknown as Refusal<Refused['code']>
