import { describe, expect, it } from 'vitest'
import type { Provider } from '#account-api/accounts/platforms/provider'
import { tellingRule } from '#account-api/addresses/platforms/providers/ask'
import type { ProviderSettings } from '#settings/vendors/third-party'
import type { ProviderAnswer } from '#tests/fixtures/parties/fake-provider'
import { freePort } from '#tests/fixtures/programs/free-port'
import { redirect_uri } from './outsiders'
import { code, endOf, fakeProvider, providerOf, shared, visit } from './providers'

const fake = await fakeProvider()
const { url } = fake

const feishu = (token_version: 'v2' | 'v3' = 'v3') =>
  providerOf({ kind: 'feishu', ...shared, accounts_url: url, open_url: url, token_version })
const weChat = () => providerOf({ kind: 'wechat', ...shared, open_url: url, api_url: url })
const gitHub = () => providerOf({ kind: 'github', ...shared, url, api_url: url })

/** A provider that the operator configures. */
const described = (pkce = true) =>
  providerOf({
    kind: 'oauth2',
    ...shared,
    authorize_url: `${url}/authorize?tenant=1`,
    token_url: `${url}/token`,
    profile_url: `${url}/me`,
    scope: 'basic',
    pkce,
    fields: { id: 'data.user.id', name: 'data.user.nick', picture: 'data.user.face' },
  })

const token = { access_token: 'token' }

/** Gives a token, and returns a person for it. */
const answerAs = (given: unknown, person: unknown, headers: Record<string, string> = {}) => {
  fake.answers = ({ path }) => ({ body: path.endsWith('token') ? given : person, headers })
}

/** The picture’s address in a profile. */
const picture = 'https://pictures.example/ann.png'
const email = 'victim@example.com'

const feishuToken = { code: 0, ...token, expires_in: 7200, refresh_token: 'used once' }
const feishuPerson = { open_id: 'ou_1', union_id: 'on_1', tenant_key: 'tenant', name: '安', email }
const feishuRefusal = { code: 20005, data: feishuPerson }
const weChatToken = { ...token, openid: 'o1', expires_in: 7200, refresh_token: 'r', scope: 'snsapi_login' }

describe('the start of a visit', () => {
  it('happy: a visit to Feishu starts at its accounts host, with PKCE', async () => {
    const { pathname, searchParams } = new URL(await feishu().start(visit))
    expect(pathname).toBe('/open-apis/authen/v1/authorize')
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: 'our app',
      redirect_uri,
      state: 'state',
      code_challenge: 'challenge',
      code_challenge_method: 'S256',
    })
  })

  it('happy: a visit to WeChat ends in #wechat_redirect and has WeChat’s parameters in their order', async () => {
    const asked = { appid: 'our app', redirect_uri, response_type: 'code', scope: 'snsapi_login', state: 'state' }
    const query = new URLSearchParams(asked)
    expect(await weChat().start(visit)).toBe(`${url}/connect/qrconnect?${query}#wechat_redirect`)
  })

  it('happy: a configured provider keeps its own parameters, and uses PKCE unless it cannot', async () => {
    const { searchParams } = new URL(await described().start(visit))
    expect(Object.fromEntries(searchParams)).toMatchObject({ tenant: '1', scope: 'basic', code_challenge: 'challenge' })
    expect(await described(false).start(visit)).not.toContain('code_challenge')
  })
})

describe('a person’s profile', () => {
  it.each([
    ['v3', '/oauth/v3/token'],
    ['v2', '/open-apis/authen/v2/oauth/token'],
  ] as const)(
    'happy: a profile is read with the tenant from the token endpoint %s of Feishu',
    async (version, path) => {
      answerAs(feishuToken, { code: 0, data: { ...feishuPerson, avatar_middle: picture } })
      const person = { openid: 'ou_1', unionid: 'on_1', tenantKey: 'tenant', name: '安', pictureUrl: picture }
      expect(await feishu(version).identify(code)).toEqual(person)
      expect(fake.requests.map((each) => each.path)).toEqual([path, '/open-apis/authen/v1/user_info'])
      expect(fake.requests[0]?.fields).toMatchObject({ code: 'the code', code_verifier: code.codeVerifier })
      expect(fake.requests[1]?.headers.authorization).toBe('Bearer token')
    },
  )

  it('happy: a profile is read with the unionid from WeChat by GET, or without it if the app has none', async () => {
    const person = { openid: 'o1', unionid: 'u1', nickname: '安', headimgurl: picture }
    answerAs(weChatToken, person, { 'content-type': 'text/plain' })
    expect(await weChat().identify(code)).toEqual({ openid: 'o1', unionid: 'u1', name: '安', pictureUrl: picture })
    expect(fake.requests.map(({ method, path }) => [method, path])).toEqual([
      ['GET', '/sns/oauth2/access_token'],
      ['GET', '/sns/userinfo'],
    ])
    answerAs(weChatToken, { openid: 'o1', nickname: 'Ann' })
    expect(await weChat().identify(code)).toMatchObject({ unionid: null })
  })

  it('happy: a GitHub profile is identified by GitHub’s id, and its name falls back to the login name', async () => {
    answerAs({ ...token, token_type: 'bearer' }, { id: 583231, login: 'ann', name: null })
    expect(await gitHub().identify(code)).toEqual({ openid: '583231', name: 'ann' })
    expect(fake.requests[0]?.fields).toMatchObject({ code_verifier: code.codeVerifier, client_secret: 'our secret' })
  })

  it('happy: a profile is read by a configured provider’s field map', async () => {
    answerAs(token, { data: { user: { id: 42, nick: 'Ann', face: picture } }, id: 'of the answer' })
    expect(await described(false).identify(code)).toEqual({ openid: '42', name: 'Ann', pictureUrl: picture })
    expect(fake.requests[0]?.fields).not.toHaveProperty('code_verifier')
  })

  it('security: a profile is read without requesting its picture or any other address', async () => {
    const links = { avatar_url: picture, picture, url: picture, organizations_url: picture }
    answerAs(token, { id: 1, login: 'ann', ...links, email })
    expect(await gitHub().identify(code)).toEqual({ openid: '1', name: 'ann', pictureUrl: picture })
    expect(fake.requests.map(({ path }) => path)).toEqual(['/login/oauth/access_token', '/user'])
  })

  it.each<[string, () => Provider, unknown, unknown, string]>([
    ['a code other than 0 for the token', feishu, { ...feishuToken, code: 20003 }, { code: 0 }, 'platform_refused'],
    ['a code other than 0 for the person', feishu, feishuToken, feishuRefusal, 'platform_refused'],
    ['an errcode', weChat, { errcode: 40029, errmsg: 'invalid code' }, {}, 'platform_refused'],
    ['the errcode of a busy system', weChat, { errcode: -1, errmsg: 'system error' }, {}, 'platform_unreachable'],
    ['an error', gitHub, { error: 'bad_verification_code' }, { id: 1 }, 'platform_refused'],
    ['no id', gitHub, token, {}, 'platform_refused'],
    ['an empty id', gitHub, token, { id: '' }, 'platform_refused'],
    ['the id null', gitHub, token, { id: null }, 'platform_refused'],
    ['an object for an id', gitHub, token, { id: {} }, 'platform_refused'],
    ['an id that is no exact number', gitHub, token, { id: 2 ** 60 }, 'platform_refused'],
    ['a field that every object has', described, token, { data: { user: [] } }, 'platform_refused'],
  ])('security: a profile is refused for %s with status 200', async (_, provider, given, person, end) => {
    answerAs(given, person)
    expect(await endOf(provider().identify(code))).toBe(end)
    expect(fake.requests).toHaveLength(given === token || given === feishuToken ? 2 : 1)
  })

  it('security: a profile is refused for a WeChat token with another person’s openid', async () => {
    answerAs(weChatToken, { openid: 'of another', nickname: 'Ann' })
    expect(await endOf(weChat().identify(code))).toBe('platform_refused')
  })
})

describe('a provider’s answer', () => {
  it.each<[string, ProviderAnswer]>([
    ['no JSON', { body: '<html>' }],
    ['too many requests', { status: 429, body: {} }],
    ['more than it should', { body: { access_token: 'x'.repeat(100_000) } }],
  ])('error: a provider that answers with %s counts as unreachable', async (_, answer) => {
    fake.answers = () => answer
    expect(await endOf(gitHub().identify(code))).toBe('platform_unreachable')
  })

  it('error: an answer with a picture of 100 MB is read only at its beginning', async () => {
    fake.answers = ({ path }) => (path === '/user' ? 'large picture' : { body: token })
    expect(await endOf(gitHub().identify(code))).toBe('platform_unreachable')
    expect(fake.pictureBytes).toBeLessThan(20_000_000)
  })

  it('security: a redirect in a provider’s answer is not followed', async () => {
    fake.answers = () => ({ status: 302, body: {}, headers: { location: `${url}/elsewhere` } })
    expect(await endOf(gitHub().identify(code))).toBe('platform_refused')
    expect(fake.requests).toHaveLength(1)
  })
})

describe.each<[string, (at: string) => ProviderSettings]>([
  ['Feishu', (at) => ({ kind: 'feishu', ...shared, accounts_url: at, open_url: at, token_version: 'v3' })],
  ['WeChat', (at) => ({ kind: 'wechat', ...shared, open_url: at, api_url: at })],
  ['GitHub', (at) => ({ kind: 'github', ...shared, url: at, api_url: at })],
  ['an issuer', (at) => ({ kind: 'openid', ...shared, issuer: at, scope: 'openid' })],
])('%s', (_, settingsAt) => {
  it('error: a provider whose answer fails or does not arrive is reported as unreachable', async () => {
    fake.answers = () => ({ status: 500, body: { error: 'server_error' } })
    // No server listens on this port.
    const down = url.replace(new URL(url).port, String(await freePort()))
    for (const at of [url, down])
      expect(await endOf(providerOf(settingsAt(at)).identify(code))).toBe('platform_unreachable')
  })

  it.each(['nothing', 'beginning'] as const)('error: a provider’s slow answer is cut off after %s', async (answer) => {
    tellingRule.patienceMs = 50
    fake.answers = () => answer
    expect(await endOf(providerOf(settingsAt(url)).identify(code))).toBe('platform_unreachable')
  })
})
