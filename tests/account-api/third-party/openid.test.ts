import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { tellingRule } from '../../../account-api/channels/third-party/ask'
import { openIdProvider } from '../../../account-api/channels/third-party/openid'
import { type Provider, ProviderFailed } from '../../../account-api/domain/platform/provider'
import { type FakeProvider, startFakeProvider } from '../../fixtures/fake-provider'

const redirectUri = 'http://localhost:3000/passport/web/auth/example/callback'
const code = { code: 'the code', redirectUri, codeVerifier: 'v'.repeat(43), nonce: 'the nonce' }
const clientId = 'our app'
const keys = await generateKeyPair('RS256', { extractable: true })
const patience = tellingRule.patienceMs

let fake: FakeProvider
let idToken: (issuer: string) => Promise<string>

const seconds = () => Math.floor(Date.now() / 1000)
const claims = () => ({ sub: 'person 1', name: 'Ann', nonce: 'the nonce', iat: seconds(), exp: seconds() + 60 })
const signed = (changed: Record<string, unknown> = {}, key = keys.privateKey) => {
  idToken = (issuer) =>
    new SignJWT({ iss: issuer, aud: clientId, ...claims(), ...changed }).setProtectedHeader({ alg: 'RS256' }).sign(key)
}

beforeAll(async () => {
  fake = await startFakeProvider()
})
beforeEach(async () => {
  tellingRule.patienceMs = patience
  signed()
  const { url } = fake
  const jwk = { ...(await exportJWK(keys.publicKey)), alg: 'RS256', use: 'sig' }
  const metadata = {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  }
  // The token is made before it is asked for: the fake answers at once.
  fake.answers = ({ path }) => {
    if (path === '/.well-known/openid-configuration') return { body: metadata }
    return path === '/keys' ? { body: { keys: [jwk] } } : { body: tokenAnswer }
  }
})
afterAll(() => fake.stop())

let tokenAnswer: unknown
const ended = async (provider: Provider = issuer()) => {
  tokenAnswer = { access_token: 'token', token_type: 'bearer', id_token: await idToken(fake.url) }
  return provider
    .identify(code)
    .catch((error: unknown) => (error instanceof ProviderFailed ? error.code : String(error)))
}
const issuer = () => {
  const app = { clientId, clientSecret: 's', scope: 'openid profile', tellsWhen: true }
  return openIdProvider({ issuer: fake.url, ...app }, false)
}

it('happy: the address has state, nonce and the challenge, and asks to sign in again where that is wanted', async () => {
  const visit = { redirectUri, state: 'state', nonce: 'nonce', codeChallenge: 'challenge', isFresh: true }
  const { searchParams } = new URL(await issuer().start(visit))
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid profile',
    state: 'state',
    nonce: 'nonce',
    code_challenge: 'challenge',
    code_challenge_method: 'S256',
    prompt: 'login',
    max_age: '0',
  })
})

it('happy: the id_token tells the person, and when they signed in there', async () => {
  const pictureUrl = 'https://pictures.example/ann.png'
  signed({ auth_time: 1_700_000_000, picture: pictureUrl, email: 'victim@example.com', email_verified: false })
  expect(await ended()).toEqual({ openid: 'person 1', name: 'Ann', provenAt: 1_700_000_000_000, pictureUrl })
})

it.each([
  ['of another issuer', { iss: 'https://evil.example' }],
  ['for another app', { aud: 'another app' }],
  ['that has expired', { exp: 1_700_000_000 }],
  ['of another visit', { nonce: 'another nonce' }],
  ['without a nonce', { nonce: undefined }],
  ['that is not valid yet', { nbf: 4_000_000_000 }],
  ['that never expires', { exp: undefined }],
  ['for several apps, given to another', { aud: [clientId, 'another app'], azp: 'another app' }],
  ['of nobody', { sub: undefined }],
  ['of a number', { sub: 1 }],
])('security: an id_token %s is refused', async (_, changed) => {
  signed(changed)
  expect(await ended()).toBe('platform_refused')
})

it('security: an id_token that is unsigned, or signed by another key, is refused', async () => {
  idToken = async (iss) => new UnsecuredJWT({ iss, aud: clientId, ...claims() }).encode()
  expect(await ended()).toBe('platform_refused')
  signed({}, (await generateKeyPair('RS256')).privateKey)
  expect(await ended()).toBe('platform_refused')
})

it('security: an id_token that is signed with our own secret, or with the public key, is refused', async () => {
  const jwk = JSON.stringify(await exportJWK(keys.publicKey))
  for (const secret of ['s', jwk]) {
    idToken = (iss) =>
      new SignJWT({ iss, aud: clientId, ...claims() })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(Buffer.from(secret.padEnd(32, '\0')))
    expect(await ended()).toBe('platform_refused')
  }
})

it('security: an issuer that calls itself by another name is not believed', async () => {
  const { answers } = fake
  fake.answers = (request) => {
    const answer = answers(request)
    if (typeof answer !== 'object' || !request.path.startsWith('/.well-known')) return answer
    return { body: { ...(answer.body as object), issuer: 'https://evil.example' } }
  }
  expect(await ended()).toBe('platform_refused')
})

it('error: an issuer that refuses the code is told apart from one that is away', async () => {
  const { answers } = fake
  fake.answers = (request) =>
    request.path === '/token' ? { status: 400, body: { error: 'invalid_grant' } } : answers(request)
  expect(await ended()).toBe('platform_refused')
})

it('security: a code without the secrets of its visit is not shown to the issuer', async () => {
  fake.requests.length = 0
  const bare = { code: 'the code', redirectUri }
  await expect(issuer().identify(bare)).rejects.toMatchObject({ code: 'platform_refused' })
  expect(fake.requests).toEqual([])
})

it('error: an issuer that gives no answer is given up, and asked again the next time', async () => {
  const { answers } = fake
  const provider = issuer()
  fake.answers = () => ({ status: 503, body: {} })
  expect(await ended(provider)).toBe('platform_unreachable')
  tellingRule.patienceMs = 50
  fake.answers = () => 'nothing'
  expect(await ended(provider)).toBe('platform_unreachable')
  tellingRule.patienceMs = patience
  fake.answers = answers
  expect(await ended(provider)).toMatchObject({ openid: 'person 1' })
})
