import { afterAll, beforeAll, expect, it } from 'vitest'
import { operate } from '#tests/account-api/applications/services/services'
import { joinOrganisation, openOrganisation } from '#tests/account-api/organisations/members/members'
import { dataOf } from '#tests/account-api/worlds/world'
import { forged } from '#tests/fixtures/forged'
import { type Browser, send } from '#tests/server/browser'
import { pathOf, startWithAccountApi } from '#tests/server/with-account-api'
import { AtSite } from './site'

// The web app's server in front of a real account API, as a proxy of a protected site and a browser meet it.
const publicUrl = 'https://accounts.example.com'
const [wiki, other] = ['wiki.example.com', 'other.example.com']
const { world, web, signedIn, stop } = await startWithAccountApi({
  PUBLIC_URL: publicUrl,
  TRUST_PROXY: '127.0.0.1',
})
beforeAll(async () => {
  for (const [id, host] of [
    ['wiki', wiki],
    ['other', other],
  ] as const) {
    await operate(world, 'site', 'add', id, `https://${host}`, 'everyone', `The ${id}`)
    await operate(world, 'site', 'facts', id, 'name,email,groups,organisation')
  }
})
afterAll(stop)

/** Begins at a site, and comes back from us to it with a ticket. */
const ticketed = async (account: Browser, site: AtSite, to = '/') => {
  const begun = await site.open(`/.butterfly/start?${new URLSearchParams({ to })}`)
  const { location = '' } = (await account.open(pathOf(begun.headers.location))).headers
  return { ticket: new URL(location).searchParams.get('ticket') ?? '', location }
}

/** A person who is signed in here and at the wiki. */
const atWiki = async () => {
  const person = await signedIn()
  const site = new AtSite(web, wiki)
  const { location } = await ticketed(person.browser, site)
  expect((await site.open(pathOf(location))).status).toBe(302)
  return { ...person, site }
}

it('happy: a browser is redirected to us and back to the requested page, and the proxy gets the identity', async () => {
  const { userId, email, browser } = await signedIn()
  const site = new AtSite(web, wiki)
  const asked = await site.ask({ uri: '/page?x=1&y=%C3%A9' })
  const start = `https://${wiki}/.butterfly/start?to=%2Fpage%3Fx%3D1%26y%3D%25C3%25A9`
  expect([asked.status, asked.headers.location]).toEqual([401, start])
  const begun = await site.open(pathOf(start))
  expect(begun.setCookies).toEqual([
    expect.stringMatching(
      /^__Host-butterfly_site_start=[\w-]{43}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure$/,
    ),
  ])
  expect(begun.headers.location).toMatch(
    /^https:\/\/accounts\.example\.com\/login\/site\?site=https%3A%2F%2Fwiki\.example\.com&challenge=[\w-]{43}&to=/,
  )
  const back = await browser.open(pathOf(begun.headers.location))
  expect(back.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
  expect(back.headers.location).toMatch(/^https:\/\/wiki\.example\.com\/\.butterfly\/arrive\?ticket=/)
  const arrived = await site.open(pathOf(back.headers.location))
  expect([arrived.status, arrived.headers.location]).toEqual([302, '/page?x=1&y=%C3%A9'])
  expect(arrived.setCookies).toEqual([
    expect.stringMatching(/^__Host-butterfly_site=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
  ])
  const letIn = await site.ask({ uri: '/page' })
  expect([letIn.status, letIn.text]).toEqual([200, ''])
  expect(letIn.headers).toMatchObject({
    'x-butterfly-user': userId,
    'x-butterfly-email': email,
    'x-butterfly-groups': '',
    'x-butterfly-organisation': '',
    'cache-control': 'no-store',
  })
})

it('happy: a name in any script is sent as UTF-8 bytes', async () => {
  const { client, site } = await atWiki()
  dataOf(await client.accountSet({ name: '林 Zoé' }))
  const { headers } = await site.ask()
  expect(Buffer.from(String(headers['x-butterfly-name']), 'latin1').toString()).toBe('林 Zoé')
})

it('happy: members get their groups and the organisation that admits them; others read why not', async () => {
  const { client, userId, browser } = await signedIn()
  const { sec_subject_uid: id } = dataOf(await client.createSubject({ subject_name: 'Orchard' }))
  await operate(world, 'site', 'add', 'staff', 'https://staff.example.com', `${id}/manager`, 'For staff')
  await operate(world, 'site', 'facts', 'staff', 'groups,organisation')
  const staff = new AtSite(web, 'staff.example.com')
  await staff.open(pathOf((await ticketed(browser, staff)).location))
  expect((await staff.ask()).headers).toMatchObject({
    'x-butterfly-user': userId,
    'x-butterfly-name': '',
    'x-butterfly-groups': `${id},${id}/manager`,
    'x-butterfly-organisation': id,
  })
  const stranger = await signedIn()
  const begun = await new AtSite(web, 'staff.example.com').open('/.butterfly/start')
  const page = await stranger.browser.open(pathOf(begun.headers.location))
  expect(page.status).toBe(403)
  expect(page.text).toContain('“For staff” lets in members of certain organisations')
})

it('happy: the link to sign out leads to the page that asks, and the session ends at once', async () => {
  const { browser, site } = await atWiki()
  expect((await site.open('/.butterfly/sign-out')).headers.location).toBe(`${publicUrl}/logout`)
  expect((await site.ask()).status).toBe(200)
  await browser.submit('/passport/sso/logout', {}, { headers: { origin: publicUrl } })
  expect((await site.ask()).status).toBe(401)
})

it('happy: several tabs can sign in at the same time', async () => {
  const { browser } = await signedIn()
  const site = new AtSite(web, wiki)
  const [first, second] = [await ticketed(browser, site, '/one'), await ticketed(browser, site, '/two')]
  expect((await site.open(pathOf(second.location))).headers.location).toBe('/two')
  expect((await site.open(pathOf(first.location))).headers.location).toBe('/one')
  expect((await site.ask()).status).toBe(200)
})

/** The requests that proxies make with the configuration of the recipe, for a page of a browser. */
const ofBrowser = { accept: 'text/html,*/*;q=0.8', 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' }
const forwarded = { 'x-forwarded-host': wiki, 'x-forwarded-method': 'GET', 'x-forwarded-uri': '/page' }
const proxies = {
  nginx: { status: 401, method: 'GET', path: '/.butterfly/auth-request', headers: { host: wiki, connection: 'close' } },
  Caddy: { status: 302, method: 'GET', path: '/.butterfly/forward-auth', headers: { host: wiki, 'user-agent': 'x' } },
  Traefik: { status: 302, method: 'GET', path: '/.butterfly/forward-auth', headers: { host: '127.0.0.1:3000' } },
  HAProxy: { status: 302, method: 'HEAD', path: '/.butterfly/forward-auth', headers: { host: wiki } },
}

it.each(Object.entries(proxies))(
  'happy: the proxy %s gets the sign-in address and the person’s identity',
  async (_, asking) => {
    const { userId, site } = await atWiki()
    const { status, method, path, headers } = asking
    const ask = (cookie: string) =>
      send(web.origin, path, { method, headers: { ...ofBrowser, ...forwarded, ...headers, cookie } })
    const refused = await ask('theirs=1')
    expect([refused.status, refused.headers.location]).toEqual([status, `https://${wiki}/.butterfly/start?to=%2Fpage`])
    const letIn = await ask(`theirs=1; ${site.cookieHeader}`)
    expect([letIn.status, letIn.headers['x-butterfly-user']]).toEqual([200, userId])
  },
)

it.each([
  ['a form', { method: 'POST' }, {}],
  ['another method', { method: 'DELETE' }, {}],
  ['a script', {}, { 'sec-fetch-mode': 'cors' }],
  ['an image', {}, { 'sec-fetch-mode': 'no-cors' }],
  ['an old script', {}, { 'x-requested-with': 'XMLHttpRequest' }],
  ['a program', {}, { accept: 'application/json' }],
])('security: %s is not redirected, so nothing is lost and nothing loops', async (_, forwarded, headers) => {
  for (const path of ['/.butterfly/auth-request', '/.butterfly/forward-auth']) {
    const answer = await new AtSite(web, wiki).ask(forwarded, headers, path)
    expect([answer.status, answer.headers.location]).toEqual([401, undefined])
  }
})

it.each([
  ['another host', '//evil.example/'],
  ['another host by a backslash', '/\\evil.example/'],
  ['another origin', 'https://evil.example/'],
  ['another host behind a dot', '/.//evil.example/'],
  ['a header', '/%0d%0aset-cookie:x=1'],
  ['the beginning', '/.butterfly/start'],
  ['a huge path', `/${'x'.repeat(2001)}`],
])('security: a return to %s stays at the site', async (_, to) => {
  const { browser } = await signedIn()
  const site = new AtSite(web, wiki)
  const { location } = await ticketed(browser, site, to)
  expect(new URL(location).origin).toBe(`https://${wiki}`)
  const { headers } = await site.open(pathOf(location))
  expect(headers.location).toMatch(/^\/(%0d%0aset-cookie:x=1)?$/)
  expect(headers['set-cookie']?.join()).not.toContain('x=1')
  // What a browser itself puts into the address of the return is no way out, either.
  const changed = await site.open(`/.butterfly/arrive?${new URLSearchParams({ ticket: 'x', to })}`)
  expect(changed.headers.location).toMatch(/^\/(%0d%0aset-cookie:x=1)?$/)
})

it.each(['/.butterfly/auth-request', '/.butterfly/forward-auth', '/.butterfly/start', '/.butterfly/arrive'])(
  'security: %s of an unregistered host is not redirected',
  async (path) => {
    for (const host of [
      'evil.example',
      `${wiki}.evil.example`,
      `${wiki}:8443`,
      `${wiki}@evil.example`,
      `evil@${wiki}`,
      `${wiki}/x`,
      '',
      'a b',
    ]) {
      const answer = await new AtSite(web, host).open(path)
      expect([answer.status, answer.headers.location, answer.setCookies]).toEqual([403, undefined, []])
    }
    expect((await new AtSite(web, wiki).ask({ proto: 'http' }, {}, path)).status).toBe(403)
    expect((await new AtSite(web, wiki).open(path)).status).not.toBe(403)
  },
)

it('security: a ticket is refused a second time, in another browser, and at another site', async () => {
  const { browser } = await signedIn()
  const site = new AtSite(web, wiki)
  const { location } = await ticketed(browser, site)
  await site.open(pathOf(location))
  const refused = async (at: AtSite, path: string) => {
    const answer = await at.open(path)
    expect(answer.headers.location).toMatch(/^https:\/\/accounts\.example\.com\/login\/site\/again\?site=/)
    expect(answer.setCookies).toEqual([])
  }
  const later = new AtSite(web, wiki)
  await later.open('/.butterfly/start')
  await refused(later, pathOf(location))
  // A thief's link: the victim's browser never began, or began with another value.
  const thief = new AtSite(web, wiki)
  const stolen = await ticketed(browser, thief)
  await refused(new AtSite(web, wiki), pathOf(stolen.location))
  const victim = new AtSite(web, wiki)
  await victim.open('/.butterfly/start')
  await refused(victim, pathOf((await ticketed(browser, thief)).location))
  const elsewhere = new AtSite(web, other)
  const { ticket } = await ticketed(browser, elsewhere)
  for (const [name, value] of elsewhere.cookies) site.cookies.set(name, value)
  site.cookies.delete('__Host-butterfly_site')
  await refused(site, `/.butterfly/arrive?${new URLSearchParams({ ticket, to: '/' })}`)
})

it('happy: reloading the return address continues', async () => {
  const { browser } = await signedIn()
  const site = new AtSite(web, wiki)
  const { location } = await ticketed(browser, site, '/page')
  await site.open(pathOf(location))
  const again = await site.open(pathOf(location))
  expect([again.headers.location, again.setCookies]).toEqual(['/page', []])
})

it('security: the cookie of one site does not open another, and a changed cookie opens nothing', async () => {
  const { site } = await atWiki()
  const elsewhere = new AtSite(web, other)
  for (const [name, value] of site.cookies) elsewhere.cookies.set(name, value)
  expect((await elsewhere.ask()).status).toBe(401)
  const name = '__Host-butterfly_site'
  const token = site.cookies.get(name) ?? ''
  const changed = [token.slice(1), `${token}x`, forged(token), '', 'x'.repeat(4000), `"${token}"`, "' or 1=1"]
  for (const value of changed) {
    site.cookies.set(name, value)
    expect((await site.ask()).status, value).toBe(401)
  }
})

it('security: a member removed from the organisation loses access at the next request', async () => {
  const { client, userId, browser } = await signedIn()
  const opened = await openOrganisation(world)
  const { sec_subject_uid } = opened
  await operate(world, 'site', 'add', 'team', 'https://team.example.com', sec_subject_uid, 'Team')
  const member = await joinOrganisation(world, opened, 'Bo', { mobile: '', userId, client })
  const team = new AtSite(web, 'team.example.com')
  await team.open(pathOf((await ticketed(browser, team)).location))
  expect((await team.ask()).status).toBe(200)
  const places = [member.identityId]
  dataOf(await opened.manager.client.removeMembers({ sec_subject_uid, sec_user_identity_ids: places }))
  expect((await team.ask({ method: 'POST' })).status).toBe(403)
  // A page leads to ours, which says why.
  expect((await team.ask()).headers.location).toBe('https://team.example.com/.butterfly/start?to=%2F')
})

it('security: if a header has several hosts, the one added by the nearest proxy counts', async () => {
  const { site } = await atWiki()
  expect((await site.ask({ host: `${wiki}, ${other}` })).status).toBe(401)
  expect((await site.ask({ host: `${other}, ${wiki}` })).status).toBe(200)
})

it('happy: a question with a program’s long cookies is answered, and a page accepts 16 kB of headers', async () => {
  const { userId, site } = await atWiki()
  const cookie = `${site.cookieHeader}; theirs=${'x'.repeat(30_000)}`
  expect((await site.ask({}, { cookie })).headers).toMatchObject({ 'x-butterfly-user': userId })
  expect((await send(web.origin, '/login', { headers: { cookie } })).status).toBe(400)
})

it('security: a huge address redirects to the first page, and methods that proxies do not use get no answer', async () => {
  const asked = await new AtSite(web, wiki).ask({ uri: `/${'x'.repeat(7000)}` })
  expect([asked.status, asked.headers.location]).toEqual([401, `https://${wiki}/.butterfly/start?to=%2F`])
  const posted = await new AtSite(web, wiki).post('/.butterfly/auth-request', {})
  expect([posted.status, posted.headers['x-butterfly-user']]).toEqual([404, undefined])
})
