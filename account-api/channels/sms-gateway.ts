import { retryAfterMs, textOf } from '#account-api/kernel/outside/answers'
import { NotAccepted } from '#account-api/kernel/outside/not-accepted'
import type { Deliver } from './delivery'

/** Statuses from 400 to 499 that concern the gateway, the credentials or the moment, and not the message. */
const temporary = new Set([401, 402, 403, 404, 405, 407, 408, 409, 421, 425, 429])

/**
 * Delivers SMS through an HTTP gateway: a POST of `{id, to, body}` as JSON, `to` in E.164. Any 2xx accepts the message;
 * a redirect does not. The id is the same at each attempt, so that a gateway can drop a repeated one. A user and a
 * password in the URL are sent as Basic authentication (RFC 7617). A Retry-After delays the next attempt.
 */
export const smsGatewayChannel = (url: string): Deliver => {
  const { address, authorization } = withoutCredentials(url)
  return async ({ id, to, body }, signal) => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': id, ...authorization },
      body: JSON.stringify({ id, to, body }),
      // The operator has not named the target of a redirect, and it would get a code.
      redirect: 'manual',
      signal,
    })
    const { status } = response
    // Only the status counts, so an answer that breaks off or never ends changes nothing.
    await textOf(response, signal)
    if (response.ok) return
    const isFinal = status >= 400 && status < 500 && !temporary.has(status)
    throw new NotAccepted(`the SMS gateway answered ${status}`, {
      isFinal,
      retryAfterMs: retryAfterMs(response.headers, ['retry-after']),
    })
  }
}

const withoutCredentials = (url: string) => {
  const address = new URL(url)
  const { username, password } = address
  address.username = ''
  address.password = ''
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const authorization = username || password ? { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } : {}
  return { address: address.href, authorization }
}
