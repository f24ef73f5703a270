import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tellingRule } from '../../../account-api/channels/third-party/ask'
import { providersOf } from '../../../account-api/channels/third-party/providers'
import { type Provider, ProviderFailed } from '../../../account-api/domain/platform/provider'
import type { ProviderSettings } from '../../../settings/third-party'
import { type FakeProvider, type ProviderAnswer, startFakeProvider } from '../../fixtures/fake-provider'
import { freePort } from '../../fixtures/free-port'

let fake: FakeProvider
const patience = tellingRule.patienceMs
beforeAll(async () => {
  fake = await startFakeProvider()
})
beforeEach(() => {
  fake.requests.length = 0
  tellingRule.patienceMs = patience
})
afterAll(async () => {
  tellingRule.patienceMs = patience
  await fake.stop()
})

const shared = { client_id: 'our app', client_secret: 'our secret', own: false }
const redirectUri = 'http://localhost:3000/passport/web/auth/example/callback'
const visit = { redirectUri, state: 'state', nonce: 'nonce', codeChallenge: 'challenge', isFresh: false }
const code = { code: 'the code', redirectUri, codeVerifier: 'verifier' }

const providerOf = (settings: ProviderSettings): Provider => {
  const provider = providersOf(new Map([['example', settings]])).get('example')
  if (!provider) throw new Error('no provider')
  return provider
}

/** How a question to a provider ended. */
const endOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'told',
    (error: unknown) => (error instanceof ProviderFailed ? error.code : String(error)),
  )

/** Where a profile says that a picture is. */
const picture = 'https://pictures.example/ann.png'

describe('Feishu', () => {
  const feishu = (token_version: 'v2' | 'v3' = 'v3') =>
    providerOf({ kind: 'feishu', ...shared, accounts_url: fake.url, open_url: fake.url, token_version })
  const person = { open_id: 'ou_1', union_id: 'on_1', tenant_key: 'tenant', name: '安', email: 'victim@example.com' }
  const answerAs = (token: unknown, told: unknown) => {
    fake.answers = ({ path }) => ({ body: path.endsWith('/token') ? token : told })
  }
  const good = { code: 0, access_token: 'user-token', expires_in: 7200, refresh_token: 'used once' }

  it('happy: the address is that of its accounts host, with PKCE', async () => {
    const url = new URL(await feishu().start(visit))
    expect(url.pathname).toBe('/open-apis/authen/v1/authorize')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'our app',
      redirect_uri: redirectUri,
      state: 'state',
      code_challenge: 'challenge',
      code_challenge_method: 'S256',
    })
  })

  it.each([
    ['v3', '/oauth/v3/token'],
    ['v2', '/open-apis/authen/v2/oauth/token'],
  ] as const)('happy: tells the person and the tenant by the token endpoint %s', async (version, path) => {
    answerAs(good, { code: 0, data: { ...person, avatar_middle: picture } })
    expect(await feishu(version).identify(code)).toEqual({
      openid: 'ou_1',
      unionid: 'on_1',
      tenantKey: 'tenant',
      name: '安',
      pictureUrl: picture,
    })
    expect(fake.requests.map((each) => each.path)).toEqual([path, '/open-apis/authen/v1/user_info'])
    expect(fake.requests[0]?.fields).toMatchObject({ code: 'the code', code_verifier: 'verifier' })
    expect(fake.requests[1]?.headers.authorization).toBe('Bearer user-token')
  })

  it('error: a code other than 0 beside status 200 refuses', async () => {
    answerAs({ ...good, code: 20003 }, { code: 0, data: person })
    expect(await endOf(feishu().identify(code))).toBe('platform_refused')
    answerAs(good, { code: 20005, data: person })
    expect(await endOf(feishu().identify(code))).toBe('platform_refused')
  })
})

describe('WeChat', () => {
  const weChat = () => providerOf({ kind: 'wechat', ...shared, open_url: fake.url, api_url: fake.url })
  const given = { access_token: 'token', openid: 'o1', expires_in: 7200, refresh_token: 'r', scope: 'snsapi_login' }

  it('happy: the address ends in #wechat_redirect and has its own parameters in its own order', async () => {
    const query = new URLSearchParams({
      appid: 'our app',
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'snsapi_login',
      state: 'state',
    })
    expect(await weChat().start(visit)).toBe(`${fake.url}/connect/qrconnect?${query}#wechat_redirect`)
  })

  it('happy: a token got by GET tells the openid and the unionid', async () => {
    fake.answers = ({ path }) => ({
      body: path.endsWith('/userinfo') ? { openid: 'o1', unionid: 'u1', nickname: '安', headimgurl: picture } : given,
      headers: { 'content-type': 'text/plain' },
    })
    expect(await weChat().identify(code)).toEqual({ openid: 'o1', unionid: 'u1', name: '安', pictureUrl: picture })
    expect(fake.requests.map(({ method, path }) => [method, path])).toEqual([
      ['GET', '/sns/oauth2/access_token'],
      ['GET', '/sns/userinfo'],
    ])
  })

  it('happy: an app without an open platform account has no unionid', async () => {
    fake.answers = ({ path }) => ({ body: path.endsWith('/userinfo') ? { openid: 'o1', nickname: 'Ann' } : given })
    expect(await weChat().identify(code)).toMatchObject({ unionid: null })
  })

  it('error: an errcode with status 200 refuses, and -1 means that it is busy', async () => {
    fake.answers = () => ({ body: { errcode: 40029, errmsg: 'invalid code' } })
    expect(await endOf(weChat().identify(code))).toBe('platform_refused')
    fake.answers = () => ({ body: { errcode: -1, errmsg: 'system error' } })
    expect(await endOf(weChat().identify(code))).toBe('platform_unreachable')
  })

  it('security: a token with the openid of another person refuses', async () => {
    fake.answers = () => ({ body: { openid: 'of another', nickname: 'Ann' } })
    expect(await endOf(weChat().identify({ accessToken: 'token', openid: 'o1' }))).toBe('platform_refused')
  })
})

describe('GitHub', () => {
  const gitHub = () => providerOf({ kind: 'github', ...shared, url: fake.url, api_url: fake.url })
  const answerAs = (token: unknown, person: unknown) => {
    fake.answers = ({ path }) => ({ body: path === '/user' ? person : token })
  }

  it('happy: the id tells the person, who has the login name where there is no other', async () => {
    answerAs({ access_token: 'token', token_type: 'bearer' }, { id: 583231, login: 'ann', name: null })
    expect(await gitHub().identify(code)).toEqual({ openid: '583231', name: 'ann' })
    expect(fake.requests[0]?.fields).toMatchObject({ code_verifier: 'verifier', client_secret: 'our secret' })
  })

  it('error: an error with status 200 refuses', async () => {
    answerAs({ error: 'bad_verification_code' }, { id: 1 })
    expect(await endOf(gitHub().identify(code))).toBe('platform_refused')
    expect(fake.requests).toHaveLength(1)
  })

  it('security: an access token from elsewhere is not taken', async () => {
    expect(await endOf(gitHub().identify({ accessToken: 'of another app' }))).toBe('platform_refused')
    expect(fake.requests).toEqual([])
  })

  it.each<[string, ProviderAnswer]>([
    ['no JSON', { body: '<html>' }],
    ['a failure', { status: 503, body: {} }],
    ['too many requests', { status: 429, body: {} }],
    ['more than it should', { body: { access_token: 'x'.repeat(100_000) } }],
  ])('error: an answer of %s counts as none', async (_, answer) => {
    fake.answers = () => answer
    expect(await endOf(gitHub().identify(code))).toBe('platform_unreachable')
  })

  it('error: a provider that does not answer is given up', async () => {
    tellingRule.patienceMs = 50
    fake.answers = () => 'nothing'
    expect(await endOf(gitHub().identify(code))).toBe('platform_unreachable')
  })

  it('error: a provider that does not end its answer is given up', async () => {
    tellingRule.patienceMs = 50
    fake.answers = () => 'beginning'
    expect(await endOf(gitHub().identify(code))).toBe('platform_unreachable')
  })

  it('error: of a profile with a picture of 100 MB the beginning is read', async () => {
    fake.answers = ({ path }) => (path === '/user' ? 'large picture' : { body: { access_token: 'token' } })
    expect(await endOf(gitHub().identify(code))).toBe('platform_unreachable')
    expect(fake.pictureBytes).toBeLessThan(20_000_000)
  })

  it('security: a picture that a profile names is not asked for here, nor any other address', async () => {
    const links = { avatar_url: picture, picture, url: picture, organizations_url: picture }
    answerAs({ access_token: 'token' }, { id: 1, login: 'ann', ...links, email: 'victim@example.com' })
    expect(await gitHub().identify(code)).toEqual({ openid: '1', name: 'ann', pictureUrl: picture })
    expect(fake.requests.map(({ path }) => path)).toEqual(['/login/oauth/access_token', '/user'])
  })

  it('security: a redirect is followed nowhere', async () => {
    fake.answers = () => ({ status: 302, body: {}, headers: { location: `${fake.url}/elsewhere` } })
    expect(await endOf(gitHub().identify(code))).toBe('platform_refused')
    expect(fake.requests).toHaveLength(1)
  })

  it('security: nobody is told by an id that is missing, empty or no exact number', async () => {
    for (const id of [undefined, '', null, {}, 2 ** 60]) {
      answerAs({ access_token: 'token' }, { id })
      expect(await endOf(gitHub().identify(code))).toBe('platform_refused')
    }
  })
})

describe('a provider that the operator describes', () => {
  const described = (otherwise: { pkce?: boolean } = {}) =>
    providerOf({
      kind: 'oauth2',
      ...shared,
      authorize_url: `${fake.url}/authorize?tenant=1`,
      token_url: `${fake.url}/token`,
      profile_url: `${fake.url}/me`,
      scope: 'basic',
      pkce: true,
      fields: { id: 'data.user.id', name: 'data.user.nick', picture: 'data.user.face' },
      ...otherwise,
    })

  it('happy: the address keeps its own parameters, and has PKCE unless the provider cannot take it', async () => {
    const { searchParams } = new URL(await described().start(visit))
    expect(Object.fromEntries(searchParams)).toMatchObject({ tenant: '1', scope: 'basic', code_challenge: 'challenge' })
    expect(await described({ pkce: false }).start(visit)).not.toContain('code_challenge')
  })

  it('happy: the map of fields tells the person', async () => {
    const person = { data: { user: { id: 42, nick: 'Ann', face: picture } }, id: 'of the answer' }
    fake.answers = ({ path }) => ({ body: path === '/me' ? person : { access_token: 'token' } })
    expect(await described({ pkce: false }).identify(code)).toEqual({ openid: '42', name: 'Ann', pictureUrl: picture })
    expect(fake.requests[0]?.fields).not.toHaveProperty('code_verifier')
  })

  it('security: a field that every object has is no id', async () => {
    fake.answers = ({ path }) => ({ body: path === '/me' ? { data: { user: [] } } : { access_token: 'token' } })
    expect(await endOf(described().identify(code))).toBe('platform_refused')
  })
})

describe.each<[string, (url: string) => ProviderSettings]>([
  ['Feishu', (url) => ({ kind: 'feishu', ...shared, accounts_url: url, open_url: url, token_version: 'v3' })],
  ['WeChat', (url) => ({ kind: 'wechat', ...shared, open_url: url, api_url: url })],
  ['GitHub', (url) => ({ kind: 'github', ...shared, url, api_url: url })],
  ['an issuer', (url) => ({ kind: 'openid', ...shared, issuer: url, scope: 'openid' })],
])('%s', (_, settingsAt) => {
  const whole = { ...code, codeVerifier: 'v'.repeat(43), nonce: 'the nonce' }

  it('error: that is down is told so', async () => {
    const { port } = new URL(fake.url)
    // Nobody listens there.
    const down = fake.url.replace(port, String(await freePort()))
    expect(await endOf(providerOf(settingsAt(down)).identify(whole))).toBe('platform_unreachable')
  })

  it.each(['nothing', 'beginning'] as const)('error: that is slow is given up, after it sent %s', async (answer) => {
    tellingRule.patienceMs = 50
    fake.answers = () => answer
    expect(await endOf(providerOf(settingsAt(fake.url)).identify(whole))).toBe('platform_unreachable')
  })

  it('error: that fails is told so', async () => {
    fake.answers = () => ({ status: 500, body: { error: 'server_error' } })
    expect(await endOf(providerOf(settingsAt(fake.url)).identify(whole))).toBe('platform_unreachable')
  })
})
