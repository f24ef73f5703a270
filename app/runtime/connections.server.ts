import http from 'node:http'
import https from 'node:https'
import { idleConnectionMs } from '#contract/wire/connections'
import type { Send } from '#contract/wire/exchange'

type Sent = Parameters<Send>[0]
type Received = Awaited<ReturnType<Send>>

// With its own time-out, an agent also respects a shorter one that a server announces (RFC 2068, section 19.7.1.1).
const kept = { keepAlive: true, maxSockets: 64, timeout: idleConnectionMs.client }
const newAgents = () => ({ http: new http.Agent(kept), https: new https.Agent(kept) })
/** Calls that hash a password take long, so they have their own connections: no other call waits behind them. */
const [passwordAgents, otherAgents] = [newAgents(), newAgents()]

/** A kept connection was closed before any byte of an answer, so the server may never have seen the request. */
class ClosedUnanswered extends Error {}

/**
 * Sends over kept connections of node:http, at half the CPU of the platform's fetch. It is used under every host,
 * because remix-serve replaces fetch by an older one. If a kept connection is closed before any answer, its request is sent again, unchanged, over a new connection. Its nonce counts once, so it is processed at most once.
 */
export const sendByHttp: Send = (sent) => {
  const agents = sent.hashes ? passwordAgents : otherAgents
  return sendOnce(sent, sent.url.startsWith('https:') ? agents.https : agents.http).catch(async (failure: unknown) => {
    if (!(failure instanceof ClosedUnanswered)) throw failure
    return { ...(await sendOnce(sent, false)), resentAfter: failure.cause }
  })
}

const sendOnce = ({ url, method, headers, body, signal }: Sent, agent: http.Agent | false): Promise<Received> =>
  new Promise((resolve, reject) => {
    const { request: open } = url.startsWith('https:') ? https : http
    // The path is sent as it was signed. Node would write quotes, dots and an empty query differently.
    const [, origin = '', path = ''] = /^(https?:\/\/[^/]+)(.*)$/s.exec(url) ?? []
    const request = open(origin, { path, method, headers, signal, agent }, (response) => {
      // Node's own function makes a Blob on the way, which takes longer than the request's signature.
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.once('error', reject)
      response.once('end', () => {
        const header = (name: string) => [response.headers[name.toLowerCase()]].flat()[0]
        const body = Buffer.concat(parts)
        resolve({ status: response.statusCode ?? 0, header, setCookies: response.headers['set-cookie'] ?? [], body })
      })
    })
    let hasAnswer = false
    request.once('socket', (socket) => {
      const hear = () => {
        hasAnswer = true
      }
      socket.once('data', hear)
      request.once('close', () => socket.off('data', hear))
    })
    request.once('error', (cause: NodeJS.ErrnoException) => {
      const isClosed = cause.code === 'ECONNRESET' || cause.code === 'EPIPE'
      const isStale = request.reusedSocket && isClosed && !hasAnswer
      reject(isStale ? new ClosedUnanswered('the connection was closed', { cause }) : cause)
    })
    request.end(body)
  })
