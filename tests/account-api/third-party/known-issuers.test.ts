import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterEach, expect, it, vi } from 'vitest'
import { providersOf } from '../../../account-api/channels/third-party/providers'
import { type Provider, ProviderFailed } from '../../../account-api/domain/platform/provider'
import type { ProviderSettings } from '../../../settings/third-party'

const keys = await generateKeyPair('RS256', { extractable: true })
const redirectUri = 'http://localhost:3000/passport/web/auth/example/callback'
const code = { code: 'the code', redirectUri, codeVerifier: 'v'.repeat(43), nonce: 'the nonce' }
const shared = { client_id: 'our app', client_secret: 'our secret', own: false }
const tenant = '9188040d-6c67-4c5b-b112-36a304b66dad'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Answers for an issuer that no test may ask: what it says of itself, its keys, and a token. */
const standIn = async (at: string, issuer: string, claims: Record<string, unknown>) => {
  const jwk = { ...(await exportJWK(keys.publicKey)), alg: 'RS256', use: 'sig' }
  const now = Math.floor(Date.now() / 1000)
  const whole = { aud: 'our app', nonce: 'the nonce', iat: now, exp: now + 60, name: 'Ann', ...claims }
  const id_token = await new SignJWT(whole).setProtectedHeader({ alg: 'RS256' }).sign(keys.privateKey)
  const metadata = {
    issuer,
    authorization_endpoint: 'https://issuer.example/authorize',
    token_endpoint: 'https://issuer.example/token',
    jwks_uri: 'https://issuer.example/keys',
    id_token_signing_alg_values_supported: ['RS256'],
  }
  const bodies: Record<string, object> = {
    [`${at}/.well-known/openid-configuration`]: metadata,
    'https://issuer.example/token': { access_token: 'token', token_type: 'bearer', id_token },
    'https://issuer.example/keys': { keys: [jwk] },
  }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    const body = bodies[String(url)]
    return Response.json(body ?? {}, { status: body ? 200 : 404 })
  })
}

const providerOf = (settings: ProviderSettings): Provider => {
  const provider = providersOf(new Map([['example', settings]])).get('example')
  if (!provider) throw new Error('no provider')
  return provider
}

const endOf = (asked: Promise<unknown>) =>
  asked.catch((error: unknown) => (error instanceof ProviderFailed ? error.code : String(error)))

const google = () => providerOf({ kind: 'google', ...shared })
const microsoft = (of: string) => providerOf({ kind: 'microsoft', ...shared, tenant: of })

it('happy: Google tells its person by the sub', async () => {
  const at = 'https://accounts.google.com'
  await standIn(at, at, { iss: at, sub: '110169484474386276334', email: 'victim@example.com', email_verified: true })
  expect(await google().identify(code)).toEqual({ openid: '110169484474386276334', name: 'Ann' })
})

it('security: a token of another issuer is refused as Google’s', async () => {
  const at = 'https://accounts.google.com'
  await standIn(at, at, { iss: 'https://evil.example', sub: '1' })
  expect(await endOf(google().identify(code))).toBe('platform_refused')
})

it('happy: Microsoft’s issuer for all organisations names the tenant of each person', async () => {
  const at = 'https://login.microsoftonline.com'
  const template = `${at}/{tenantid}/v2.0`
  await standIn(`${at}/organizations/v2.0`, template, { iss: `${at}/${tenant}/v2.0`, tid: tenant, sub: 'AAAA' })
  expect(await microsoft('organizations').identify(code)).toEqual({ openid: 'AAAA', name: 'Ann' })
})

it('security: Microsoft’s issuer of one tenant refuses the people of another', async () => {
  const at = 'https://login.microsoftonline.com'
  const own = `${at}/11111111-2222-3333-4444-555555555555/v2.0`
  await standIn(own, own, { iss: `${at}/${tenant}/v2.0`, tid: tenant, sub: 'AAAA' })
  const one = microsoft('11111111-2222-3333-4444-555555555555')
  expect(await endOf(one.identify(code))).toBe('platform_refused')
})
