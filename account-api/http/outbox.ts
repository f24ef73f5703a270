import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Service } from '../domain/service'

const most = 50

/** `GET /outbox?to=…`: the messages to one address, newest first. Only for local deployments. */
export const outboxRoute = (service: Service) => async (request: FastifyRequest, reply: FastifyReply) => {
  const { to } = request.query as { to?: unknown }
  if (typeof to !== 'string') return reply.code(400).send({ error: 'Say whose messages: /outbox?to=…' })
  // An unescaped + in a query is a space, and every mobile begins with one.
  const entries = await service.storage.outbox.newest(to.replace(/^ /, '+').toLowerCase(), most)
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
