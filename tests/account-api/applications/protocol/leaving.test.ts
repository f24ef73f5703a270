import { expect, it } from 'vitest'
import { agree, answerAt, locationOf, namesAt, uidIn } from '#tests/account-api/applications/authorisation/answers'
import { Browser } from '#tests/account-api/applications/authorisation/browser'
import { operate } from '#tests/account-api/applications/services/services'
import { clientsOf } from '#tests/account-api/organisations/clients/clients'
import { openOrganisation } from '#tests/account-api/organisations/members/members'
import { dataOf, refused } from '#tests/account-api/worlds/world'
import { newRequest, type Party, signedIn } from './parties'
import { describeProtocolWorlds } from './protocol-world'

describeProtocolWorlds('redirects off the site by an application on $name', (world) => {
  const evil = 'https://evil.example/sign-in?a=b'

  /** An application that anybody has registered, whose address is a trap. */
  const trap = async () => {
    const { organisation } = await openOrganisation(world)
    const { register, partyOf } = clientsOf(world)
    const facts = { redirect_uris: [evil], post_logout_uris: [evil], scopes: ['openid', 'profile', 'email'] }
    const party = await partyOf(await register(organisation, { name: 'Trap', ...facts }))
    return { ...party, redirectUri: evil }
  }

  const begin = async (browser: Browser, party: Party, more: Record<string, string> = {}, isPosted = false) => {
    const { pathname, searchParams } = (await newRequest(party, { scope: 'openid', state: 's', ...more })).url
    for (const [name, value] of [...searchParams]) if (value === '') searchParams.delete(name)
    return isPosted ? browser.visit(pathname, searchParams) : browser.visit(`${pathname}?${searchParams}`)
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
    const party = await trap()
    for (const isPosted of [false, true]) {
      const { leads_to, client, posts } = await pageOf(await begin(new Browser(world), party, more, isPosted))
      expect(client).toMatchObject({ name: 'Trap', is_verified: false })
      expect([leads_to.startsWith(evil), leads_to.includes(`error=${error}`), posts]).toEqual([true, true, null])
    }
  })

  it('security: an error to be posted ends on our page, which posts it when the person presses the button', async () => {
    const answer = await begin(new Browser(world), await trap(), { response_mode: 'form_post', prompt: 'none' })
    const { leads_to, posts } = await pageOf(answer)
    expect(leads_to).toBe(evil)
    expect(posts).toMatchObject({ error: 'login_required', state: 's', iss: world.deployment.publicUrl })
  })

  it('security: a signed-in person who has agreed to nothing is not redirected away either', async () => {
    const [party, { browser }] = [await trap(), await signedIn(world)]
    expect((await pageOf(await begin(browser, party, { prompt: 'none' }))).leads_to).toContain('consent_required')
    // Nobody comes back from the page of a request that was not answered.
    const page = locationOf(await begin(browser, party))
    const { request_uid } = namesAt(browser, page)
    expect(locationOf(await browser.visit(`/oidc/auth/${request_uid}`))).not.toContain('evil')
  })

  it('happy: after a person declines or agrees on our page, the application gets its later errors', async () => {
    const [party, { browser, client }] = [await trap(), await signedIn(world)]
    const asked = async () => namesAt(browser, locationOf(await begin(browser, party)))
    const declined = await answerAt({ browser, client }, { ...(await asked()), scopes: '', deny: 1 })
    expect([declined.startsWith(evil), declined.includes('error=access_denied')]).toEqual([true, true])
    const agreed = await agree({ browser, client }, { ...(await asked()), scopes: 'openid' })
    expect(agreed.searchParams.get('code')).toEqual(expect.any(String))
    const again = locationOf(await begin(browser, party, { prompt: 'none' }))
    expect([again.startsWith(evil), again.includes('code=')]).toEqual([true, true])
    const more = locationOf(await begin(browser, party, { prompt: 'none', scope: 'openid email' }))
    expect([more.startsWith(evil), more.includes('error=consent_required')]).toEqual([true, true])
    // The agreement of one person does not bind another.
    const other = await pageOf(await begin(new Browser(world), party, { prompt: 'none' }))
    expect(other.leads_to).toContain('login_required')
  })

  it('happy: an application that the operator has reviewed gets its redirect directly', async () => {
    const { key, ...party } = await trap()
    await operate(world, 'client', 'verified', key, 'yes')
    const answer = locationOf(await begin(new Browser(world), { key, ...party }, { prompt: 'none' }))
    expect([answer.startsWith(evil), answer.includes('error=login_required')]).toEqual([true, true])
    const asked = new URLSearchParams({ client_id: key, post_logout_redirect_uri: evil })
    const request_uid = uidIn(await new Browser(world).visit(`/oidc/logout?${asked}`))
    const ask = () => world.person().openSignOutInfo({ request_uid })
    expect(await ask()).toMatchObject({ data: { returns_to: evil, asks_before_leaving: false } })
    await operate(world, 'client', 'verified', key, 'no')
    expect(await ask()).toMatchObject({ data: { returns_to: evil, asks_before_leaving: true } })
  })

  it('error: the page shows nothing after an hour, for a guessed name, or for a removed application', async () => {
    const party = await trap()
    const leaving_uid = uidIn(await begin(new Browser(world), party, { prompt: 'none' }))
    const ask = (uid = leaving_uid) => world.person().openLeavingInfo({ leaving_uid: uid })
    expect(await ask()).toMatchObject({ ok: true })
    await refused(ask('x'.repeat(22)), 'no_such_leaving')
    world.passMinutes(61)
    await refused(ask(), 'no_such_leaving')
    world.passMinutes(-61)
    await operate(world, 'client', 'disable', party.key)
    await refused(ask(), 'no_such_leaving')
  })
})
