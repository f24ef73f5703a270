import { z } from 'zod'
import { postJson, retryAfterMs } from '#account-api/kernel/outside/answers'
import { NotAccepted } from '#account-api/kernel/outside/not-accepted'

/** An answer of Lark. Its code is more specific than its status, which may be 200 for an error. */
export interface LarkAnswer {
  status: number
  headers: Headers
  code: number
  /** The complete body: some calls return their result next to the code, others in `data`. */
  body: unknown
}

/** The codes for a tenant_access_token that has expired, was revoked or is malformed. */
const tokenCodes = new Set([99991663, 99991665, 99991668, 99991671])

/** The codes for too many requests: to the gateway, to one person, and by the tenant. */
const rateCodes = new Set([99991400, 230020, 11232, 11233, 11247])

/**
 * The codes for a person who does not belong to the tenant, or whom the app may not write to. Other codes concern the
 * app, so the operator can fix them.
 */
const recipientCodes = new Set([99992351, 99992360, 99992361, 99992364, 99992402, 230001, 230013])

const coded = z.object({ code: z.number().int() })

/**
 * Makes a call of Lark.
 * @throws NotAccepted if the answer has no code, for example from a proxy or at a wrong address
 */
export const askLark = async (
  url: string,
  { headers, body }: { headers: Record<string, string>; body: object },
  signal: AbortSignal,
): Promise<LarkAnswer> => {
  const answer = await postJson(url, { headers, body: JSON.stringify(body) }, signal)
  const read = jsonIn(answer.text)
  const { data } = coded.safeParse(read)
  if (!data) throw new NotAccepted(`Lark answered ${answer.status} without a code`, waiting(answer.headers))
  return { status: answer.status, headers: answer.headers, code: data.code, body: read }
}

export const isTokenRefused = ({ code }: LarkAnswer): boolean => tokenCodes.has(code)

/**
 * The content of a successful answer.
 * @throws NotAccepted with the code; its text is left out, because it may name the recipient
 */
export const contentOf = ({ status, headers, code, body }: LarkAnswer): unknown => {
  if (code === 0 && status >= 200 && status < 300) return body
  const refused = `Lark answered ${status} with code ${code}`
  if (status === 429 || rateCodes.has(code)) throw new NotAccepted(refused, waiting(headers))
  const isAboutRecipient = recipientCodes.has(code)
  throw new NotAccepted(refused, { isFinal: isAboutRecipient, isRecipientUnknown: isAboutRecipient })
}

const waiting = (headers: Headers) => ({
  retryAfterMs: retryAfterMs(headers, ['x-ogw-ratelimit-reset', 'retry-after']),
})

const jsonIn = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
