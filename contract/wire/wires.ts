import { z } from 'zod'
import type { Wire } from '../call'

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

/** The fields of `data`. None where it is missing; a list alone is the only list of the answer, whatever its name. */
const fieldsOf = (data: unknown): Record<string, unknown> =>
  record.safeParse(data).data ?? (Array.isArray(data) ? { list: data } : {})

/** A failure. What it says stands in `data` or beside it: account APIs differ. */
const failed = (body: Record<string, unknown>, numberKey: string): Content | undefined => {
  const { data: inside, message: _, ...beside } = body
  const { [numberKey]: number, description, ...data } = { ...beside, ...fieldsOf(inside) }
  if (typeof number !== 'number' || number === 0) return undefined
  return { ok: false, number, description: typeof description === 'string' ? description : '', data }
}

/** The envelopes of sso and auth: a number, 0 for a success, under a name that differs. */
const numbered = (numberKey: 'error_code' | 'status_code'): Envelope => ({
  seal: (content) =>
    content.ok
      ? { [numberKey]: 0, description: '', data: content.data }
      : { [numberKey]: content.number, description: content.description, data: content.data },
  open: (raw) => {
    const { success, data: body } = record.safeParse(raw)
    if (!success) return undefined
    return body[numberKey] === 0 ? { ok: true, data: fieldsOf(body.data) } : failed(body, numberKey)
  },
})

/** The envelopes of the specification (section 8). A success is `message: 'success'`, error_code 0 or status_code 0. */
export const wires: Record<Wire, Envelope> = {
  web: {
    seal: (content) =>
      content.ok
        ? { message: 'success', data: content.data }
        : { message: 'error', data: { ...content.data, error_code: content.number, description: content.description } },
    open: (raw) => {
      const { success, data: body } = record.safeParse(raw)
      if (!success) return undefined
      return body.message === 'success' ? { ok: true, data: fieldsOf(body.data) } : failed(body, 'error_code')
    },
  },
  sso: numbered('error_code'),
  auth: numbered('status_code'),
}
