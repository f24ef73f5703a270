import * as oidc from 'openid-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allOperatorCalls } from '#contract/operator/operator-calls'
import { exchange, newRequest, type Party, registerParty } from '#tests/account-api/applications/protocol/parties'
import { operate } from '#tests/account-api/applications/services/services'
import { bearing, operatorsOf } from '#tests/account-api/operator/keys/operators'
import { Browser, send, sendForm } from './browser'
import { pathOf, startWithAccountApi } from './with-account-api'

// The web app's server in front of a real account API, and the pages that the protocol leads to.
const { world, web, signedIn, stop } = await startWithAccountApi()
let party: Party
const back = 'https://orchard.example/signed-out'
beforeAll(async () => {
  world.deployment.publicUrl = web.origin
  // openid-client reaches us at the public URL.
  party = await registerParty(world, { at: web.origin })
  await operate(world, 'client', 'post-logout-uris', party.key, back)
})
afterAll(stop)

const english = { accept: 'text/html', 'accept-language': 'en' }
const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

/** Signs in with the application, and returns the first redirect and the tokens. */
const signInWithApplication = async (browser: Browser) => {
  const request = await newRequest(party)
  expect(request.url.origin).toBe(web.origin)
  const begun = await browser.open(pathOf(request.url))
  const answered = await browser.submit(pathOf(begun.headers.location), { scopes: 'profile' })
  expect(answered.status).toBe(303)
  const { location } = (await browser.open(pathOf(answered.headers.location))).headers
  return { begun, tokens: await exchange(party, { ...request, back: new URL(location ?? '') }) }
}

it('security: no operator call passes through the web app, whichever key signs it', async () => {
  const { key } = await operatorsOf(world).make(['all'])
  const calls = allOperatorCalls.map(({ path, method }) => ({ path: path.replace(/\{\w+\}/g, 'x'), method }))
  for (const { path, method } of calls) {
    const answer = await fetch(web.origin + path, { method, headers: { ...bearing(key), origin: web.origin } })
    expect(Math.floor(answer.status / 100), path).toBe(4)
    expect(answer.headers.get('content-type'), path).toMatch(/^text\/html/)
  }
  const lines = world.logged().split('\n')
  const acts = lines.filter((line) => line.includes('an operator acted'))
  expect(acts.filter((line) => line.includes('"key":"desk"'))).toEqual([])
})

it('happy: openid-client discovers us at the public URL, signs a person in, and asks who it is', async () => {
  const { userId, browser } = await signedIn()
  const { begun, tokens } = await signInWithApplication(browser)
  expect(begun.setCookies.map((cookie) => cookie.split('=', 1)[0]).sort()).toEqual([
    'openauth',
    'openauth.sig',
    'openauth_resume',
    'openauth_resume.sig',
  ])
  expect(await oidc.fetchUserInfo(party.config, tokens.access_token, userId)).toHaveProperty('sub')
  // The session at our pages is enough for the next one.
  const again = await newRequest(party, { prompt: 'none' })
  expect((await browser.open(pathOf(again.url))).headers.location).toContain('code=')
  const stranger = new Browser(web.origin, english)
  expect((await stranger.open(pathOf(again.url))).headers.location).toContain('error=login_required')
})

it('happy: servers and pages of other sites may call the protocol, but none of our pages', async () => {
  const post = (path: string) => sendForm(web.origin, path, { grant_type: 'nonsense' }, foreign)
  const asked = await post('/oidc/token')
  expect([asked.status, JSON.parse(asked.text)]).toMatchObject([400, { error: 'invalid_request' }])
  for (const path of ['/login', '/oidcx']) expect((await post(path)).status, path).toBe(403)
  const preflight = await send(web.origin, '/oidc/token', {
    method: 'OPTIONS',
    headers: { origin: 'https://other.example', 'access-control-request-method': 'POST' },
  })
  expect([preflight.status, preflight.headers['access-control-allow-methods']]).toEqual([204, 'POST'])
})

it('security: the session cookie is sent only with the beginning of a request, and other cookies never', async () => {
  const { browser } = await signedIn()
  const seen: string[] = []
  world.api.server.prependListener('request', ({ url = '', headers: { cookie = '' } }) => seen.push(`${url} ${cookie}`))
  for (const path of ['/oidc/jwks', '/oidc/me', '/oidc/token', '/oidc/authx', '/oidc/auth/x', '/oidc/auth'])
    await browser.open(path)
  const withSession = seen.filter((line) => line.includes('passport_session='))
  expect(withSession.map((line) => line.split(' ', 1)[0])).toEqual(['/oidc/auth'])
  expect(seen.join()).not.toContain('butterfly_')
})

it('happy: protocol documents answer HEAD with the headers of GET, and other paths do not', async () => {
  for (const path of ['/oidc/jwks?', '/.well-known/openid-configuration', '/.well-known/oauth-authorization-server']) {
    const [got, head] = [await send(web.origin, path), await send(web.origin, path, { method: 'HEAD' })]
    const { 'content-type': type, 'content-length': length } = got.headers
    expect([head.status, head.text, head.headers]).toMatchObject([200, '', { 'content-type': type }])
    expect(head.headers['content-length']).toBe(length)
  }
  expect((await send(web.origin, pathOf((await newRequest(party)).url), { method: 'HEAD' })).status).toBe(404)
})

it('happy: a request gets its answer in each spelling that clients use', async () => {
  const { url } = await newRequest(party)
  const asking = (hint: string) => `${pathOf(url)}&login_hint=${hint}`
  const html = { accept: 'text/html' }
  const seen: string[] = []
  world.api.server.prependListener('request', ({ url = '' }) => seen.push(url))
  const answers = {
    '/.well-known/openid-configuration?': 200,
    "/.well-known/oauth-authorization-server?'": 200,
    '/oidc/jwks?': 200,
    '/oidc/jwks#keys': 404,
    '/oidc/JWKS/': 200,
    '/oidc/me?': 400,
    '/oidc/./jwks': 404,
    '/oidc/%2e%2e/oidc/jwks': 404,
    '/oidc/x/..': 404,
    '/oidc\\jwks': 404,
    [asking("o'brien@example.com")]: 303,
    [asking('"<>|^`{}\\')]: 303,
    [asking('a#b')]: 303,
  }
  for (const [path, status] of Object.entries(answers))
    expect([path, (await send(web.origin, path, { headers: html })).status]).toEqual([path, status])
  expect(world.logged()).not.toContain('a signature is refused')
  // No account API gets a signed path that could be read as another one.
  const paths = seen.map((url) => url.split('?')[0] ?? '').filter((path) => path.startsWith('/oidc'))
  expect(paths.filter((path) => /\.\.|%2e|\/\.\//.test(path))).toEqual([])
})

it.each([
  ['en', 'The application sent a wrong request'],
  ['zh-CN', '应用的授权申请有误'],
])('error: a request of an unknown application gets our page in %s, without a script', async (language, title) => {
  const visitor = new Browser(web.origin, { accept: 'text/html', 'accept-language': language })
  const { url } = await newRequest(party, { client_id: 'nobody' })
  const answer = await visitor.open(pathOf(url))
  expect(answer.status).toBe(400)
  expect(answer.text).toContain(title)
  expect(answer.text).not.toMatch(/<script|oidc-provider|\bat \w/)
  expect((await visitor.open('/oidc/auth/nonsense')).text).toContain(title)
})

it('security: a body that is too large or missing is refused', async () => {
  const tooLarge = { grant_type: 'x'.repeat(200_000) }
  expect((await sendForm(web.origin, '/oidc/token', tooLarge)).status).toBe(413)
  expect((await send(web.origin, '/oidc/token', { method: 'POST' })).status).toBe(400)
})

/** A person who has signed in with the application, and where it leads to sign out. */
const signedInWith = async () => {
  const { browser } = await signedIn()
  const { tokens } = await signInWithApplication(browser)
  const hint = { id_token_hint: tokens.id_token ?? '', post_logout_redirect_uri: back, state: 'a&b' }
  return { browser, tokens, end: pathOf(oidc.buildEndSessionUrl(party.config, hint)) }
}

it('security: neither another site nor a broken request signs anybody out', async () => {
  const { browser, tokens, end } = await signedInWith()
  const page = pathOf((await browser.open(end, { headers: foreign })).headers.location)
  expect((await browser.submit(page, {}, { headers: foreign })).status).toBe(403)
  expect((await browser.post(page, { form_token: 'guessed' })).status).toBe(403)
  const posted = { post_logout_redirect_uri: back, client_id: party.key }
  expect((await browser.post('/oidc/logout', posted, { headers: foreign })).headers.location).toMatch(
    /^\/passport\/web\/logout\/[\w-]{22}$/,
  )
  const broken = await browser.open(end.replace('orchard.example', 'evil.example'))
  expect([broken.status, broken.headers.location]).toEqual([400, undefined])
  expect(broken.text).toContain('The application sent a wrong request')
  expect((await browser.open(`/passport/web/logout/${'x'.repeat(22)}`)).headers.location).toBe('/passport/web/logout')
  expect(await oidc.fetchUserInfo(party.config, tokens.access_token, oidc.skipSubjectCheck)).toHaveProperty('sub')
  expect((await browser.open('/settings')).status).toBe(200)
})
