import { expect, it } from 'vitest'
import { runningHere } from '#tests/fixtures/hooks'
import { freePort } from '#tests/fixtures/programs/free-port'
import { startFront } from '#tests/fixtures/programs/front'
import { serve } from '#tests/fixtures/programs/loopback'
import { send } from '#tests/server/browser'
import { startNginx } from './proxies'

// nginx by the sample of the desk, before a copy that says what it was asked.
const asked: string[] = []
const copy = runningHere(() =>
  serve(({ url, headers }, response) => {
    asked.push(`${url} for ${headers['x-forwarded-for']} at ${headers['x-forwarded-proto']}`)
    response.end('the desk')
  }),
)
let https = 0
runningHere(async () => {
  https = await freePort()
  const none = await freePort()
  const ports = { https: await freePort(), http: await freePort(), copies: [none, none] } as const
  return startNginx(ports, { https, copy: copy.port, network: '127.0.0.0/16' })
})
const front = runningHere(() => startFront(() => https))

const visit = (address: string) => {
  front.visitFrom(address)
  return send(`https://localhost:${front.port}`, '/desk', { headers: { connection: 'close' } })
}

it('happy: an operator within the network reaches the desk, which learns the address', async () => {
  expect(await visit('127.0.3.4')).toMatchObject({ status: 200, text: 'the desk' })
  expect(asked).toEqual(['/desk for 127.0.3.4 at https'])
})

it('security: a client outside the network cannot reach the desk', async () => {
  asked.length = 0
  expect((await visit('127.9.8.7')).status).toBe(403)
  expect(asked).toEqual([])
})
