import { expect, it } from 'vitest'
import { providersOf } from '#account-api/addresses/platforms/providers/providers'
import { describeWorldsWith, isInvalid, refused } from '#tests/account-api/worlds/worlds'
import { fakeProvider, shared } from './providers'

const fake = await fakeProvider()
const { url } = fake

const providers = providersOf(
  new Map([
    ['wechat', { kind: 'wechat', ...shared, open_url: url, api_url: url }],
    ['feishu', { kind: 'feishu', ...shared, accounts_url: url, open_url: url, token_version: 'v3' }],
    ['github', { kind: 'github', ...shared, url, api_url: url }],
    [
      'plain',
      {
        ...{ kind: 'oauth2' as const, ...shared, authorize_url: url, token_url: url, profile_url: `${url}/me` },
        ...{ introspection_url: `${url}/introspect`, scope: '', pkce: true, fields: { id: 'id', name: 'name' } },
      },
    ],
    ['openid', { kind: 'openid', ...shared, issuer: url, scope: 'openid' }],
  ]),
)

describeWorldsWith({ providers })('an access token issued to another application on $name', (world) => {
  it.each(['wechat', 'feishu'])(
    'security: a token of another app is refused at %s, because the provider cannot tell apps apart',
    async (platform) => {
      const person = { openid: 'o1', unionid: 'u1', open_id: 'o1', union_id: 'u1' }
      fake.answers = () => ({ body: { code: 0, ...person, data: person } })
      const stolen = { platform, access_token: 'of another application', openid: 'o1', platform_app_id: 'our app' }
      const { client } = await world.registerMobile()
      const refused = { code: 'platform_refused', data: { reason: 'cannot_tell' } }
      expect(await world.person().authLogin(stolen)).toMatchObject(refused)
      expect(await world.person().authLoginOnly(stolen)).toMatchObject({ code: 'platform_refused' })
      expect(await client.authProfile(stolen)).toMatchObject(refused)
      expect(await client.bindAuth(stolen)).toMatchObject(refused)
      expect(fake.requests).toEqual([])
    },
  )

  /** A provider whose endpoints of every kind return a token’s application and person. */
  const issuedTo = (client_id: string, more: { active?: boolean } = {}) => {
    const endpoints = { authorization_endpoint: `${url}/a`, token_endpoint: `${url}/t`, jwks_uri: `${url}/j` }
    const byPath: Record<string, object> = {
      '/.well-known/openid-configuration': {
        ...{ issuer: url, ...endpoints, introspection_endpoint: `${url}/introspect`, userinfo_endpoint: `${url}/me` },
        id_token_signing_alg_values_supported: ['RS256'],
      },
      '/applications/our%20app/token': { app: { client_id } },
      '/introspect': { active: true, client_id, sub: 'o1', ...more },
      '/user': { id: 'o1', name: 'Ann' },
      '/me': { id: 'o1', sub: 'o1', name: 'Ann' },
    }
    fake.answers = ({ path }) => ({ body: byPath[path] ?? {}, status: path in byPath ? 200 : 404 })
  }
  const telling = ['github', 'plain', 'openid']

  it.each(telling)('happy: a token that %s issued to our app identifies the person', async (platform) => {
    issuedTo('our app')
    const given = { platform, access_token: 'of our app', openid: 'o1', platform_app_id: 'our app', expires_in: 60 }
    expect(await world.person().authLogin(given)).toMatchObject({ code: 'not_bound' })
    const { client } = await world.registerMobile()
    expect(await client.authProfile(given)).toMatchObject({ ok: true, data: { name: 'Ann' } })
    expect(await client.bindAuth(given)).toMatchObject({ ok: true, data: { platform, name: 'Ann' } })
    const shown = fake.requests.find(({ path }) => path === '/introspect' || path.startsWith('/applications'))
    expect(Object.values(shown?.fields ?? {})).toContain('of our app')
  })

  it.each(telling)('security: a token that %s issued to another app is refused', async (platform) => {
    const stolen = { platform, access_token: 'of another application', platform_app_id: 'our app' }
    issuedTo('another app')
    const refusedFor = (reason: string) => ({ code: 'platform_refused', data: { reason } })
    for (const more of [{}, { expires_in: 31_536_000 }])
      expect(await world.person().authLogin({ ...stolen, ...more })).toMatchObject(refusedFor('other_app'))
    const { client } = await world.registerMobile()
    expect(await client.bindAuth(stolen)).toMatchObject(refusedFor('other_app'))
    expect(fake.requests.filter(({ path }) => ['/user', '/me'].includes(path))).toEqual([])
    issuedTo('our app')
    expect(await world.person().authLogin({ ...stolen, openid: 'o2' })).toMatchObject(refusedFor('other_person'))
  })

  it.each(['plain', 'openid'])('error: an expired token of %s is refused', async (platform) => {
    issuedTo('our app', { active: false })
    await refused(world.person().authLogin({ platform, access_token: 'ended' }), 'platform_refused')
  })

  const calls = ['authLogin', 'authLoginOnly', 'authProfile', 'bindAuth'] as const
  const given = { platform: 'github', code: 'of the person', access_token: 'of an app', platform_app_id: 'our app' }

  it.each(calls)(
    'error: %s refuses an OAuth 1 secret next to either proof, and an access token that has expired',
    async (name) => {
      const { client } = await world.registerMobile()
      const { code, access_token, ...visit } = given
      const unsupported = isInvalid('access_token_secret', 'unsupported')
      for (const proof of [{ code }, { access_token }])
        expect(await client[name]({ ...visit, ...proof, access_token_secret: 'of OAuth 1' })).toMatchObject(unsupported)
      for (const expires_in of [0, -3600])
        expect(await client[name]({ ...given, expires_in })).toMatchObject(isInvalid('expires_in', 'invalid'))
      expect(fake.requests).toEqual([])
    },
  )
})
