import { createHmac } from 'node:crypto'

interface Signed {
  /** The same at each attempt, so a receiver can drop repeated posts. It has no full stop. */
  id: string
  /** The time of the attempt. */
  at: number
  body: string
}

/**
 * The headers of a post signed by Standard Webhooks: `webhook-signature` has the HMAC-SHA256 of the id, the time and
 * the body, once for each secret.
 */
export const signedHeaders = ({ id, at, body }: Signed, secrets: readonly Buffer[]): Record<string, string> => {
  const timestamp = String(Math.floor(at / 1000))
  const signed = `${id}.${timestamp}.${body}`
  const signatures = secrets.map((secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`)
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
