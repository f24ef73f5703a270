import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { fastify } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { Draining } from '#process/draining'
import { promised } from '#tests/fixtures/time/promised'

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
afterEach(() => agent.destroy())

const open = async (port: number, path: string) => {
  const [answer] = (await once(get({ port, path, agent, host: '127.0.0.1' }), 'response')) as [IncomingMessage]
  return { status: answer.statusCode, connection: answer.headers.connection, body: await text(answer) }
}

/** A server that holds the answers to /held until it is released. */
const startServer = async (draining: Draining) => {
  const server = fastify({ return503OnClosing: false })
  const [asked, held] = [promised(), promised()]
  draining.watch(server)
  server.get('/', async () => 'a page')
  server.get('/held', async () => {
    asked.resolve()
    await held.promise
    return 'a late page'
  })
  const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }))
  return { server, port: Number(port), give: held.resolve, isAsked: asked.promise }
}

it('happy: while the server drains, requests are answered, and each answer closes its connection', async () => {
  const draining = new Draining()
  const { server, port } = await startServer(draining)
  expect(await open(port, '/')).toMatchObject({ status: 200, connection: 'keep-alive' })
  const drained = draining.drain(60_000)
  expect(draining.isDraining).toBe(true)
  for (let nth = 0; nth < 3; nth += 1)
    expect(await open(port, '/')).toEqual({ status: 200, connection: 'close', body: 'a page' })
  draining.end()
  await drained
  await server.close()
})

it('happy: a request under way when the listener closes gets its page, not JSON', async () => {
  const draining = new Draining()
  const { server, port, give, isAsked } = await startServer(draining)
  const answer = open(port, '/held')
  await isAsked
  await draining.drain(0)
  const closed = server.close()
  give()
  expect(await answer).toEqual({ status: 200, connection: 'close', body: 'a late page' })
  await closed
})

it('happy: connections that wait to be accepted when the listener closes get their page', async () => {
  const draining = new Draining()
  const { server, port } = await startServer(draining)
  await draining.drain(0)
  // The system has made these connections before this process looks at its listener again.
  const answers = Array.from({ length: 3 }, () => fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.text()))
  const closed = server.close()
  expect(await Promise.all(answers)).toEqual(['a page', 'a page', 'a page'])
  await closed
})
