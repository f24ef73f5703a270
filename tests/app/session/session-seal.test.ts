import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'

const [older, newer] = ['the older of two session secrets..', 'the newer of two session secrets..']

/** The modules as a process with these settings loads them. */
const load = async (settings: Record<string, string>) => {
  vi.resetModules()
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  return {
    ...(await import('~/session/seal.server')),
    ...(await import('~/session/browser-id.server')),
    ...(await import('~/session/cookie.server')),
    ...(await import('~/session/flow-cookie.server')),
    ...(await import('~/session/sealed-cookie.server')),
  }
}

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-01-01T00:00:00Z'), toFake: ['Date'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})
// The next test file in this process would get the modules with the settings above.
afterAll(() => vi.resetModules())

it('happy: a sealed value opens for its purpose until it expires', async () => {
  const { seal, unseal } = await load({ SESSION_SECRETS: newer })
  const sealed = await seal({ ticket: 't', 中: ['文'] }, { purpose: 'flow', minutes: 15 })
  expect(await unseal(sealed, { purpose: 'flow' })).toEqual({ ticket: 't', 中: ['文'] })
  vi.setSystemTime(new Date('2026-01-01T00:14:59Z'))
  expect(await unseal(sealed, { purpose: 'flow' })).toBeDefined()
  vi.setSystemTime(new Date('2026-01-01T00:15:01Z'))
  expect(await unseal(sealed, { purpose: 'flow' })).toBeUndefined()
})

it('security: a cached value opens for its purpose only, until it expires, and readers cannot change it', async () => {
  const { seal, unseal } = await load({ SESSION_SECRETS: newer })
  const sealed = await seal({ jar: { a: '1' } }, { purpose: 'session', minutes: 15 })
  const open = (purpose = 'session', value = sealed) =>
    unseal<{ jar: Record<string, string> }>(value, { purpose, isFrequent: true })
  const first = await open()
  if (first) first.jar.a = '2'
  expect(await open()).toEqual({ jar: { a: '1' } })
  expect(await open('known browser')).toBeUndefined()
  expect(await open('session', `${sealed}A`)).toBeUndefined()
  vi.setSystemTime(new Date('2026-01-01T00:15:01Z'))
  expect(await open()).toBeUndefined()
})

it.each([
  ['happy: an older secret of the ring still opens seals and checks form tokens', `${newer},${older}`, { a: 1 }],
  ['security: a thief uses cookies and form tokens of a secret that was removed from the ring', newer, undefined],
])('%s', async (_, ring, opened) => {
  const before = await load({ SESSION_SECRETS: older })
  const sealed = await before.seal({ a: 1 }, { purpose: 'session', minutes: 5 })
  const browserId = before.newBrowserId()
  const token = before.formTokenOf(browserId)
  const after = await load({ SESSION_SECRETS: ring })
  expect(await after.unseal(sealed, { purpose: 'session' })).toEqual(opened)
  expect(after.isFormTokenOf(browserId, token)).toBe(opened !== undefined)
  expect(after.formTokenOf(browserId)).not.toBe(token)
})

it('security: a seal that was changed, cut or extended at any character does not open', async () => {
  const { seal, unseal } = await load({ SESSION_SECRETS: newer })
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.'
  const sealed = await seal({ secret: 'value' }, { purpose: 'flow', minutes: 15 })
  for (let index = 0; index < sealed.length; index += 1) {
    const position = alphabet.indexOf(sealed.charAt(index))
    for (const step of [1, 2, 17, 63]) {
      const changed = `${sealed.slice(0, index)}${alphabet.charAt((position + step) % 65)}${sealed.slice(index + 1)}`
      expect(await unseal(changed, { purpose: 'flow' }), changed).toBeUndefined()
    }
    expect(await unseal(sealed.slice(0, index), { purpose: 'flow' })).toBeUndefined()
  }
  const longer = [`${sealed}A`, `${sealed}.`, `.${sealed}`, `${sealed}=`, ` ${sealed}`, sealed.repeat(20)]
  for (const changed of [...longer, '', '....'])
    expect(await unseal(changed, { purpose: 'flow' }), changed).toBeUndefined()
})

it('security: an unencrypted token, or one with another algorithm, does not open', async () => {
  const { unseal } = await load({ SESSION_SECRETS: newer })
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  for (const header of [{ alg: 'none' }, { alg: 'dir', enc: 'none' }, { alg: 'dir', enc: 'A128GCM' }, { alg: 'HS256' }])
    for (const parts of [3, 5])
      expect(
        await unseal([part(header), ...Array.from({ length: parts - 1 }, () => part({ payload: {} }))].join('.'), {
          purpose: 'session',
        }),
      ).toBeUndefined()
})

it('security: a form token has a constant length and a single spelling, and is bound to its browser id', async () => {
  const { newBrowserId, formTokenOf, isFormTokenOf } = await load({ SESSION_SECRETS: newer })
  const [browserId, other] = [newBrowserId(), newBrowserId()]
  const token = formTokenOf(browserId)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(isFormTokenOf(browserId, token)).toBe(true)
  expect(isFormTokenOf(other, token)).toBe(false)
  const longer = [`${token}A`, `${token}=`, ` ${token}`]
  for (const wrong of ['', token.slice(1), ...longer, token.replace(/.$/, '_'), '\0'.repeat(43)])
    expect(isFormTokenOf(browserId, wrong), wrong).toBe(false)
})

const https = { SESSION_SECRETS: newer, PUBLIC_URL: 'https://accounts.example.com', DESK_URL: 'https://d.example.com' }
const request = (header: string) => new Request(https.PUBLIC_URL, { headers: { cookie: header } })

it('security: over https a cookie is Secure, and its name prefix prevents other hosts from setting it', async () => {
  const { cookie, readCookie } = await load(https)
  expect(cookie('name', 'value', { maxAgeSeconds: 60 })).toBe(
    '__Host-name=value; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
  )
  expect(cookie('name', 'value', { path: '/login' })).toBe(
    '__Secure-name=value; Path=/login; HttpOnly; SameSite=Lax; Secure',
  )
  expect(readCookie(request('name=theirs; __Secure-name=theirs; __Host-name=ours'), 'name')).toBe('ours')
  expect(readCookie(request('name=theirs; __Secure-name=theirs'), 'name')).toBeUndefined()
})

it('security: over https the name of a flow’s cookie has the prefix that its path allows, and no other name is read', async () => {
  const { keepFlow, readFlow, forgetFlow } = await load(https)
  const instance = { flow: 'f', params: ['1'], path: '/settings/1', minutes: 15 }
  const owner = { browserId: 'b' }
  const state = { step: 's', next: null, data: {} }
  const [setCookie = ''] = await keepFlow(request(''), instance, state, owner)
  const [pair = ''] = setCookie.split('; ')
  const [name = '', value = ''] = pair.split('=')
  expect(name).toMatch(/^__Secure-butterfly_flow_f\.[\w-]{8}$/)
  expect(setCookie).toMatch(/; Secure$/)
  expect(forgetFlow(instance).startsWith(`${name}=; Path=${instance.path}; Max-Age=0;`)).toBe(true)
  expect(await readFlow(request(pair), instance, owner)).toMatchObject(state)
  const unprefixed = name.replace(/^__Secure-/, '')
  for (const other of [unprefixed, `__Host-${unprefixed}`])
    expect(await readFlow(request(`${other}=${value}`), instance, owner)).toBe('none')
})

it('error: a cookie that is too large for browsers is an error', async () => {
  const { cookie } = await load({ SESSION_SECRETS: newer })
  expect(() => cookie('name', 'x'.repeat(4096), {})).toThrow(/over 4,096 bytes/)
})

it('security: a sealed cookie of another purpose or shape, or a changed one, is ignored', async () => {
  const { sealedCookie } = await load({ SESSION_SECRETS: newer })
  const options = {
    name: 'name',
    purpose: 'visit',
    minutes: 10,
    path: '/login',
    schema: z.object({ state: z.string() }),
  }
  const kept = sealedCookie(options)
  const setCookie = await kept.write({ state: 's' })
  const [pair = '', ...attributes] = setCookie.split('; ')
  expect(attributes).toEqual(['Path=/login', 'Max-Age=600', 'HttpOnly', 'SameSite=Lax'])
  expect(await kept.read(request(pair))).toEqual({ state: 's' })
  expect(await kept.read(pair)).toEqual({ state: 's' })
  const others = [
    sealedCookie({ ...options, purpose: 'session' }),
    sealedCookie({ ...options, schema: z.object({ state: z.number() }) }),
  ]
  for (const other of others) {
    expect(other.isIn(pair)).toBe(true)
    expect(await other.read(pair)).toBeUndefined()
  }
  expect(await kept.read(`${pair}A`)).toBeUndefined()
  expect([kept.isIn(''), await kept.read('')]).toEqual([false, undefined])
  expect(kept.clear()).toBe('name=; Path=/login; Max-Age=0; HttpOnly; SameSite=Lax')
})
