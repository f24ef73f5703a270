import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { onePageApp } from '#tests/server/page-memory/one-page-app'
import { serve } from '#tests/server/web-app'

// Requests that are sent on one connection before the first has its answer (RFC 9112, section 9.3.2).
const begun: string[] = []
let [atOnce, mostAtOnce] = [0, 0]
const web = await serve(
  onePageApp(async (request) => {
    begun.push(new URL(request.url).search)
    atOnce += 1
    mostAtOnce = Math.max(mostAtOnce, atOnce)
    await new Promise((resolve) => setImmediate(resolve))
    atOnce -= 1
    return new Response('made', { headers: { 'content-type': 'text/html' } })
  }),
)
afterAll(() => web.stop())

/** Sends so many requests at once on one connection. @returns all that came back, or nothing if it was broken off */
const sendAtOnce = (count: number): Promise<string> => {
  const request = (nth: number) =>
    `GET /made?${nth} HTTP/1.1\r\nHost: localhost\r\nConnection: ${nth === count ? 'close' : 'keep-alive'}\r\n\r\n`
  const socket = connect(web.port, '127.0.0.1')
  socket.write(Array.from({ length: count }, (_, index) => request(index + 1)).join(''))
  return text(socket).catch(() => '')
}

it('happy: pipelined requests are answered one at a time, in order', async () => {
  expect((await sendAtOnce(40)).match(/HTTP\/1.1 200/g)).toHaveLength(40)
  expect(begun.splice(0)).toEqual(Array.from({ length: 40 }, (_, index) => `?${index + 1}`))
  expect(mostAtOnce).toBe(1)
})

it('security: a connection that sends 20,000 requests at once is closed, and few of them are processed', async () => {
  await sendAtOnce(20_000)
  expect(begun.length).toBeLessThan(110)
})
