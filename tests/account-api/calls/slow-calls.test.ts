import { request } from 'node:http'
import { beforeAll, expect, it } from 'vitest'
import { describeWorlds } from '#tests/account-api/worlds/worlds'

// What a stranger who reaches the account API can send without its key, each at its largest.
const fill = (part: string, bytes: number): string => part.repeat(Math.floor(bytes / part.length))
const headBytes = 15_000
const path = '/passport/web/account/login_v2'
const json = { 'content-type': 'application/json' }
const signed = {
  'x-aid': 'butterfly',
  'x-timestamp': String(Math.floor(Date.now() / 1000)),
  'x-nonce': 'n'.repeat(22),
  'x-signature': '0'.repeat(64),
}

interface Sent {
  path?: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

const attacks: Record<string, Sent> = {
  'a signed header of spaces': { headers: { ...signed, 'user-agent': `x${fill(' ', headBytes)}x` } },
  'a signed header of tabs': { headers: { ...signed, 'accept-language': `x${fill('\t', headBytes)}x` } },
  'signature headers as long as they can be': { headers: { ...signed, 'x-signature': fill('0', headBytes) } },
  'a timestamp of digits': { headers: { ...signed, 'x-timestamp': fill('1', headBytes) } },
  '5,000 cookies': { headers: { ...signed, cookie: fill('a=b;', headBytes) } },
  'a JSON of 30,000 levels': { headers: { ...json, ...signed }, body: fill('[', 64_000) },
  'a JSON of 10,000 keys': { headers: { ...json, ...signed }, body: `{${fill('"a":1,', 60_000)}"b":1}` },
  'a number of 60,000 digits': { headers: { ...json, ...signed }, body: `{"account":${fill('1', 60_000)}}` },
  'an upload of 5 MB': {
    path: '/passport/web/avatar/upload',
    headers: { ...signed, 'content-type': 'multipart/form-data; boundary=x' },
    body: fill('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n', 5_000_000),
  },
  'a path of slashes': { path: `/passport${fill('/', headBytes)}x` },
  'a path of segments': { path: `/passport/${fill('a/', headBytes)}` },
  'a path of escapes': { path: `/passport/common/image/${fill('%61', headBytes)}`, method: 'GET' },
  '7,000 parameters': { path: `/passport/web/check_login?${fill('a&', headBytes)}`, method: 'GET' },
}

const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

describeWorlds('slow calls without a signature on $name', (world) => {
  beforeAll(() => world.listen())
  const send = ({ path: to = path, method = 'POST', headers = {}, body }: Sent): Promise<number> =>
    new Promise((resolve, reject) => {
      const { port } = new URL(world.baseUrl)
      const sent = request({ host: '127.0.0.1', port, path: to, method, headers }, (answer) => {
        answer.resume()
        answer.once('end', () => resolve(answer.statusCode ?? 0))
      })
      sent.once('error', reject)
      sent.end(body)
    })

  it.each(Object.keys(attacks))('security: during %s, another call is answered within a second', async (name) => {
    const began = cpuMs()
    const attacking = Array.from({ length: 4 }, () => send(attacks[name] ?? {}))
    await new Promise((resolve) => setImmediate(resolve))
    expect(await world.person().checkLogin({})).toMatchObject({ ok: true })
    expect(cpuMs() - began).toBeLessThan(1000)
    for (const status of await Promise.all(attacking)) expect([400, 401, 404, 413, 414]).toContain(status)
  })
})
