import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** The application that signs: its id, and its key, a shared secret of at least 32 bytes. */
export interface Application {
  aid: string
  key: string
}

/** The signed parts of a request, exactly as sent. `path` includes the query. */
export interface SignedRequest {
  method: string
  path: string
  body: string | Buffer
}

export const signatureHeaders = {
  aid: 'x-aid',
  timestamp: 'x-timestamp',
  nonce: 'x-nonce',
  signature: 'x-signature',
} as const

/** The largest difference between the two clocks. A nonce has to be remembered for as long, before and after now. */
export const signatureSkewSeconds = 5 * 60

const signatureOf = (request: SignedRequest, application: Application, timestamp: string, nonce: string): Buffer => {
  const bodyHash = createHash('sha256').update(request.body).digest('hex')
  return createHmac('sha256', application.key)
    .update([request.method, request.path, timestamp, nonce, bodyHash].join('\n'))
    .digest()
}

/** The headers that sign a request: HMAC-SHA256 (RFC 2104) over method, path, timestamp, nonce and hash of the body. */
export const sign = (request: SignedRequest, application: Application, nowMs: number): Record<string, string> => {
  const timestamp = String(Math.floor(nowMs / 1000))
  const nonce = randomBytes(16).toString('base64url')
  return {
    [signatureHeaders.aid]: application.aid,
    [signatureHeaders.timestamp]: timestamp,
    [signatureHeaders.nonce]: nonce,
    [signatureHeaders.signature]: signatureOf(request, application, timestamp, nonce).toString('hex'),
  }
}

export type SignatureCheck =
  | { ok: true; nonce: string; signedAtMs: number; staleAfterMs: number }
  | { ok: false; reason: 'unsigned' | 'unknown_application' | 'stale' | 'wrong' }

/**
 * Checks a signature in constant time. The caller also has to refuse a nonce that comes a second time before
 * `staleAfterMs`; from then on its timestamp is refused.
 */
export const checkSignature = (
  request: SignedRequest,
  headers: Record<string, string | string[] | undefined>,
  keyOf: (aid: string) => string | undefined,
  nowMs: number,
): SignatureCheck => {
  const value = (name: keyof typeof signatureHeaders) => {
    const header = headers[signatureHeaders[name]]
    return typeof header === 'string' ? header : ''
  }
  const [aid, timestamp, nonce, signature] = [value('aid'), value('timestamp'), value('nonce'), value('signature')]
  if (!/^\d{1,12}$/.test(timestamp) || !/^[\w-]{16,64}$/.test(nonce) || !/^[0-9a-f]{64}$/.test(signature))
    return { ok: false, reason: 'unsigned' }
  const key = keyOf(aid)
  if (key === undefined) return { ok: false, reason: 'unknown_application' }
  const skewMs = signatureSkewSeconds * 1000
  const signedAtMs = Number(timestamp) * 1000
  if (Math.abs(nowMs - signedAtMs) > skewMs) return { ok: false, reason: 'stale' }
  const expected = signatureOf(request, { aid, key }, timestamp, nonce)
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
    ? { ok: true, nonce, signedAtMs, staleAfterMs: signedAtMs + skewMs }
    : { ok: false, reason: 'wrong' }
}
