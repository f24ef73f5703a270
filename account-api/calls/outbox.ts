import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Service } from '#account-api/closing/service'
import { readAccount } from '#rules/typed/identifier'
import { isLoopback } from '#settings/loopback'

const most = 50

/** `GET /outbox?to=…`: the messages to one address, newest first. Only for local deployments, and for this machine. */
export const outboxRoute = (service: Service) => async (request: FastifyRequest, reply: FastifyReply) => {
  if (!isFromThisMachine(request))
    return reply.code(403).send({ error: 'Open /outbox on this machine, by a loopback name and without a proxy' })
  const { to } = request.query as { to?: unknown }
  if (typeof to !== 'string') return reply.code(400).send({ error: 'Say whose messages: /outbox?to=…' })
  // An unescaped + in a query is a space, and every mobile begins with one.
  const { value } = readAccount(to.replace(/^ /, '+'), service.deployment.defaultRegion)
  const entries = await service.storage.outbox.newest(value, most)
  reply.header('x-content-type-options', 'nosniff')
  return entries.map(({ to, channel, purpose, code, link, subject, body, createdAt }) => ({
    to,
    channel,
    purpose,
    code,
    link,
    subject,
    body,
    at: new Date(createdAt).toISOString(),
  }))
}

/** The headers that show that a proxy forwarded a request. */
const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/**
 * True when a request was made on this machine to a loopback name. A page of another site can point its own name at
 * this machine and read the answers (DNS rebinding), but then the Host header has that name.
 */
const isFromThisMachine = ({ headers, socket }: FastifyRequest): boolean =>
  namesLoopback(headers.host ?? '') &&
  /^(::1|(::ffff:)?127\.[\d.]+)$/.test(socket.remoteAddress ?? '') &&
  forwardingHeaders.every((name) => headers[name] === undefined)

/** True when a Host header is a loopback name, with or without a port. */
const namesLoopback = (host: string): boolean => isLoopback(host.replace(/:\d{1,5}$/, '').toLowerCase())
