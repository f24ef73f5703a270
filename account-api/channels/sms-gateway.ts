import { type Deliver, NotAccepted } from './delivery'

/**
 * Delivers SMS through an HTTP gateway: a POST of `{id, to, body}` as JSON, `to` in E.164. Any 2xx accepts the message.
 * The id is the same at each attempt, so that a gateway can drop a repeated one.
 */
export const smsGatewayChannel =
  (url: string): Deliver =>
  async ({ id, to, body }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': id },
      body: JSON.stringify({ id, to, body }),
      signal: AbortSignal.timeout(10_000),
    })
    if (!response.ok) throw new NotAccepted(`the SMS gateway answered ${response.status}`)
  }
