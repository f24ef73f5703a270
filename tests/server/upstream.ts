import Fastify from 'fastify'
import { formTokenCookie, knownBrowserCookie, sessionCookie } from '#contract/wire/headers'
import { wires } from '#contract/wire/wires'
import { infoOf, signedIn } from '#tests/app/browser/answers'
import { freePort } from '#tests/fixtures/programs/free-port'

/** How the upstream behaves: as the contract says, or in one of the ways in which a server fails. */
type Behaviour = 'agreed' | 'slow' | 'html' | 'half a JSON' | '500' | 'hangs up'

/** A request that the upstream received. */
interface Asked {
  path: string
  headers: Record<string, string | string[] | undefined>
}

/** A small account API on a free loopback port, with one account. A test can make it fail. */
export const startUpstream = async ({ logIdHeader = 'x-log-id' } = {}) => {
  const asked: Asked[] = []
  const state: { behaviour: Behaviour } = { behaviour: 'agreed' }
  /** The paths of requests that the sender aborted before the answer. */
  const left: string[] = []
  const server = Fastify({ forceCloseConnections: true })
  const done = (data: Record<string, unknown>) => wires.web.seal({ ok: true, data })
  const isSignedIn = (cookie = '') => cookie.includes(`${sessionCookie}=alive`)
  const refused = (number: number, description: string) => wires.web.seal({ ok: false, number, description, data: {} })
  const notSignedIn = refused(1002, 'not signed in')

  server.addHook('onRequest', async (request, reply) => {
    asked.push({ path: request.url, headers: request.headers })
    reply.header(logIdHeader, 'upstream-1')
    if (state.behaviour === 'slow') await new Promise((resolve) => setTimeout(resolve, 6000).unref())
    if (state.behaviour === 'html') return reply.type('text/html').send('<h1>Hello</h1>')
    if (state.behaviour === 'half a JSON') return reply.type('application/json').send('{"message":"succ')
    if (state.behaviour === '500') return reply.code(500).send({ message: 'error' })
    if (state.behaviour === 'hangs up') request.raw.socket.destroy()
  })

  server.addHook('onRequestAbort', async (request) => {
    left.push(request.url)
  })

  server.get('/readyz', async () => ({}))
  server.get('/passport/web/check_login', async (request, reply) => {
    reply.header('set-cookie', `${formTokenCookie}=token; Path=/`)
    return done({ signed_in: isSignedIn(request.headers.cookie) })
  })
  server.post('/passport/web/account/login_v2', async (request, reply) => {
    // Mix mode: each byte XOR 5, in hex.
    const { password } = request.body as { password: string }
    const typed = Buffer.from(password, 'hex')
      .map((byte) => byte ^ 5)
      .toString()
    if (typed !== 'right password') return reply.code(400).send(refused(1201, 'wrong'))
    reply.header('set-cookie', `${sessionCookie}=alive; Path=/; HttpOnly`)
    reply.header('set-cookie', `${knownBrowserCookie}=${'k'.repeat(22)}; Path=/; HttpOnly`)
    return done(signedIn().data)
  })
  server.get('/passport/web/account/info', async (request, reply) =>
    isSignedIn(request.headers.cookie) ? done(infoOf({ username: 'ada' })) : reply.code(401).send(notSignedIn),
  )
  server.addContentTypeParser('multipart/form-data', { parseAs: 'buffer', bodyLimit: 8e6 }, async () => ({}))
  server.post('/passport/web/avatar/upload', { bodyLimit: 8e6 }, async () => done({ key: 'a-picture' }))
  server.get('/passport/common/avatar/defaults/:aid', async () => done({ items: [{ key: 'default-avatar-1' }] }))
  server.get('/passport/common/image/:key', async (request, reply) =>
    request.url.endsWith('/a-picture')
      ? reply.type('image/jpeg').send(Buffer.from([255, 216, 255]))
      : reply.code(404).send(refused(1602, 'no such picture')),
  )
  server.post('/passport/web/logout', async (request, reply) => {
    if (!isSignedIn(request.headers.cookie)) return reply.code(401).send(notSignedIn)
    reply.header('set-cookie', `${sessionCookie}=; Path=/; Max-Age=0`)
    return done({ done: true })
  })

  const port = await freePort()
  await server.listen({ host: '127.0.0.1', port })
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    left,
    behave: (behaviour: Behaviour) => {
      state.behaviour = behaviour
    },
    stop: () => server.close(),
  }
}
