import { expect, it } from 'vitest'
import { carriedNext, safePath } from '~/navigation/returning/return-address'
import { returnAddressOf } from '~/navigation/returning/return-address.server'

it.each([
  '/',
  '/settings',
  '/settings/profile?tab=1#top',
  '/login?next=%2Fsettings',
  '/a%20b',
  '/a:b',
  '/@x',
  '/?u=//x',
])('happy: the path %s is accepted as a return address', (path) => expect(safePath(path)).toBe(path))

it('happy: characters that a header cannot hold are percent-encoded', () => {
  expect(safePath('/设置 页')).toBe('/%E8%AE%BE%E7%BD%AE%20%E9%A1%B5')
})

const hostile = {
  'no path': ['', 'settings', ' /settings', 'javascript:alert(1)', 'data:text/html,x', '@evil.example', ':80'],
  'the URL of another site': ['https://evil.example', 'HTTPS://evil.example', '.evil.example'],
  'a path that begins with two slashes': ['//evil.example', '///evil.example', ' //evil.example'],
  'resolves to one': ['/.//evil.example', '/..//evil.example', '/%2e//evil.example', '/settings/..//evil.example'],
  backslashes: ['/\\evil.example', '\\/evil.example', '\\\\evil.example', '/\\/evil.example', '/settings\\..\\..'],
  'a control character': [
    '/\0',
    '\u0000//evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\u0085/evil.example',
  ],
  'a header line': ['/\r\nSet-Cookie: a=b', '/settings\r\nLocation: https://evil.example'],
  'the sign-out': ['/passport/web/logout', '/settings/../passport/web/logout', '/%2e%2e/passport/web/logout'],
  'the sign-out in disguise': ['/Passport/web/logout', '/%70assport/web/logout', '/passport%2Fweb/logout'],
  'badly encoded': ['/%', '/settings%zz', '/%ff'],
  'too long': [`/${'a'.repeat(8192)}`, `/${'页'.repeat(1000)}`],
}
for (const [what, paths] of Object.entries(hostile))
  for (const path of paths)
    it(`security: ${JSON.stringify(path.slice(0, 50))} is no return address: ${what}`, () => {
      expect(safePath(path)).toBeUndefined()
    })

it('security: the first of several return addresses counts, and a missing one is empty', async () => {
  const next = (query: string) =>
    returnAddressOf({ request: new Request(`http://localhost/login${query}`), context: {}, params: {} })
  expect(await next('?next=/settings&next=//evil.example')).toBe('/settings')
  expect(await next('?next=//evil.example&next=/settings')).toBeUndefined()
  expect(await next('')).toBeUndefined()
  expect(await next('?next=%2F%2Fevil.example')).toBeUndefined()
  expect(await next('?next=%252F%252Fevil.example')).toBeUndefined()
})

it('happy: pages carry a short path or a handle, and no other value', () => {
  const [short, handle] = [`/${'a'.repeat(511)}`, '~AbCdEfGhIjKlMnOpQrStUv']
  for (const next of ['/settings?a=1#top', short, handle]) expect(carriedNext(next)).toBe(next)
  for (const next of [`${short}a`, `/${'页'.repeat(60)}`, `${handle}x`, '~', '//evil.example', ''])
    expect(carriedNext(next), next).toBeUndefined()
})

it('security: a browser resolves every accepted return address to our origin', () => {
  const alphabet = ['/', '\\', '.', '%2e', '%2f', ':', '@', 'evil.example', '?', '#', '\t', '\n', 'a', ' ']
  let accepted = 0
  for (let seed = 1; seed < 60_000; seed += 1) {
    let state = seed * 2654435761
    const text = Array.from({ length: 1 + (seed % 7) }, () => {
      state = (state * 1103515245 + 12345) % 2147483648
      return alphabet[Math.floor((state / 2147483648) * alphabet.length)]
    }).join('')
    const path = safePath(`/${text}`)
    if (path === undefined) continue
    accepted += 1
    expect(new URL(path, 'https://ours.example').origin, JSON.stringify(text)).toBe('https://ours.example')
  }
  expect(accepted).toBeGreaterThan(1000)
})
