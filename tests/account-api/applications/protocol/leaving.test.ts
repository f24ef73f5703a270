import * as oidc from 'openid-client'
import { expect, it } from 'vitest'
import { agree, answerAt, locationOf, namesAt } from '#tests/account-api/applications/authorisation/answers'
import { Browser } from '#tests/account-api/applications/authorisation/browser'
import { operate } from '#tests/account-api/applications/services/services'
import { clientsOf } from '#tests/account-api/organisations/clients/clients'
import { openOrganisation } from '#tests/account-api/organisations/members/members'
import { dataOf } from '#tests/account-api/worlds/world'
import { signedIn } from './parties'
import { describeProtocolWorlds } from './protocol-world'

describeProtocolWorlds('redirects off the site by an application on $name', (world) => {
  const evil = 'https://evil.example/sign-in?a=b'

  /** An application that anybody has registered, whose address is a trap. */
  const trap = async () => {
    const { organisation } = await openOrganisation(world)
    const registered = await clientsOf(world).register(organisation, {
      name: 'Trap',
      redirect_uris: [evil],
      post_logout_uris: [evil],
      scopes: ['openid', 'profile', 'email'],
    })
    return { key: registered.client.client_key }
  }

  const begin = async (browser: Browser, client_id: string, more: Record<string, string> = {}, isPosted = false) => {
    const fields = new URLSearchParams({
      client_id,
      redirect_uri: evil,
      response_type: 'code',
      scope: 'openid',
      state: 's',
      code_challenge: await oidc.calculatePKCECodeChallenge(oidc.randomPKCECodeVerifier()),
      code_challenge_method: 'S256',
      ...more,
    })
    for (const [name, value] of [...fields]) if (value === '') fields.delete(name)
    return isPosted ? browser.visit('/oidc/auth', fields) : browser.visit(`/oidc/auth?${fields}`)
  }

  /** What the page of ours tells, to which a browser was led. */
  const pageOf = async (answer: Response) => {
    const [, leaving_uid = ''] = /^\/login\/leave\/([\w-]{22})$/.exec(locationOf(answer)) ?? []
    expect([answer.status, leaving_uid]).toEqual([303, expect.stringMatching(/./)])
    return dataOf(await world.person().openLeavingInfo({ leaving_uid }))
  }

  it.each([
    ['prompt=none', { prompt: 'none' }, 'login_required'],
    ['response_type=token', { response_type: 'token' }, 'unsupported_response_type'],
    ['no challenge', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['a foreign scope', { scope: 'openid mobile_plain' }, 'invalid_scope'],
    ['a broken request object', { request: 'x' }, 'invalid_request_object'],
    ['its answer in the fragment', { response_mode: 'fragment', prompt: 'none' }, 'login_required'],
  ])('security: a stranger’s link with their own application ends on our page, by %s', async (_, more, error) => {
    const { key } = await trap()
    for (const isPosted of [false, true]) {
      const { leads_to, client, posts } = await pageOf(await begin(new Browser(world), key, more, isPosted))
      expect(client).toMatchObject({ name: 'Trap', is_verified: false })
      expect([leads_to.startsWith(evil), leads_to.includes(`error=${error}`), posts]).toEqual([true, true, null])
    }
  })

  it('security: an error to be posted ends on our page, which posts it when the person presses the button', async () => {
    const { key } = await trap()
    const answer = await begin(new Browser(world), key, { response_mode: 'form_post', prompt: 'none' })
    const { leads_to, posts } = await pageOf(answer)
    expect(leads_to).toBe(evil)
    expect(posts).toMatchObject({ error: 'login_required', state: 's', iss: world.deployment.publicUrl })
  })

  it('security: a signed-in person who has agreed to nothing is not redirected away either', async () => {
    const { key } = await trap()
    const { browser } = await signedIn(world)
    expect((await pageOf(await begin(browser, key, { prompt: 'none' }))).leads_to).toContain('consent_required')
    // Nobody comes back from the page of a request that was not answered.
    const page = locationOf(await begin(browser, key))
    const { request_uid } = namesAt(browser, page)
    expect(locationOf(await browser.visit(`/oidc/auth/${request_uid}`))).not.toContain('evil')
  })

  it('happy: after a person declines or agrees on our page, the application gets its later errors', async () => {
    const { key } = await trap()
    const { browser, client } = await signedIn(world)
    const asked = async (more = {}) => namesAt(browser, locationOf(await begin(browser, key, more)))
    const declined = await answerAt({ browser, client }, { ...(await asked()), scopes: '', deny: 1 })
    expect([declined.startsWith(evil), declined.includes('error=access_denied')]).toEqual([true, true])
    const agreed = await agree({ browser, client }, { ...(await asked()), scopes: 'openid' })
    expect(agreed.searchParams.get('code')).toEqual(expect.any(String))
    const again = locationOf(await begin(browser, key, { prompt: 'none' }))
    expect([again.startsWith(evil), again.includes('code=')]).toEqual([true, true])
    const more = locationOf(await begin(browser, key, { prompt: 'none', scope: 'openid email' }))
    expect([more.startsWith(evil), more.includes('error=consent_required')]).toEqual([true, true])
    // The agreement of one person does not bind another.
    expect((await pageOf(await begin(new Browser(world), key, { prompt: 'none' }))).leads_to).toContain(
      'login_required',
    )
  })

  it('happy: an application that the operator has reviewed gets its redirect directly', async () => {
    const { key } = await trap()
    await operate(world, 'client', 'verified', key, 'yes')
    const answer = locationOf(await begin(new Browser(world), key, { prompt: 'none' }))
    expect([answer.startsWith(evil), answer.includes('error=login_required')]).toEqual([true, true])
    const signedOut = await new Browser(world).visit(
      `/oidc/logout?client_id=${key}&post_logout_redirect_uri=${encodeURIComponent(evil)}`,
    )
    const request_uid = locationOf(signedOut).split('/').at(-1) ?? ''
    const ask = () => world.person().openSignOutInfo({ request_uid })
    expect(await ask()).toMatchObject({ data: { returns_to: evil, asks_before_leaving: false } })
    await operate(world, 'client', 'verified', key, 'no')
    expect(await ask()).toMatchObject({ data: { returns_to: evil, asks_before_leaving: true } })
  })

  it('error: the page shows nothing after an hour, for a guessed name, or for a removed application', async () => {
    const { key } = await trap()
    const leaving_uid =
      locationOf(await begin(new Browser(world), key, { prompt: 'none' }))
        .split('/')
        .at(-1) ?? ''
    const ask = (uid = leaving_uid) => world.person().openLeavingInfo({ leaving_uid: uid })
    expect(await ask()).toMatchObject({ ok: true })
    expect(await ask('x'.repeat(22))).toMatchObject({ code: 'no_such_leaving' })
    world.passMinutes(61)
    expect(await ask()).toMatchObject({ code: 'no_such_leaving' })
    world.passMinutes(-61)
    await operate(world, 'client', 'disable', key)
    expect(await ask()).toMatchObject({ code: 'no_such_leaving' })
  })
})
