import { describe, expect, it } from 'vitest'
import { providersOf } from '../../../../account-api/addresses/platforms/providers/providers'
import { databases } from '../../../fixtures/databases/databases'
import { worldOn } from '../../worlds/world'
import { fakeProvider, shared } from './providers'

const fake = await fakeProvider()
const { url } = fake

describe.each(databases)('an access token that another application was given on $name', (database) => {
  const providers = providersOf(
    new Map([
      ['wechat', { kind: 'wechat', ...shared, open_url: url, api_url: url }],
      ['feishu', { kind: 'feishu', ...shared, accounts_url: url, open_url: url, token_version: 'v3' }],
      ['github', { kind: 'github', ...shared, url, api_url: url }],
      ['openid', { kind: 'openid', ...shared, issuer: url, scope: 'openid' }],
    ]),
  )
  const world = worldOn(database, { providers })

  it.each(['wechat', 'feishu', 'github', 'openid'])(
    'security: its owner shows it as the person’s at %s, which takes it, and is nobody here',
    async (platform) => {
      const person = { openid: 'o1', unionid: 'u1', open_id: 'o1', union_id: 'u1', id: 'o1', sub: 'o1' }
      fake.answers = () => ({ body: { code: 0, ...person, data: person } })
      const stolen = { platform, access_token: 'of another application', openid: 'o1', platform_app_id: 'our app' }
      const { client } = await world.registerMobile()
      expect(await world.person().authLogin(stolen)).toMatchObject({ code: 'platform_refused' })
      expect(await world.person().authLoginOnly(stolen)).toMatchObject({ code: 'platform_refused' })
      expect(await client.authProfile(stolen)).toMatchObject({ code: 'platform_refused' })
      expect(fake.requests).toEqual([])
    },
  )

  const calls = ['authLogin', 'authLoginOnly', 'authProfile'] as const
  const given = { platform: 'github', code: 'of the person', access_token: 'of an app', platform_app_id: 'our app' }
  const refusedAt = (field: string, reason: string) => ({
    code: 'invalid_input',
    data: { fields: [{ field, reason }] },
  })

  it.each(calls)(
    'error: %s refuses the secret of OAuth 1, which no provider speaks, beside either proof',
    async (name) => {
      const { client } = await world.registerMobile()
      const { code, access_token, ...visit } = given
      for (const proof of [{ code }, { access_token }])
        expect(await client[name]({ ...visit, ...proof, access_token_secret: 'of OAuth 1' })).toMatchObject(
          refusedAt('access_token_secret', 'unsupported'),
        )
      expect(fake.requests).toEqual([])
    },
  )

  it.each(calls)('error: %s refuses an access token that has expired', async (name) => {
    const { client } = await world.registerMobile()
    for (const expires_in of [0, -3600])
      expect(await client[name]({ ...given, expires_in })).toMatchObject(refusedAt('expires_in', 'invalid'))
    expect(fake.requests).toEqual([])
  })

  it('security: a long lifetime makes no access token a proof', async () => {
    const { code: _, ...stolen } = given
    const answer = await world.person().authLogin({ ...stolen, expires_in: 31_536_000 })
    expect(answer).toMatchObject({ code: 'platform_refused' })
    expect(fake.requests).toEqual([])
  })
})
