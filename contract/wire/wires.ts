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

const webBody = z.union([
  z.object({ message: z.literal('success'), data: record }),
  z.object({ message: z.string(), data: z.looseObject({ error_code: z.number(), description: z.string() }) }),
])

/** The envelopes of sso and auth: a number, 0 for a success, under a name that differs. */
const numbered = (numberKey: 'error_code' | 'status_code'): Envelope => {
  const body = z.object({ [numberKey]: z.number(), description: z.string().default(''), data: record.default({}) })
  return {
    seal: (content) =>
      content.ok
        ? { [numberKey]: 0, description: '', data: content.data }
        : { [numberKey]: content.number, description: content.description, data: content.data },
    open: (raw) => {
      const parsed = body.safeParse(raw)
      if (!parsed.success) return undefined
      const {
        [numberKey]: number,
        description,
        data,
      } = parsed.data as {
        [key: string]: unknown
        description: string
        data: Record<string, unknown>
      }
      return number === 0 ? { ok: true, data } : { ok: false, number: number as number, description, data }
    },
  }
}

/** The envelopes of the specification (section 8). A success is `message: 'success'`, error_code 0 or status_code 0. */
export const wires: Record<Wire, Envelope> = {
  web: {
    seal: (content) =>
      content.ok
        ? { message: 'success', data: content.data }
        : { message: 'error', data: { ...content.data, error_code: content.number, description: content.description } },
    open: (raw) => {
      const parsed = webBody.safeParse(raw)
      if (!parsed.success) return undefined
      const body = parsed.data
      if (body.message === 'success') return { ok: true, data: body.data }
      const { error_code, description, ...data } = body.data as { error_code: number; description: string }
      return { ok: false, number: error_code, description, data }
    },
  },
  sso: numbered('error_code'),
  auth: numbered('status_code'),
}
