import * as openid from 'openid-client'
import { beforeEach, expect, it } from 'vitest'
import { runningHere } from '#tests/fixtures/hooks'
import { freePort } from '#tests/fixtures/programs/free-port'
import { startSimulator } from '../../testing/simulator/server'

const redirect_uri = 'http://localhost:8080/callback'
let aheadMs = 0
const simulator = runningHere(async () => startSimulator({ port: await freePort(), now: () => Date.now() + aheadMs }))

interface Shown {
  client: { client_id: string; client_secret: string }
  error?: string
  error_description?: string
}

const ask = async (method: string, path: string, body?: object): Promise<Shown & Record<string, unknown>> => {
  const answer = await fetch(simulator.url + path, { method, body: body ? JSON.stringify(body) : null })
  return (await answer.json()) as Shown & Record<string, unknown>
}

const usual = { signed_in: true, next_error: null, next_token_error: null, claims: {}, id_token_claims: [] }
const lifetimes = { access_token: 3600, refresh_token: 86_400 }
beforeEach(async () => {
  const { error_description } = await ask('POST', '/config', { ...usual, token_lifetimes: lifetimes })
  expect(error_description).toBeUndefined()
})

const discovered = async () => {
  const { client } = await ask('GET', '/config')
  const execute = [openid.allowInsecureRequests]
  return openid.discovery(new URL(simulator.url), client.client_id, client.client_secret, undefined, { execute })
}

/** Sends a browser to the authorization endpoint, which follows no redirect. */
const authorise = async (more: Record<string, string> = {}) => {
  const config = await discovered()
  const pkceCodeVerifier = openid.randomPKCECodeVerifier()
  const to = openid.buildAuthorizationUrl(config, {
    redirect_uri,
    scope: 'openid profile email',
    state: 'a state',
    nonce: 'a nonce',
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...more,
  })
  const answer = await fetch(to, { redirect: 'manual', headers: { 'accept-language': 'en', accept: 'text/html' } })
  const location = answer.headers.get('location') ?? ''
  const exchange = () =>
    openid.authorizationCodeGrant(config, new URL(location), {
      pkceCodeVerifier,
      expectedState: 'a state',
      expectedNonce: 'a nonce',
    })
  return { config, answer, location, exchange }
}

const claimsOf = async ({ config, exchange }: Awaited<ReturnType<typeof authorise>>) => {
  const tokens = await exchange()
  const claims = tokens.claims()
  return { tokens, claims, told: await openid.fetchUserInfo(config, tokens.access_token, claims?.sub ?? '') }
}

it('happy: an application signs the person in without any interaction', async () => {
  const { told } = await claimsOf(await authorise())
  expect(told).toMatchObject({ name: 'Ann', email: 'ann@example.com', email_verified: true })
})

it.each(['none', 'login', 'consent', 'select_account'])('happy: prompt=%s is answered, too', async (prompt) => {
  const { told } = await claimsOf(await authorise({ prompt, max_age: '60' }))
  expect(told.email).toBe('ann@example.com')
})

it('happy: the person, the client and further claims match the configuration', async () => {
  const person = { name: 'Bo', email: 'bo@example.com', birthdate: '2001-02-03', zoneinfo: 'Europe/Paris' }
  const client = { client_id: 'ledger', redirect_uris: [redirect_uri, 'https://ledger.example/back'] }
  await ask('POST', '/config', { person, client, claims: { tenant: 'eu' }, id_token_claims: ['tenant'] })
  const { claims, told } = await claimsOf(await authorise())
  expect(claims).toMatchObject({ aud: 'ledger', tenant: 'eu' })
  expect(told).toMatchObject({ ...person, tenant: 'eu' })
  expect((await ask('POST', '/reset')).client.client_id).toBe('orchard')
  expect((await claimsOf(await authorise())).told.name).toBe('Ann')
})

it.each(['access_denied', 'login_required', 'server_error'])('error: one request ends with %s', async (error) => {
  await ask('POST', '/config', { next_error: error })
  const { location } = await authorise()
  const answer = new URL(location).searchParams
  expect([answer.get('error'), answer.get('state'), answer.get('iss')]).toEqual([error, 'a state', simulator.url])
  expect((await authorise()).location).toContain('code=')
})

it('error: the next exchange of a code fails as configured, once', async () => {
  await ask('POST', '/config', { next_token_error: 'invalid_grant' })
  const { exchange } = await authorise()
  await expect(exchange()).rejects.toMatchObject({ error: 'invalid_grant' })
  expect((await exchange()).access_token).not.toBe('')
})

it('error: without a signed-in person, prompt=none gets login_required, and other requests see a page', async () => {
  await ask('POST', '/config', { signed_in: false })
  expect((await authorise({ prompt: 'none' })).location).toContain('error=login_required')
  expect((await authorise()).location).toMatch(/^\/login\/authorize\//)
})

it('error: an unregistered address gets an error page, and no redirect', async () => {
  const { answer } = await authorise({ redirect_uri: 'https://elsewhere.example/' })
  expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
})

it('error: tokens expire as early as configured, and get the usual answer for expired tokens', async () => {
  await ask('POST', '/config', { token_lifetimes: { access_token: 60 } })
  const asked = await authorise({ scope: 'openid offline_access', prompt: 'consent' })
  const tokens = await asked.exchange()
  expect(tokens.expires_in).toBe(60)
  const ofToken = () => openid.fetchUserInfo(asked.config, tokens.access_token, openid.skipSubjectCheck)
  expect((await ofToken()).sub).toBeDefined()
  aheadMs += 60_000
  await expect(ofToken()).rejects.toMatchObject({ status: 401 })
  expect((await openid.refreshTokenGrant(asked.config, tokens.refresh_token ?? '')).access_token).toBeDefined()
})

it('happy: the session is ended for an application, and its next request signs in again', async () => {
  const back = 'http://localhost:8080/bye'
  await ask('POST', '/config', { client: { post_logout_redirect_uris: [back] } })
  const { config, exchange } = await authorise()
  const { id_token = '' } = await exchange()
  const to = openid.buildEndSessionUrl(config, { post_logout_redirect_uri: back, id_token_hint: id_token, state: 'x' })
  expect((await fetch(to, { redirect: 'manual' })).headers.get('location')).toBe(`${back}?state=x`)
  expect((await claimsOf(await authorise())).told.name).toBe('Ann')
})

it.each([
  [{ client: { redirect_uris: [] } }, 'client.redirect_uris'],
  [{ client: { redirect_uris: ['http://elsewhere.example/'] } }, 'http'],
  [{ person: { email: 'nowhere' } }, 'person.email'],
  [{ person: { email: null, phone_number: null } }, 'needs an email or a phone_number'],
  [{ next_error: 'no_time' }, 'next_error'],
  [{ claims: { sub: '1' } }, 'claims.sub: is a claim that'],
  [{ clients: [] }, 'clients'],
])('error: the configuration %o is refused with a reason, and changes nothing', async (changes, words) => {
  const before = await ask('GET', '/config')
  const { error, error_description } = await ask('POST', '/config', changes)
  expect([error, error_description]).toEqual(['invalid_request', expect.stringContaining(words)])
  expect(await ask('GET', '/config')).toEqual(before)
})
