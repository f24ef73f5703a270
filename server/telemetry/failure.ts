import { z } from 'zod'

/** The result code of each way in which a post fails (spec section 8, analytics). */
export const codes = {
  /** A channel is set, but no address. */
  noUrl: 4001,
  /** No connection to the receiver. */
  noConnection: 500,
  /** The receiver did not accept: by its status, or by an unreadable answer. */
  badAnswer: 5001,
  /** No whole answer came in time. */
  timeout: 5005,
  /** Events were given up before they were sent. */
  notSent: 1000,
  /** The connection broke off after the request, before an answer. */
  brokeOff: 1001,
} as const

export interface Failed {
  ok: false
  code: (typeof codes)[keyof typeof codes]
  reason: string
  /** The status of the answer, if any. */
  status: number | undefined
  /** True when the receiver has read the post and refuses it, so the same would be refused again. */
  isFinal: boolean
}

/** Statuses from 400 to 499 that concern the moment, the token or the connection, and not the events. */
const temporary = new Set([401, 403, 404, 407, 408, 421, 425, 429])

export const failed = (
  name: keyof typeof codes,
  reason: string,
  { status, isFinal = false }: { status?: number; isFinal?: boolean } = {},
): Failed => ({ ok: false, code: codes[name], reason, status, isFinal })

/** The result code of an answer: 0 accepts. */
const verdict = z.object({ e: z.number().int() })

/** The data of an answer that accepts, or the failure of one that does not. */
export const unlessAccepted = <Data>(
  { status, text }: { status: number; text: string },
  schema: z.ZodType<Data>,
): Failed | { ok: true; data: Data } => {
  if (status < 200 || status > 299) {
    const isFinal = status >= 400 && status < 500 && !temporary.has(status)
    return failed('badAnswer', `status ${status}`, { status, isFinal })
  }
  const answer = parse(text)
  const said = verdict.safeParse(answer).data?.e
  if (said !== undefined && said !== 0) return failed('badAnswer', `e is ${said}`, { status, isFinal: true })
  const { success, data } = schema.safeParse(answer)
  if (said !== 0 || !success) return failed('badAnswer', 'an unexpected answer', { status })
  return { ok: true, data }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
