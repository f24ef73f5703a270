import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { derivedKey } from './derived-key'
import { headerNames } from './headers'

/** The application that signs: its id, and its key, a shared secret of at least 32 bytes. */
export interface Application {
  aid: string
  key: string
}

/** The signed parts of a request, exactly as sent. `path` includes the query; header names are in lower case. */
export interface SignedRequest<Header = string> {
  method: string
  path: string
  headers: Record<string, Header | undefined>
  body: string | Buffer
}

export const signatureHeaders = {
  aid: 'x-aid',
  timestamp: 'x-timestamp',
  nonce: 'x-nonce',
  signature: 'x-signature',
} as const

/**
 * The headers that a signature covers, in this order: all that affect the caller, the person and the language, or the
 * reading of the body. An absent one is signed as an empty one.
 */
export const signedHeaders = [
  signatureHeaders.aid,
  'content-type',
  'cookie',
  'accept-language',
  'user-agent',
  headerNames.formToken,
  headerNames.clientAddress,
  headerNames.captchaTicket,
] as const

/** The version of the scheme, which precedes each signature, and is part of the use of the derived key. */
export const signatureVersion = 'v2'

/** The use that the signing key is derived for. */
export const signatureUse = `signature ${signatureVersion}`

/** The largest difference between the two clocks. A nonce has to be remembered for that long, before and after now. */
export const signatureSkewSeconds = 5 * 60

type SignedText = Omit<SignedRequest, 'headers'> & { headers: readonly string[]; timestamp: string; nonce: string }

const signatureOf = ({ method, path, headers, body, timestamp, nonce }: SignedText, key: string): Buffer => {
  const bodyHash = createHash('sha256').update(body).digest('hex')
  const lines = [method, path, timestamp, nonce, bodyHash, ...headers]
  // Node reads and writes each byte of a header as one character (latin1), so these are the bytes as sent.
  return createHmac('sha256', derivedKey(key, signatureUse)).update(lines.join('\n'), 'latin1').digest()
}

/** A header's value as its receiver reads it: without spaces and tabs around it (RFC 9110, section 5.5). */
const asReceived = (value = ''): string => {
  let end = value.length
  // No pattern is used, because a run of spaces, sent by anybody who reaches the account API, would take quadratic
  // time.
  while (end > 0 && (value[end - 1] === ' ' || value[end - 1] === '\t')) end -= 1
  return value.slice(0, end).replace(/^[ \t]+/, '')
}

/**
 * The headers that sign a request: HMAC-SHA256 (RFC 2104), by a key that is derived from the application's, over the
 * lines method, path, timestamp, nonce, hash of the body, and `name:value` of each of {@link signedHeaders}.
 */
export const sign = (request: SignedRequest, { aid, key }: Application, nowMs: number): Record<string, string> => {
  const timestamp = String(Math.floor(nowMs / 1000))
  const nonce = randomBytes(16).toString('base64url')
  const sent: SignedRequest['headers'] = { ...request.headers, [signatureHeaders.aid]: aid }
  const headers = signedHeaders.map((name) => `${name}:${asReceived(sent[name])}`)
  const signature = signatureOf({ ...request, headers, timestamp, nonce }, key).toString('hex')
  return {
    [signatureHeaders.aid]: aid,
    [signatureHeaders.timestamp]: timestamp,
    [signatureHeaders.nonce]: nonce,
    [signatureHeaders.signature]: `${signatureVersion}=${signature}`,
  }
}

export type SignatureCheck =
  | { ok: true; nonce: string; signedAtMs: number; staleAfterMs: number }
  | { ok: false; reason: 'unsigned' | 'unknown_application' | 'doubled' | 'wrong' }
  | { ok: false; reason: 'stale'; aheadMs: number }

/**
 * The reasons of a refused signature. `forgotten`: it was made before the memory of nonces began, which a restart or a crash
 * empties; the call was not processed, and a new signature is accepted.
 */
export const signatureRefusals = ['key', 'clock', 'replay', 'forgotten'] as const
export type SignatureRefusal = (typeof signatureRefusals)[number]

/** The reasons in the words of the log and /readyz. */
export const signatureRefusalTexts: Record<SignatureRefusal, string> = {
  key: 'a signature is refused: the application keys of the two programs differ (ACCOUNT_API_KEY, ACCOUNT_API_AID)',
  clock: 'a signature is refused: the clocks of the two programs differ by more than five minutes',
  replay: 'a signature is refused: the same signed request has come before',
  forgotten: 'a signature is refused: it was made before the memory of nonces began',
}

/**
 * Checks a signature in constant time. The caller also has to refuse a repeated nonce before `staleAfterMs`; from then
 * on its timestamp is refused. All values of a header are given, so a repeated header is noticed.
 * @param keysOf the key ring of an application; empty for an unknown one
 */
export const checkSignature = (
  request: SignedRequest<string | readonly string[]>,
  keysOf: (aid: string) => readonly string[],
  nowMs: number,
): SignatureCheck => {
  const valuesOf = (name: string) => [request.headers[name] ?? []].flat()
  const value = (name: string) => valuesOf(name)[0] ?? ''
  const [timestamp, nonce] = [value(signatureHeaders.timestamp), value(signatureHeaders.nonce)]
  const [version, signature = ''] = value(signatureHeaders.signature).split('=')
  if (version !== signatureVersion || !/^[0-9a-f]{64}$/.test(signature)) return { ok: false, reason: 'unsigned' }
  if (!/^\d{1,12}$/.test(timestamp) || !/^[\w-]{16,64}$/.test(nonce)) return { ok: false, reason: 'unsigned' }
  if ([...Object.values(signatureHeaders), ...signedHeaders].some((name) => valuesOf(name).length > 1))
    return { ok: false, reason: 'doubled' }
  const keys = keysOf(value(signatureHeaders.aid))
  if (keys.length === 0) return { ok: false, reason: 'unknown_application' }
  const skewMs = signatureSkewSeconds * 1000
  const signedAtMs = Number(timestamp) * 1000
  const aheadMs = signedAtMs - nowMs
  const headers = signedHeaders.map((name) => `${name}:${value(name)}`)
  const given = Buffer.from(signature, 'hex')
  const isRight = keys.some((key) =>
    timingSafeEqual(signatureOf({ ...request, headers, timestamp, nonce }, key), given),
  )
  if (!isRight) return { ok: false, reason: 'wrong' }
  if (Math.abs(aheadMs) > skewMs) return { ok: false, reason: 'stale', aheadMs }
  return { ok: true, nonce, signedAtMs, staleAfterMs: signedAtMs + skewMs }
}
