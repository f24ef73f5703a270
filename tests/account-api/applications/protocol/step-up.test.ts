import * as oidc from 'openid-client'
import { expect, it } from 'vitest'
import { agree, locationOf } from '#tests/account-api/applications/authorisation/answers'
import { operate } from '#tests/account-api/applications/services/services'
import { appCode, askedPerson } from '#tests/account-api/verification/authenticators/apps'
import { dataOf } from '#tests/account-api/worlds/world'
import { ask, authorise, exchange, newRequest, registerParty, signedIn } from './parties'
import { describeProtocolWorlds } from './protocol-world'
import { postAs, userInfo } from './tokens'

const second = 'urn:butterfly:acr:second-factor'
const scopes = 'openid profile'

describeProtocolWorlds('a request that says how its person must be proven, on $name', (world) => {
  const known = async () => ({
    party: await registerParty(world, { scopes: 'openid,profile,email' }),
    person: await signedIn(world),
  })
  const essential = (acr: object) => ({ claims: JSON.stringify({ id_token: { acr: { essential: true, ...acr } } }) })
  const errorOf = async (...[{ person, party }, more]: [Awaited<ReturnType<typeof known>>, Record<string, string>]) =>
    new URL((await ask(person.browser, party, more)).page).searchParams.get('error')

  it('happy: acr and amr show what was proven, and a request with max_age requires the factor again', async () => {
    const { party, person } = await known()
    const first = (await exchange(party, await authorise(person, party))).claims()
    expect(first).toMatchObject({ acr: 'urn:butterfly:acr:first-factor', amr: ['sms', 'pwd'] })
    expect(party.config.serverMetadata().acr_values_supported).toContain(second)

    const { secret } = await askedPerson(world, person)
    const silent = await authorise(person, party, { acr_values: second, prompt: 'none' })
    expect((await exchange(party, silent)).claims()).toMatchObject({
      acr: second,
      amr: expect.arrayContaining(['otp', 'mfa']),
    })

    world.passMinutes(5)
    const asked = { acr_values: second, max_age: '60' }
    expect(await errorOf({ person, party }, { ...asked, prompt: 'none' })).toBe('interaction_required')
    const { names, ...request } = await ask(person.browser, party, asked)
    expect(dataOf(await person.client.openAuthInfo(names)).needs).toContain('factor')
    const refused = await person.client.openWebAuth({ ...names, scopes })
    if (refused.ok || refused.code !== 'second_verification_required') throw new Error('no second verification')
    expect(refused.data.ways.map(({ way }) => way)).toEqual(['authenticator'])
    const { sms_code_key } = refused.data
    const seconds = () => Math.floor(world.deployment.now() / 1000)
    const before = seconds()
    dataOf(await person.client.verifySecond({ sms_code_key, way: 'authenticator', code: appCode(world, secret) }))
    const after = seconds()
    const tokens = await exchange(party, { ...request, back: await agree(person, { ...names, scopes }) })
    const auth_time = tokens.claims()?.auth_time ?? 0
    expect(tokens.claims()).toMatchObject({ acr: second })
    expect(before <= auth_time && auth_time <= after).toBe(true)
  })

  it('security: a person without the factor gets no code, and an unsupported acr is refused', async () => {
    const { party, person } = await known()
    await authorise(person, party)
    for (const more of [{ acr_values: second }, { acr_values: `x phr` }, essential({ value: second })]) {
      expect(await errorOf({ person, party }, { ...more, prompt: 'none' })).toBe('interaction_required')
      const { names } = await ask(person.browser, party, more)
      expect(dataOf(await person.client.openAuthInfo(names)).needs).toEqual(['new_factor'])
      expect(await person.client.openWebAuth({ ...names, scopes })).toMatchObject({ code: 'second_factor_required' })
    }
    expect(await errorOf({ person, party }, essential({ values: ['x'] }))).toBe('unmet_authentication_requirements')
    // One that may be left out is left out.
    expect(await errorOf({ person, party }, { acr_values: 'x', prompt: 'none' })).toBeNull()
  })

  it('happy: requested claims add their scope to the agreement, and appear in the ID token', async () => {
    const [{ party }, person] = [await known(), await signedIn(world, 'registerBoth')]
    const ofToken = { email: null, phone_number: null }
    const claims = JSON.stringify({ id_token: ofToken, userinfo: { name: { essential: true } } })
    const { names, ...request } = await ask(person.browser, party, { scope: 'openid', claims })
    const asked = dataOf(await person.client.openAuthInfo(names)).scopes.map(({ scope }) => scope)
    // The client may not ask for the number.
    expect(asked).toEqual(['openid', 'profile', 'email'])
    const back = await agree(person, { ...names, scopes: 'openid email' })
    const tokens = await exchange(party, { ...request, back })
    expect(tokens.claims()).toMatchObject({ email: expect.stringContaining('@') })
    expect(Object.keys(await userInfo(party, tokens.access_token))).not.toContain('name')
    const another = JSON.stringify({ id_token: { sub: { value: 'somebody-else' } } })
    expect(await errorOf({ person, party }, { claims: another, prompt: 'none' })).toBe('login_required')
  })

  it('security: a client that must push its requests gets nothing by a link, and its answer names the issuer', async () => {
    const { party, person } = await known()
    await authorise(person, party)
    await operate(world, 'client', 'par', party.key, 'required')
    const { url, ...request } = await newRequest(party)
    const told = new URL(locationOf(await person.browser.visit(url))).searchParams
    expect([told.get('error'), told.get('iss')]).toEqual(['invalid_request', world.baseUrl])
    const explained = await operate(world, 'explain', 'client', party.key, '--request', url.href)
    expect(explained.text).toContain(`client par ${party.key} optional`)
    const url_ = await oidc.buildAuthorizationUrlWithPAR(party.config, url.searchParams)
    const back = new URL(locationOf(await person.browser.visit(url_)))
    expect((await exchange(party, { ...request, back })).claims()?.sub).toBe(person.userId)
    // The code of an issuer that a thief has put in our place is refused by the client (RFC 9207).
    back.searchParams.set('iss', 'https://thief.example')
    await expect(exchange(party, { ...request, back })).rejects.toMatchObject({ code: 'OAUTH_INVALID_RESPONSE' })
    expect((await postAs(world, { ...party, secret: 'wrong' }, '/oidc/request', {})).status).toBe(401)
  })
})
