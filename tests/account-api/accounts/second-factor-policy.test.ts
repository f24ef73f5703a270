import { expect, it, vi } from 'vitest'
import { allCalls, type CallName } from '#contract/calls'
import type { Client } from '#contract/client'
import { session as sessionFields } from '#contract/terms/fields'
import { usualPolicy } from '#settings/policy/policy'
import { enterSite, registerSite } from '#tests/account-api/applications/sites/sites'
import { giveRole, openWithMember } from '#tests/account-api/organisations/members/members'
import { appCode, proveMobileToo, withAuthenticator } from '#tests/account-api/verification/authenticators/apps'
import { signInBy, withOldPasskey, withPasskey } from '#tests/account-api/verification/passkeys/devices'
import { press, signInByCode, ticketTo } from '#tests/account-api/worlds/attacks'
import { policyOf } from '#tests/account-api/worlds/policies'
import { codeOf, dataOf, describeWorlds, goodPassword, secondKeyIn, verifyBy } from '#tests/account-api/worlds/worlds'

const dayMinutes = 24 * 60
const due = 'factor_due'

/** Calls answered while a second factor is due: they set one up, prove the person for that, or sign out. */
const answered = `
  addAuthenticator askAuthenticator authenticatorInfo logout removeAuthenticator secondVerificationWays sendSecondCode
  startAuthenticator startSecondPasskey verifySecond verifySecondByPasskey verifySecondByPlatform
`

/** Calls that need no session and give access elsewhere. Each is tested, or has a reason why it lets nobody in. */
const leadingElsewhere = [
  // These let nobody in on their own.
  'getCaptcha',
  'getQrcode',
  // It serves an application’s request, which openWebAuth answers.
  'openAccountAuth',
  'openQrCheck',
  'openQrGet',
  'openSmsAuth',
  'openThirdPartyAuth',
  // authorisation/asked-first.test.ts
  'openWebAuth',
  'protectedSite',
  // Its token is judged at each request, by siteVisitor.
  'redeemDeskTicket',
  'redeemSiteTicket',
  'registeredService',
  'thirdPartyStart',
]

const ofSessions = allCalls.filter(({ auth }) => auth !== 'none')
const refused = ofSessions.filter(({ whenFactorDue }) => !whenFactorDue)

describeWorlds('a second factor that the deployment requires on $name', (world) => {
  const decide = policyOf(world)
  const ask = (second_factor: Partial<typeof usualPolicy.second_factor> = {}) =>
    decide({ second_factor: { ...usualPolicy.second_factor, of: 'everybody', grace_days: 0, ...second_factor } })

  /** The answer to a person who uses the account. */
  const use = async (client: Client) => codeOf(await client.listSessions({}))
  const infoOf = async (client: Client) => dataOf(await client.authenticatorInfo({})).second_factor

  /** Sets up an app on the page that requires it. */
  const setUp = async (client: Client) => {
    const { ticket, secret } = dataOf(await client.startAuthenticator({}))
    const authenticator_code = appCode(world, secret)
    dataOf(await client.addAuthenticator({ ticket, authenticator_code, at_sign_in: 1 }))
    return secret
  }

  it('happy: everybody needs a second factor if the policy says so, from its start date', async () => {
    const { client } = await world.registerMobile()
    const state = async () => [await use(client), await infoOf(client)]
    expect(await state()).toEqual(['ok', null])
    ask({ from: '2999-12-31' })
    expect(await state()).toEqual(['ok', null])
    ask()
    expect(await use(client)).toBe(due)
  })

  it('happy: managers and members with a role need a second factor, and other members do not', async () => {
    const { organisation, manager, bo } = await openWithMember(world)
    ask({ of: 'administrators' })
    expect([await use(manager.client), await use(bo.client)]).toEqual([due, 'ok'])
    decide({})
    await giveRole(organisation, 'Readers', ['member.read'], bo)
    ask({ of: 'administrators' })
    expect(await use(bo.client)).toBe(due)
  })

  it('happy: the grace period begins with the first use, and another sign-in does not restart it', async () => {
    const { client, mobile } = await world.registerMobile()
    world.passMinutes(10 * dayMinutes)
    ask({ grace_days: 3 })
    const asked = await infoOf(client)
    expect(asked?.has_passkey).toBe(false)
    expect(Date.parse(asked?.due_at ?? '') - world.deployment.now()).toBeCloseTo(3 * dayMinutes * 60_000, -5)
    world.passMinutes(3 * dayMinutes - 1)
    expect(await use(client)).toBe('ok')
    world.passMinutes(2)
    expect(await use(client)).toBe(due)
    expect(await use(await world.secondSession({ mobile, password: goodPassword }))).toBe(due)
  })

  it('happy: a later start date in the policy restarts the grace period', async () => {
    const { client } = await world.registerMobile()
    ask({ grace_days: 1 })
    await use(client)
    world.passMinutes(9 * dayMinutes)
    const from = new Date(world.deployment.now() - 60_000).toISOString().slice(0, 10)
    ask({ grace_days: 3, from })
    expect(await use(client)).toBe('ok')
  })

  it('happy: a person who already has an app that no sign-in requires has to prove it', async () => {
    const owner = await withAuthenticator(world, await world.registerMobile())
    ask()
    const client = await world.secondSession(owner)
    expect(await use(client)).toBe(due)
    const asked = await client.askAuthenticator({ at_sign_in: 1 })
    expect(asked).toMatchObject({ data: { ways: [{ way: 'authenticator' }], asks_factor: true } })
    dataOf(await verifyBy(client, asked, 'authenticator', appCode(world, owner.secret)))
    expect(await use(client)).toBe('ok')
    expect(codeOf(await client.askAuthenticator({ at_sign_in: 1 }))).toBe('ok')
  })

  it('security: a passkey younger than 72 hours does not count as the second factor of its sign-in', async () => {
    const old = await withOldPasskey(world, await world.registerMobile())
    const young = await withPasskey(await world.registerMobile())
    ask()
    expect(await use(await world.secondSession(old))).toBe(due)
    const [counting, other] = [await signInBy(world, old.device), await signInBy(world, young.device)]
    expect([await use(counting.client), await use(other.client)]).toEqual(['ok', due])
    expect([codeOf(other.answer), codeOf(await other.client.logout({}))]).toEqual(['ok', 'ok'])
  })

  it('happy: a person whose proof is too old must prove the second factor again', async () => {
    const { client, mobile } = await world.registerMobile()
    ask()
    world.passMinutes(20)
    const asked = await client.startAuthenticator({})
    dataOf(await client.secondVerificationWays({ sms_code_key: secondKeyIn(asked) }))
    dataOf(await verifyBy(client, asked, 'password', goodPassword))
    await proveMobileToo(world, client, mobile)
    await setUp(client)
    expect(await use(client)).toBe('ok')
  })

  it('security: a new app is asked for at a sign-in; if it no longer is, it must be proven in other sessions, and a removed one everywhere', async () => {
    const { client, mobile, password, userId } = await world.registerMobile()
    ask()
    await setUp(client)
    expect([await use(client), await infoOf(client)]).toEqual(['ok', null])
    const entered = dataOf(await world.person().accountLoginV2({ account: mobile, password }))
    expect(entered.authenticator_ticket).toBeDefined()
    expect(codeOf(await client.askAuthenticator({ at_sign_in: 0 }))).toBe('ok')
    expect(await use(client)).toBe('ok')
    expect(await use(await world.secondSession({ mobile, password }))).toBe(due)
    await world.storage.authenticators.remove(userId)
    expect(await use(client)).toBe(due)
  })

  it('security: a session that lacks a due second factor may make only the listed calls', () => {
    const names = ofSessions.filter(({ whenFactorDue }) => whenFactorDue).map(({ name }) => name)
    expect(names.sort()).toEqual(answered.trim().split(/\s+/))
  })

  /** One person for all of these tests, because a refused call changes nothing. */
  let one: ReturnType<typeof world.registerMobile> | undefined

  it.each(refused)('security: $name is refused with any input', async (row) => {
    one ??= world.registerMobile()
    const { client } = await one
    ask()
    const { name, input, needsOneOf: [needed = 'page'] = [] } = row
    using judged = vi.spyOn(input, 'safeParse').mockReturnValue({ success: true, data: {} })
    const call = client[name as CallName] as (input: object) => Promise<{ ok: boolean }>
    const answer = await call({ page: 1, [needed]: 1 })
    expect(judged).toHaveBeenCalledOnce()
    expect(answer).toMatchObject({ ok: false, code: due })
  })

  it('security: no call that is answered before setup gives out a session', () => {
    const fields = Object.keys(sessionFields.shape)
    const givers = allCalls.filter(({ output }) => fields.every((field) => field in output.shape))
    expect(givers.filter(({ whenFactorDue }) => whenFactorDue)).toEqual([])
    expect(givers.length).toBeGreaterThan(20)
  })

  it('security: every call without a session that answers a redirect, token or code is listed', () => {
    const leading = ['redirect_url', 'url', 'token', 'auth_ticket', 'device_code', 'code']
    const rows = allCalls.filter(({ output }) => leading.some((field) => field in output.shape))
    const open = rows.filter(({ auth }) => auth === 'none').map(({ name }) => name)
    expect(open.sort()).toEqual(leadingElsewhere)
  })

  it('security: a session at a proxied site is refused until its person sets up a second factor', async () => {
    const { client } = await world.registerMobile()
    const { site } = await registerSite(world)
    const token = await enterSite(world, client, site)
    const visit = async () => codeOf(await world.person().siteVisitor({ site, token }))
    expect(await visit()).toBe('ok')
    ask()
    expect(await visit()).toBe('no_site_session')
    await setUp(client)
    expect(await visit()).toBe('ok')
  })

  it('security: signing in by a remembered device does not bypass the policy', async () => {
    const { client } = await world.registerMobile()
    const { device_token } = dataOf(await client.rememberAccount({}))
    await client.logout({})
    ask()
    dataOf(await client.quickLogin({ device_token }))
    expect(await use(client)).toBe(due)
  })

  it('security: a thief’s app opens nothing, is reported, and is removed with the session by “this was not me”', async () => {
    const person = await world.registerBoth()
    const { email, mobile, userId } = person
    world.passMinutes(10 * dayMinutes)
    ask()
    const thief = await world.secondSession(person)
    expect(await use(thief)).toBe(due)
    const { ticket, secret } = dataOf(await thief.startAuthenticator({}))
    dataOf(await thief.addAuthenticator({ ticket, authenticator_code: appCode(world, secret) }))
    expect(await use(thief)).toBe(due)
    await world.expectTold('authenticator_added', mobile, email)
    dataOf(await press(world, await ticketTo(world, email)))
    expect(await use(thief)).toBe('not_signed_in')
    expect(await world.profileOf(userId)).toMatchObject({ authenticatorSince: null, asksAuthenticator: false })
    const owner = await signInByCode(world, email)
    expect(await use(owner)).toBe(due)
    await proveMobileToo(world, owner, mobile)
    await setUp(owner)
    expect(await use(owner)).toBe('ok')
  })
})
