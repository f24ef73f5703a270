import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operate } from '#tests/account-api/applications/services/services'
import { type SiteProxy, type SiteProxyName, siteProxies, startSiteProxy } from '#tests/fixtures/programs/site-proxy'
import { Browser } from '#tests/server/browser'
import { pathOf, startWithAccountApi } from '#tests/server/with-account-api'

// Real proxies with the configurations of the recipe, in front of a program that reads headers as CGI does.
const { world, web, signedIn, stop } = await startWithAccountApi({ TRUST_PROXY: '127.0.0.1' })
afterAll(stop)

/** A person who is signed in here and at the site of a proxy, and their browser there. */
const signedInAt = async ({ origin }: SiteProxy) => {
  const person = await signedIn()
  const site = new Browser(origin, { accept: 'text/html' })
  const begun = await site.open('/.butterfly/start?to=%2F')
  const back = await person.browser.open(pathOf(begun.headers.location))
  expect((await site.open(pathOf(back.headers.location))).headers.location).toBe('/')
  return { ...person, site }
}

describe.each(siteProxies)('%s in front of a protected site', (name: SiteProxyName) => {
  let proxy: SiteProxy
  let person: Awaited<ReturnType<typeof signedInAt>>
  beforeAll(async () => {
    proxy = await startSiteProxy(name, web.origin)
    await operate(world, 'site', 'add', name, proxy.origin, 'everyone', name)
    await operate(world, 'site', 'facts', name, 'email')
    person = await signedInAt(proxy)
  })
  afterAll(() => proxy.stop())

  const facts = (variables: Record<string, string> = {}) =>
    Object.fromEntries(Object.entries(variables).filter(([name, value]) => /BUTTERFLY_/.test(name) && value !== ''))

  const spellings = ['X-Butterfly-User', 'X_Butterfly_User', 'x_butterfly-user', 'X-Butterfly_User', 'X.Butterfly.User']

  const forged: [string, Record<string, string>][] = [
    ...spellings.map((spelling): [string, Record<string, string>] => [spelling, { [spelling]: 'admin' }]),
    ['a group that the person lacks', { 'X-Butterfly-Groups': 'admins' }],
    ['a group under a name with _', { X_Butterfly_Groups: 'admins' }],
    ['a header to be removed', { connection: 'X-Butterfly-User', X_Butterfly_User: 'admin' }],
    ['headers to be removed', { connection: 'keep-alive, x-butterfly-user, X-Butterfly-Email' }],
  ]

  it.each(forged)('security: an identity forged by %s is replaced by the real one', async (_, headers) => {
    expect((await person.site.open('/page', { headers })).text).toContain('For members')
    expect(facts(proxy.variables.at(-1))).toEqual({
      HTTP_X_BUTTERFLY_USER: person.userId,
      HTTP_X_BUTTERFLY_EMAIL: person.email,
    })
    expect(proxy.variables.at(-1)?.HTTP_CONNECTION ?? '').not.toMatch(/butterfly/i)
  })

  it('happy: a long form that waits for 100 Continue and a request with long headers reach the program', async () => {
    const posted = { method: 'POST', headers: { expect: '100-continue' }, body: 'x'.repeat(4000) }
    expect((await person.site.open('/page', posted)).text).toContain('For members')
    const cookie = `${person.site.cookieHeader}; a=${'x'.repeat(7000)}`
    const long = { cookie, 'x-one': 'x'.repeat(7000), 'x-two': 'x'.repeat(7000) }
    expect((await person.site.open('/page', { headers: long })).text).toContain('For members')
  })

  it('security: a signed-out visitor cannot reach the program', async () => {
    const reached = proxy.reached.length
    const visitor = new Browser(proxy.origin)
    const opened = await visitor.open('/page', { headers: { accept: 'text/html', X_Butterfly_User: 'admin' } })
    expect([opened.status, pathOf(opened.headers.location)]).toEqual([302, '/.butterfly/start?to=%2Fpage'])
    expect((await visitor.open('/page', { method: 'POST' })).status).toBe(401)
    expect(proxy.reached).toHaveLength(reached)
  })

  if (name !== 'nginx')
    it('happy: a WebSocket opens, and gets the person’s identity', async () => {
      const headers = {
        connection: 'Upgrade, X-Butterfly-User',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      }
      const asked = request(`${proxy.origin}/socket`, { headers: { ...headers, cookie: person.site.cookieHeader } })
      const [, socket] = await once(asked.end(), 'upgrade')
      socket.destroy()
      expect(proxy.reached.at(-1)).toMatchObject({ 'x-butterfly-user': person.userId, upgrade: 'websocket' })
    })
})
