import { z } from 'zod'
import type { Wire } from '#contract/call'
import { type OperatorError, operatorErrors } from '#contract/operator/operator-errors'

/**
 * The content of an envelope: the data of a success, or the number, description and data of a failure. `code`: its name,
 * which the envelope of operators has instead of a number.
 */
export type Content =
  | { ok: true; data: Record<string, unknown> }
  | { ok: false; number: number; code?: string; description: string; data: Record<string, unknown> }

interface Envelope {
  /** @param logId names the request in the log of the account API */
  seal(content: Content, logId?: string): Record<string, unknown>
  /** Undefined if the body has another envelope. */
  open(body: unknown, status?: number): Content | undefined
}

const record = z.record(z.string(), z.unknown())

/** The fields of `data`; a bare list is the only list of the answer, whatever its name. */
const fieldsOf = (data: unknown): Record<string, unknown> =>
  record.safeParse(data).data ?? (Array.isArray(data) ? { list: data } : {})

type NumberKey = 'error_code' | 'status_code'

/** The number of a failure that has none, or has a code that is not a number. */
const noNumber = -1

/** A number, also as text. Undefined: none. */
const numberIn = (value: unknown): number | undefined => {
  if ((typeof value !== 'number' && typeof value !== 'string') || value === '') return undefined
  return Number.isInteger(Number(value)) ? Number(value) : noNumber
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * Opens a body in any of the three envelopes. Its content is in `data` or next to it, because account APIs differ.
 * @param own which one counts if a body has several
 */
const opened = (raw: unknown, own: 'message' | NumberKey): Content | undefined => {
  const body = record.safeParse(raw).data
  if (!body) return undefined
  const { data: inside, message, ...beside } = body
  const all = { ...beside, ...fieldsOf(inside) }
  const number = [all[own], all.error_code, all.status_code].map(numberIn).find((each) => each !== undefined)
  const word = textIn(message).toLowerCase()
  const succeeds = word === 'success' ? own === 'message' || !number : number === 0 && word !== 'error'
  if (succeeds) return { ok: true, data: inside === undefined ? beside : fieldsOf(inside) }
  if (number === undefined && word !== 'error') return undefined
  const { error_code: _, status_code: __, description, ...data } = all
  const words = textIn(description) || (word === 'error' ? '' : textIn(message))
  return { ok: false, number: number || noNumber, description: words, data }
}

/** The envelopes of sso and auth: a number, 0 for a success. The name of the number differs. */
const numbered = (numberKey: NumberKey): Envelope => ({
  seal: (content) =>
    content.ok
      ? { [numberKey]: 0, description: '', data: content.data }
      : { [numberKey]: content.number, description: content.description, data: content.data },
  open: (raw) => opened(raw, numberKey),
})

const failure = z.looseObject({
  code: z.enum(Object.keys(operatorErrors) as [OperatorError, ...OperatorError[]]),
  description: z.string(),
  log_id: z.string(),
})

/** The envelope of operators: a success is the output of the row, a failure its code, description and log id. */
const named: Envelope = {
  seal: (content, log_id = '') =>
    content.ok ? content.data : { code: content.code, description: content.description, ...content.data, log_id },
  open: (raw, status = 200) => {
    if (status === 200) {
      const data = record.safeParse(raw).data
      return data && { ok: true, data }
    }
    const { code, description, log_id: _, ...data } = failure.safeParse(raw).data ?? {}
    return code && { ok: false, number: noNumber, code, description: description ?? '', data }
  },
}

/**
 * The envelopes of the specification (section 8), and the envelope of operators. A success is `message: 'success'`,
 * error_code 0 or status_code 0.
 */
export const wires: Record<Wire, Envelope> = {
  web: {
    seal: (content) =>
      content.ok
        ? { message: 'success', data: content.data }
        : { message: 'error', data: { ...content.data, error_code: content.number, description: content.description } },
    open: (raw) => opened(raw, 'message'),
  },
  sso: numbered('error_code'),
  auth: numbered('status_code'),
  operator: named,
}
