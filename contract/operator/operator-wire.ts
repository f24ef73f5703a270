import { z } from 'zod'
import type { OperatorCall } from './operator-call'
import { type anyOperatorErrors, type OperatorError, operatorErrors } from './operator-errors'

/** A failure: its code, and a sentence that says what is wrong and what to do. */
export interface OperatorRefusal<Code extends OperatorError = OperatorError> {
  ok: false
  code: Code
  description: string
  /** In seconds. */
  retry_after?: number
}

/** The outcome of a call of the operator. */
export type OperatorOutcome<Row extends OperatorCall> =
  | { ok: true; data: z.input<Row['output']> }
  | OperatorRefusal<Row['errors'][number] | 'invalid_input'>

/** The answer that a client gets. `logId` names the request in the log of the account API, where one answered. */
export type OperatorAnswer<Row extends OperatorCall = OperatorCall> =
  | { ok: true; data: z.output<Row['output']> }
  | (OperatorRefusal<Row['errors'][number] | (typeof anyOperatorErrors)[number]> & { logId?: string })

const failure = z.object({
  code: z.enum(Object.keys(operatorErrors) as [OperatorError, ...OperatorError[]]),
  description: z.string(),
  log_id: z.string(),
})

/** The wire of the operator: a success is the output of the row, a failure its code, description and log id. */
export const operatorWire = {
  seal: (outcome: { ok: true; data: object } | OperatorRefusal, logId: string): { status: number; body: object } => {
    if (outcome.ok) return { status: 200, body: outcome.data }
    const { ok: _, code, ...more } = outcome
    return { status: operatorErrors[code].status, body: { code, ...more, log_id: logId } }
  },
  /** Undefined when the answer is not in this wire, or not of this row. */
  open: <Row extends OperatorCall>(row: Row, status: number, body: unknown): OperatorAnswer<Row> | undefined => {
    if (status === 200) {
      const output = row.output.safeParse(body)
      return output.success ? { ok: true, data: output.data as z.output<Row['output']> } : undefined
    }
    const refused = failure.safeParse(body).data
    if (!refused) return undefined
    const { log_id: logId, code, description } = refused
    return { ok: false, code: code as OperatorRefusal<Row['errors'][number]>['code'], description, logId }
  },
}

/** The faults of an input in one line: each message after the name of its field. */
export const inputFault = ({ issues }: z.ZodError): string =>
  issues.map(({ path, message }) => [...(path.length > 0 ? [path.join('.')] : []), message].join(': ')).join('; ')
