import { z } from 'zod'
import type { Wire } from '#contract/call'

/** The content of an envelope: the data of a success, or the number, description and data of a failure. */
export type Content =
  | { ok: true; data: Record<string, unknown> }
  | { ok: false; number: number; description: string; data: Record<string, unknown> }

interface Envelope {
  seal(content: Content): Record<string, unknown>
  /** Undefined when the body is not in this envelope. */
  open(body: unknown): Content | undefined
}

const record = z.record(z.string(), z.unknown())

/** The fields of `data`; a list alone is the only list of the answer, whatever its name. */
const fieldsOf = (data: unknown): Record<string, unknown> =>
  record.safeParse(data).data ?? (Array.isArray(data) ? { list: data } : {})

type NumberKey = 'error_code' | 'status_code'

/** The number of a failure that has none, or a code that is no number. */
const noNumber = -1

/** A number, also as text. Undefined: there is none. */
const numberIn = (value: unknown): number | undefined => {
  if ((typeof value !== 'number' && typeof value !== 'string') || value === '') return undefined
  return Number.isInteger(Number(value)) ? Number(value) : noNumber
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * Opens a body in any of the three envelopes. What it says is in `data` or next to it: account APIs differ.
 * @param own what counts where a body has several
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

/** The envelopes of sso and auth: a number, 0 for a success, under a name that differs. */
const numbered = (numberKey: NumberKey): Envelope => ({
  seal: (content) =>
    content.ok
      ? { [numberKey]: 0, description: '', data: content.data }
      : { [numberKey]: content.number, description: content.description, data: content.data },
  open: (raw) => opened(raw, numberKey),
})

/** The envelopes of the specification (section 8). A success is `message: 'success'`, error_code 0 or status_code 0. */
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
}
