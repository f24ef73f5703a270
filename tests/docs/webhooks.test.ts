import { expect, it } from 'vitest'
import { signedHeaders } from '#account-api/kernel/outside/signed-post'
import { isGenuine } from '#tests/fixtures/network/documented-verification'

const at = 1_795_698_117_000
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const keys = (...secrets: string[]) => secrets.map((each) => Buffer.from(each.slice(6), 'base64'))
const body = '{"type":"webhook.test"}'
const signed = (...secrets: string[]) => signedHeaders({ id: 'an-id', at, body }, keys(...secrets))

it('happy: the guide’s example accepts a request signed with the secret, and with either during a rotation', () => {
  expect(isGenuine(signed(secret), body, secret, at)).toBe(true)
  for (const one of [secret, other]) expect(isGenuine(signed(other, secret), body, one, at)).toBe(true)
})

it('security: the guide’s example refuses another secret, id, time or body, an old request, and one without a signature', () => {
  const headers = signed(secret)
  expect(isGenuine(headers, body, other, at)).toBe(false)
  expect(isGenuine(headers, `${body} `, secret, at)).toBe(false)
  expect(isGenuine({ ...headers, 'webhook-id': 'another' }, body, secret, at)).toBe(false)
  expect(isGenuine({ ...headers, 'webhook-timestamp': String(at / 1000 + 1) }, body, secret, at)).toBe(false)
  expect(isGenuine(headers, body, secret, at + 301_000)).toBe(false)
  expect(isGenuine({}, body, secret, at)).toBe(false)
})

it('happy: a signature follows the Standard Webhooks specification', () => {
  // As its libraries test themselves.
  const headers = signedHeaders(
    { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: 1_614_265_330_000, body: '{"test": 2432232314}' },
    keys('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'),
  )
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})
