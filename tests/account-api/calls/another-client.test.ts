import { createHash, createHmac, hkdfSync, randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { application, describeWorlds, goodPassword } from '#tests/account-api/worlds/worlds'

describeWorlds('a third-party client on $name', (world) => {
  beforeAll(() => world.listen())
  it('happy: another client signs a call as documented in docs/integrators/api.md', async () => {
    const { mobile, userId } = await world.registerMobile()
    const path = '/passport/web/user/login'
    const body = JSON.stringify({ mobile, password: goodPassword })
    const formToken = 'a-token-of-128-bits-by'
    const headers: Record<string, string> = {
      'x-aid': 'butterfly',
      'content-type': 'application/json',
      cookie: `passport_csrf_token=${formToken}`,
      'accept-language': 'en',
      'user-agent': 'another client of Zoë',
      'x-csrf-token': formToken,
      'x-client-address': '203.0.113.9',
    }
    const [timestamp, nonce] = [String(Math.floor(Date.now() / 1000)), randomUUID()]
    const lines = [
      'POST',
      path,
      timestamp,
      nonce,
      createHash('sha256').update(body).digest('hex'),
      ...Object.entries(headers).map(([name, value]) => `${name}:${value}`),
      'x-captcha-ticket:',
    ]
    const key = Buffer.from(hkdfSync('sha256', application.key, 'butterfly', 'signature v2', 32))
    const signature = createHmac('sha256', key)
      .update(Buffer.from(lines.join('\n'), 'latin1'))
      .digest('hex')
    const signed = { 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': `v2=${signature}` }
    const answer = await fetch(world.baseUrl + path, { method: 'POST', headers: { ...headers, ...signed }, body })
    expect(await answer.json()).toMatchObject({ message: 'success', data: { user_id: userId } })
  })
})
