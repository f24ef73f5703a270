import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const [older, newer] = ['the older of two session secrets..', 'the newer of two session secrets..']

/** The modules as a process with these settings loads them. */
const load = async (settings: Record<string, string>) => {
  vi.resetModules()
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  return {
    ...(await import('~/session/seal.server')),
    ...(await import('~/session/browser-id.server')),
    ...(await import('~/session/cookie.server')),
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-01T00:00:00Z'), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

it('happy: what was sealed opens, for its purpose and its time', async () => {
  const { seal, unseal } = await load({ SESSION_SECRETS: newer })
  const sealed = await seal({ ticket: 't', 中: ['文'] }, { purpose: 'flow', minutes: 15 })
  expect(await unseal(sealed, { purpose: 'flow' })).toEqual({ ticket: 't', 中: ['文'] })
  vi.setSystemTime(new Date('2026-01-01T00:14:59Z'))
  expect(await unseal(sealed, { purpose: 'flow' })).toBeDefined()
})

it('happy: a key that moved to the back of the ring still opens, and its form tokens still count', async () => {
  const before = await load({ SESSION_SECRETS: older })
  const sealed = await before.seal({ a: 1 }, { purpose: 'session', minutes: 5 })
  const visit = before.newBrowserId()
  const token = before.formTokenOf(visit)
  const after = await load({ SESSION_SECRETS: `${newer},${older}` })
  expect(await after.unseal(sealed, { purpose: 'session' })).toEqual({ a: 1 })
  expect(after.isFormTokenOf(visit, token)).toBe(true)
  expect(after.formTokenOf(visit)).not.toBe(token)
})

it('error: what was sealed does not open after its time', async () => {
  const { seal, unseal } = await load({ SESSION_SECRETS: newer })
  const sealed = await seal({}, { purpose: 'flow', minutes: 15 })
  vi.setSystemTime(new Date('2026-01-01T00:15:01Z'))
  expect(await unseal(sealed, { purpose: 'flow' })).toBeUndefined()
})

it('security: what was sealed for one purpose, or by another secret, does not open', async () => {
  const { seal, unseal } = await load({ SESSION_SECRETS: newer })
  const sealed = await seal({}, { purpose: 'flow', minutes: 15 })
  expect(await unseal(sealed, { purpose: 'session' })).toBeUndefined()
  const other = await load({ SESSION_SECRETS: older })
  expect(await other.unseal(sealed, { purpose: 'flow' })).toBeUndefined()
})

it('security: nothing opens with any of its characters changed, nor shortened, nor lengthened', async () => {
  const { seal, unseal } = await load({ SESSION_SECRETS: newer })
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.'
  const sealed = await seal({ secret: 'value' }, { purpose: 'flow', minutes: 15 })
  for (let index = 0; index < sealed.length; index += 1) {
    const place = alphabet.indexOf(sealed.charAt(index))
    for (const step of [1, 2, 17, 63]) {
      const changed = `${sealed.slice(0, index)}${alphabet.charAt((place + step) % 65)}${sealed.slice(index + 1)}`
      expect(await unseal(changed, { purpose: 'flow' }), changed).toBeUndefined()
    }
    expect(await unseal(sealed.slice(0, index), { purpose: 'flow' })).toBeUndefined()
  }
  for (const changed of [
    `${sealed}A`,
    `${sealed}.`,
    `.${sealed}`,
    `${sealed}=`,
    ` ${sealed}`,
    sealed.repeat(20),
    '',
    '....',
  ])
    expect(await unseal(changed, { purpose: 'flow' }), changed).toBeUndefined()
})

it('security: an unsigned or foreign token is nothing', async () => {
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

it('security: a form token is of constant length, bound to its visit, and only in its one spelling', async () => {
  const { newBrowserId, formTokenOf, isFormTokenOf } = await load({ SESSION_SECRETS: newer })
  const [visit, other] = [newBrowserId(), newBrowserId()]
  const token = formTokenOf(visit)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(isFormTokenOf(visit, token)).toBe(true)
  expect(isFormTokenOf(other, token)).toBe(false)
  for (const wrong of [
    '',
    token.slice(1),
    `${token}A`,
    `${token}=`,
    ` ${token}`,
    token.replace(/.$/, '_'),
    '\0'.repeat(43),
  ])
    expect(isFormTokenOf(visit, wrong), wrong).toBe(false)
})

it('security: over https a cookie is Secure, and its name keeps other hosts from setting it', async () => {
  const { cookie, readCookie } = await load({ SESSION_SECRETS: newer, PUBLIC_URL: 'https://accounts.example.com' })
  expect(cookie('name', 'value', { maxAgeSeconds: 60 })).toBe(
    '__Host-name=value; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
  )
  expect(cookie('name', 'value', { path: '/login' })).toBe(
    '__Secure-name=value; Path=/login; HttpOnly; SameSite=Lax; Secure',
  )
  const request = (header: string) => new Request('https://accounts.example.com', { headers: { cookie: header } })
  expect(readCookie(request('name=theirs; __Secure-name=theirs; __Host-name=ours'), 'name')).toBe('ours')
  expect(readCookie(request('name=theirs; __Secure-name=theirs'), 'name')).toBeUndefined()
})

it('error: a cookie that a browser would drop for its size is an error here', async () => {
  const { cookie } = await load({ SESSION_SECRETS: newer })
  expect(() => cookie('name', 'x'.repeat(4096), {})).toThrow(/over 4,096 bytes/)
})
