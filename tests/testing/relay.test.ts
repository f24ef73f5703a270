import { afterEach, expect, it } from 'vitest'
import { createClient } from '#contract/client'
import { CookieJar } from '#contract/wire/cookie-jar'
import { runningHere } from '#tests/fixtures/hooks'
import { serve } from '#tests/fixtures/programs/loopback'
import { startRelay } from '../../testing/deployment/relay'
import { start } from '../../testing/deployment/start'

let calls = 0
const accountApi = runningHere(() =>
  serve((request, response) => {
    calls += 1
    const data = request.url?.endsWith('/oidc/jwks') ? { keys: [] } : { signed_in: false }
    response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] })
    response.end(JSON.stringify({ message: 'success', data }))
  }),
)
const relay = runningHere(() => startRelay(accountApi.port))
afterEach(() => relay.forget())

const client = () =>
  createClient(
    { baseUrl: relay.url, application: { aid: 'butterfly', key: 'k'.repeat(32) } },
    { variant: 'web', jar: new CookieJar(), language: 'en', clientAddress: '127.0.0.1', userAgent: 'test' },
  )

it('happy: calls without a requested failure are passed on, with each of their cookies', async () => {
  expect((await fetch(`${relay.url}/oidc/jwks`)).headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(await client().checkLogin({})).toMatchObject({ ok: true, data: { signed_in: false } })
})

it('happy: the next call of a name fails once, by the name or the number of an error', async () => {
  const before = calls
  relay.failNext('accountLoginV2', 'too_many_requests', { retry_after: 30 })
  relay.failNext('accountLoginV2', 1201)
  const tried = async () => client().accountLoginV2({ account: 'ann', password: 'fourteen calm violins' })
  expect(await tried()).toMatchObject({ ok: false, code: 'too_many_requests', data: { retry_after: 30 } })
  expect(await tried()).toMatchObject({ ok: false, code: 'wrong_credentials' })
  expect(calls).toBe(before)
  await tried().catch(() => undefined)
  expect(calls).toBe(before + 1)
})

it('happy: a failure does not affect another call, and a pending failure can be cancelled', async () => {
  relay.failNext('accountLoginV2', 'busy')
  expect(await client().checkLogin({})).toMatchObject({ ok: true })
  relay.forget()
  const before = calls
  await client()
    .accountLoginV2({ account: 'ann', password: 'x' })
    .catch(() => undefined)
  expect(calls).toBe(before + 1)
})

it.each([
  ['accountLogin', 'busy', undefined, /no call "accountLogin"/],
  ['accountLoginV2', 'last_way', undefined, /accountLoginV2 never fails with last_way\. It may fail with: wrong_cred/],
  ['accountLoginV2', 4711, undefined, /never fails with 4711/],
  ['accountLoginV2', 'captcha_required', undefined, /captcha_required needs data with decision/],
  ['accountLoginV2', 'busy', { retry_after: 'soon' }, /busy needs data with retry_after/],
])('error: a failure that %s cannot have (%s) is refused with a reason', (call, error, data, words) => {
  expect(() => relay.failNext(call, error, data)).toThrow(words)
})

it('security: the kit starts no production, because nobody may read its messages', async () => {
  await expect(start({ environment: { DEPLOYMENT: 'production' } })).rejects.toThrow('a local deployment alone')
})
