import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Setting } from '../domain/setting'

const most = 50

/** `GET /outbox?to=…`: what was sent to one address, newest first. For local deployments, where nothing else delivers. */
export const outboxRoute = (setting: Setting) => async (request: FastifyRequest, reply: FastifyReply) => {
  const { to } = request.query as { to?: unknown }
  if (typeof to !== 'string') return reply.code(400).send({ error: 'Say whose messages: /outbox?to=…' })
  // An unescaped + in a query is a space, and every mobile begins with one.
  const entries = await setting.storage.outbox.newest(to.replace(/^ /, '+').toLowerCase(), most)
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
