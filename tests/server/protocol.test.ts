import * as oidc from 'openid-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newRequest, type Party, registerParty } from '../account-api/authorisation/parties'
import { application, openWorld, registerMobile, type World } from '../account-api/world'
import { databases } from '../fixtures/databases'
import { Browser, send } from './browser'
import { startWebApp, type WebApp } from './web-app'

// The web app's server in front of a real account API.
let world: World
let web: WebApp
let party: Party
beforeAll(async () => {
  const [database] = databases
  if (!database) throw new Error('no database')
  world = await openWorld(database)
  web = await startWebApp({
    ACCOUNT_API_URL: world.baseUrl,
    ACCOUNT_API_KEY: application.key,
    ACCOUNT_API_AID: application.aid,
  })
  world.setting.publicUrl = web.origin
  // openid-client reaches us at the public URL.
  party = await registerParty(world, { at: web.origin })
})
afterAll(async () => {
  await web.stop()
  await world.close()
})

const english = { accept: 'text/html', 'accept-language': 'en' }

const signIn = async ({ mobile, password }: { mobile: string; password: string }) => {
  const browser = new Browser(web.origin, english)
  expect((await browser.submit('/login', { account: mobile, password })).status).toBe(303)
  return browser
}

const pathOf = (url: string | URL) => {
  const { pathname, search } = new URL(url, web.origin)
  return pathname + search
}

it('happy: openid-client discovers us at the public URL, signs a person in, and asks who it is', async () => {
  const person = await registerMobile(world)
  const browser = await signIn(person)
  const request = await newRequest(party)
  expect(request.url.origin).toBe(web.origin)
  const begun = await browser.open(pathOf(request.url))
  expect(begun.setCookies.map((cookie) => cookie.split('=', 1)[0]).sort()).toEqual([
    'openauth',
    'openauth.sig',
    'openauth_resume',
    'openauth_resume.sig',
  ])
  const answered = await browser.submit(begun.headers.location ?? '', { scopes: 'profile' })
  expect(answered.status).toBe(303)
  const { location } = (await browser.open(pathOf(answered.headers.location ?? ''))).headers
  const tokens = await oidc.authorizationCodeGrant(party.config, new URL(location ?? ''), {
    pkceCodeVerifier: request.verifier,
    expectedState: request.state,
    expectedNonce: request.nonce,
  })
  expect(await oidc.fetchUserInfo(party.config, tokens.access_token, person.userId)).toHaveProperty(
    'preferred_username',
  )
  // The session at our pages is enough for the next one.
  const again = await newRequest(party, { prompt: 'none' })
  expect((await browser.open(pathOf(again.url))).headers.location).toContain('code=')
  const stranger = new Browser(web.origin, english)
  expect((await stranger.open(pathOf(again.url))).headers.location).toContain('error=login_required')
})

it('happy: servers and pages of other sites may ask the protocol, and no page of ours', async () => {
  const headers = { origin: 'https://other.example', 'content-type': 'application/x-www-form-urlencoded' }
  const foreign = {
    method: 'POST',
    headers: { ...headers, 'sec-fetch-site': 'cross-site' },
    body: 'grant_type=nonsense',
  }
  const asked = await send(web.origin, '/oidc/token', foreign)
  expect([asked.status, JSON.parse(asked.text)]).toMatchObject([400, { error: 'invalid_request' }])
  expect((await send(web.origin, '/login', foreign)).status).toBe(403)
  expect((await send(web.origin, '/oidcx', foreign)).status).toBe(403)
  const preflight = await send(web.origin, '/oidc/token', {
    method: 'OPTIONS',
    headers: { origin: 'https://other.example', 'access-control-request-method': 'POST' },
  })
  expect([preflight.status, preflight.headers['access-control-allow-methods']]).toEqual([204, 'POST'])
})

it('security: the session goes along with the beginning of a request alone, and other cookies never', async () => {
  const person = await registerMobile(world)
  const browser = await signIn(person)
  const seen: string[] = []
  world.api.server.prependListener('request', ({ url = '', headers: { cookie = '' } }) => seen.push(`${url} ${cookie}`))
  for (const path of ['/oidc/jwks', '/oidc/me', '/oidc/token', '/oidc/authx', '/oidc/auth/x', '/oidc/auth'])
    await browser.open(path)
  const withSession = seen.filter((line) => line.includes('passport_session='))
  expect(withSession.map((line) => line.split(' ', 1)[0])).toEqual(['/oidc/auth'])
  expect(seen.join()).not.toContain('butterfly_')
})

it.each([
  ['en', 'The application asked for something wrong'],
  ['zh-CN', '应用的授权申请有误'],
])('error: a request of an unknown application is a page of ours in %s, without a script', async (language, title) => {
  const visitor = new Browser(web.origin, { accept: 'text/html', 'accept-language': language })
  const { url } = await newRequest(party, { client_id: 'nobody' })
  const answer = await visitor.open(pathOf(url))
  expect(answer.status).toBe(400)
  expect(answer.text).toContain(title)
  expect(answer.text).not.toMatch(/<script|oidc-provider|\bat \w/)
  expect((await visitor.open('/oidc/auth/nonsense')).text).toContain(title)
})

it('security: a body that is too large, or none at all, is refused', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = `grant_type=${'x'.repeat(200_000)}`
  expect((await send(web.origin, '/oidc/token', { method: 'POST', headers, body })).status).toBe(413)
  expect((await send(web.origin, '/oidc/token', { method: 'POST' })).status).toBe(400)
})
