import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openIdProvider } from '#account-api/addresses/platforms/providers/openid'
import { redirect_uri } from './outsiders'
import { code, endOf, providerOf, shared, visit } from './providers'

const keys = await generateKeyPair('RS256', { extractable: true })
const jwk = await exportJWK(keys.publicKey)
const at = 'https://issuer.example'

const claims = () => {
  const now = Math.floor(Date.now() / 1000)
  return { iss: at, aud: 'our app', sub: 'person 1', name: 'Ann', nonce: 'the nonce', iat: now, exp: now + 60 }
}
const signed = (changed: Record<string, unknown> = {}, key: CryptoKey | Uint8Array = keys.privateKey, alg = 'RS256') =>
  new SignJWT({ ...claims(), ...changed }).setProtectedHeader({ alg }).sign(key)

afterEach(() => vi.restoreAllMocks())

/** An issuer’s discovery address, the name it has there, and whether it refuses the code. */
interface Said {
  from?: string
  issuer?: string
  refuses?: boolean
  /** Whether an answer has to name the issuer (RFC 9207). */
  isNamed?: boolean
}

/** Answers for an issuer that no test may request: its discovery document, its keys, and a token. */
const standIn = (id_token: string, { from = at, issuer = from, refuses = false, isNamed = false }: Said = {}) => {
  const metadata = {
    issuer,
    authorization_endpoint: `${at}/authorize`,
    token_endpoint: `${at}/token`,
    userinfo_endpoint: `${at}/me`,
    jwks_uri: `${at}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: isNamed,
  }
  const tokens = { access_token: 'token', token_type: 'bearer', id_token }
  const answers: Record<string, () => Response> = {
    [`${from}/.well-known/openid-configuration`]: () => Response.json(metadata),
    [`${at}/token`]: () =>
      Response.json(refuses ? { error: 'invalid_grant' } : tokens, { status: refuses ? 400 : 200 }),
    [`${at}/me`]: () => Response.json({ sub: 'person 1', nickname: 'Annie', picture: 'https://pictures.example/me' }),
    [`${at}/keys`]: () => Response.json({ keys: [{ ...jwk, alg: 'RS256', use: 'sig' }] }),
  }
  return vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async (url) => answers[String(url)]?.() ?? Response.json({}, { status: 404 }))
}

const provider = () => {
  const app = { clientId: 'our app', clientSecret: 's', scope: 'openid profile', tellsWhen: true }
  return openIdProvider({ issuer: at, ...app }, false)
}

/** The result if the issuer gives this token. */
const endWith = (id_token: string, said: Said = {}) => {
  standIn(id_token, said)
  return endOf(provider().identify(code))
}

it('happy: the authorisation address has state, nonce and PKCE challenge, and requires a new sign-in if requested', async () => {
  standIn('')
  const { searchParams } = new URL(await provider().start({ ...visit, isFresh: true }))
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: 'our app',
    response_type: 'code',
    redirect_uri,
    scope: 'openid profile',
    state: 'state',
    nonce: 'nonce',
    code_challenge: 'challenge',
    code_challenge_method: 'S256',
    prompt: 'login',
    max_age: '0',
  })
})

it('happy: the id_token identifies the person and the time of the sign-in', async () => {
  const pictureUrl = 'https://pictures.example/ann.png'
  const told = { auth_time: 1_700_000_000, picture: pictureUrl, email: 'victim@example.com', email_verified: false }
  const person = { openid: 'person 1', name: 'Ann', provenAt: 1_700_000_000_000, pictureUrl }
  expect(await endWith(await signed(told))).toEqual(person)
})

it('happy: userinfo adds the name and picture missing in the id_token, for the holder of the verifier', async () => {
  const asked = standIn(await signed({ name: undefined }), { isNamed: true })
  const pictureUrl = 'https://pictures.example/me'
  expect(await endOf(provider().identify(code))).toEqual({ openid: 'person 1', name: 'Annie', pictureUrl })
  const [, request] = asked.mock.calls.find(([url]) => String(url) === `${at}/token`) ?? []
  expect(new URLSearchParams(String(request?.body)).get('code_verifier')).toBe(code.codeVerifier)
})

it.each([
  ['of another issuer', { iss: 'https://evil.example' }],
  ['for another app', { aud: 'another app' }],
  ['that has expired', { exp: 1_700_000_000 }],
  ['of another visit', { nonce: 'another nonce' }],
  ['without a nonce', { nonce: undefined }],
  ['that is not valid yet', { nbf: 4_000_000_000 }],
  ['that never expires', { exp: undefined }],
  ['for several apps, given to another', { aud: ['our app', 'another app'], azp: 'another app' }],
  ['of nobody', { sub: undefined }],
  ['of a number', { sub: 1 }],
])('security: an id_token %s is refused', async (_, changed) => {
  expect(await endWith(await signed(changed))).toBe('platform_refused')
})

const bytesOf = (secret: string) => Buffer.from(secret.padEnd(32, '\0'))

it.each<[string, () => string | Promise<string>]>([
  ['unsigned', () => new UnsecuredJWT(claims()).encode()],
  ['signed by another key', async () => signed({}, (await generateKeyPair('RS256')).privateKey)],
  ['signed with our own secret', () => signed({}, bytesOf('s'), 'HS256')],
  ['signed with the public key', () => signed({}, bytesOf(JSON.stringify(jwk)), 'HS256')],
])('security: an id_token that is %s is refused', async (_, make) => {
  expect(await endWith(await make())).toBe('platform_refused')
})

it.each<[string, Said]>([
  ['security: an issuer that names itself differently is refused', { issuer: 'https://evil.example' }],
  ['error: an issuer that refuses the code is reported differently from an unreachable one', { refuses: true }],
])('%s', async (_, said) => expect(await endWith(await signed(), said)).toBe('platform_refused'))

it('security: a code without its visit’s secrets is not sent to the issuer', async () => {
  const asked = standIn('')
  expect(await endOf(provider().identify({ code: 'the code', redirectUri: redirect_uri }))).toBe('platform_refused')
  expect(asked).not.toHaveBeenCalled()
})

it('error: discovery of an unreachable issuer is retried at the next visit, and then cached', async () => {
  const [asking, told] = [provider(), { openid: 'person 1' }]
  const asked = standIn(await signed()).mockImplementationOnce(async () => Response.json({}, { status: 503 }))
  expect(await endOf(asking.identify(code))).toBe('platform_unreachable')
  for (const _ of ['next time', 'and again']) expect(await endOf(asking.identify(code))).toMatchObject(told)
  expect(asked.mock.calls.filter(([url]) => String(url).includes('/.well-known/'))).toHaveLength(2)
})

describe('known issuers', () => {
  const tenant = '9188040d-6c67-4c5b-b112-36a304b66dad'
  const one = '11111111-2222-3333-4444-555555555555'
  const google = 'https://accounts.google.com'
  const microsoft = 'https://login.microsoftonline.com'
  const ofTenant = { iss: `${microsoft}/${tenant}/v2.0`, tid: tenant }
  const ofAll = { from: `${microsoft}/organizations/v2.0`, issuer: `${microsoft}/{tenantid}/v2.0` }
  const ofOne = { from: `${microsoft}/${one}/v2.0` }
  const byGoogle = { kind: 'google', ...shared } as const
  const byMicrosoft = { kind: 'microsoft', ...shared } as const
  const [byAll, byOne] = [
    { ...byMicrosoft, tenant: 'organizations' },
    { ...byMicrosoft, tenant: one },
  ]

  it.each([
    ['happy: Google identifies a person by sub', byGoogle, { from: google }, { iss: google }, true],
    ['security: a token of another issuer is refused as Google’s', byGoogle, { from: google }, {}, false],
    ['happy: Microsoft’s issuer for all organisations includes each person’s tenant', byAll, ofAll, ofTenant, true],
    ['security: Microsoft’s issuer of one tenant refuses another tenant’s people', byOne, ofOne, ofTenant, false],
  ])('%s', async (_, settings, issuer, changed, isTold) => {
    standIn(await signed({ ...changed, email: 'victim@example.com', email_verified: true }), issuer)
    const told = isTold ? { openid: 'person 1', name: 'Ann' } : 'platform_refused'
    expect(await endOf(providerOf(settings).identify(code))).toEqual(told)
  })
})

describe('a token from an issuer’s mobile SDK', () => {
  const app = { issuer: at, clientId: 'our app', clientSecret: 's', scope: 'openid', tellsWhen: false }
  const shown = (token: string, more: { tokenInfo?: string } = {}) =>
    openIdProvider({ ...app, ...more }, false).identifyByToken?.(token)
  const refusedFor = (reason?: string) => ({ code: 'platform_refused', reason })

  it('happy: an id_token for our app identifies the person, without a nonce', async () => {
    standIn('')
    expect(await shown(await signed({ nonce: undefined }))).toEqual({ openid: 'person 1', name: 'Ann' })
  })

  it.each([
    ['another app', { aud: 'another app' }, 'cannot_tell'],
    ['us and another app', { aud: ['our app', 'another app'] }, 'other_app'],
    ['us, to another app', { azp: 'another app' }, 'other_app'],
    ['us, as an access token', { scope: 'openid' }, 'other_app'],
    ['us, as the access token of some issuers', { typ: 'Bearer' }, 'other_app'],
    ['us, as the notice of a sign-out', { events: {} }, 'other_app'],
    ['us, and has expired', { exp: 1000 }, undefined],
    ['us, by another issuer', { iss: 'https://evil.example' }, undefined],
  ])('security: a token for %s is refused', async (_whom, changed, reason) => {
    standIn('')
    await expect(shown(await signed(changed))).rejects.toMatchObject(refusedFor(reason))
  })

  it('security: an id_token that its issuer has not signed is refused', async () => {
    standIn('')
    const { privateKey } = await generateKeyPair('RS256')
    await expect(shown(await signed({}, privateKey))).rejects.toMatchObject(refusedFor())
    await expect(shown(await signed({}, new Uint8Array(32), 'HS256'))).rejects.toMatchObject(refusedFor())
    await expect(shown(new UnsecuredJWT(claims()).encode())).rejects.toMatchObject({ code: 'platform_refused' })
  })

  const google = (told: object, status = 200) => {
    const others = standIn('').getMockImplementation()
    vi.mocked(fetch).mockImplementation(async (url, init) =>
      String(url) === `${at}/tokeninfo?access_token=opaque`
        ? Response.json(told, { status })
        : (others?.(url, init) ?? Response.error()),
    )
    return shown('opaque', { tokenInfo: `${at}/tokeninfo` })
  }

  it('happy: an access token identifies the person if Google’s tokeninfo names our app', async () => {
    expect(await google({ aud: 'our app', sub: 'person 1' })).toMatchObject({ openid: 'person 1', name: 'Annie' })
  })

  it('security: an access token for another app, or unknown to Google, is refused', async () => {
    const ofAnother = google({ aud: 'another app', azp: 'our app', sub: 'person 1' })
    await expect(ofAnother).rejects.toMatchObject(refusedFor('other_app'))
    await expect(google({ error: 'invalid_token' }, 400)).rejects.toMatchObject(refusedFor())
  })
})
