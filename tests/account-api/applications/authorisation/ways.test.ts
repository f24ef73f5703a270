import { expect, it } from 'vitest'
import { proveForRequestByPassword } from '#account-api/applications/authorisation/proving'
import { findRequest } from '#account-api/applications/authorisation/request'
import { tally } from '#account-api/kernel/limits/rolling'
import { guessRule } from '#account-api/verification/codes/guesses'
import { hashPassword } from '#account-api/verification/hashing/hash'
import { mobilePurpose } from '#contract/terms/purposes'
import { sessionCookie } from '#contract/wire/headers'
import { ask, exchange, registerParty } from '#tests/account-api/applications/protocol/parties'
import { describeProtocolWorldsWith } from '#tests/account-api/applications/protocol/protocol-world'
import { operate } from '#tests/account-api/applications/services/services'
import { joinOrganisation, openOrganisation } from '#tests/account-api/organisations/members/members'
import { newIdentity, outsiders, platform } from '#tests/account-api/sign-in/platforms/outsiders'
import { askedPerson } from '#tests/account-api/verification/authenticators/apps'
import { changePassword } from '#tests/account-api/worlds/attacks'
import {
  dataOf,
  codeOf as endOf,
  freshAddress,
  freshMobile,
  goodPassword,
  type World,
} from '#tests/account-api/worlds/world'
import { otherThan } from '#tests/fixtures/messages/post-office'
import { locationOf } from './answers'
import { visitorOf } from './browser'

const { providers, codeOf, bind } = outsiders()

describeProtocolWorldsWith({ providers })('proving a person for one request on $name', (world) => {
  /** Where the provider sends people back to. */
  const back = () => ({ redirect_uri: `${world.baseUrl}/passport/web/auth/${platform}/callback` })

  /** A request that waits in a browser without a session. */
  const waiting = async (more: Record<string, string> = {}) => {
    const [visitor, party] = [visitorOf(world), await registerParty(world)]
    const { browser, client } = visitor
    const { names, ...request } = await ask(browser, party, more)
    const typed = (account: string) => ({ ...names, account, password: goodPassword })
    /** Types the password, and returns the ticket. */
    const prove = async (account: string) => dataOf(await client.openAccountAuth(typed(account))).auth_ticket
    const answer = (auth_ticket: string) => client.openWebAuth({ ...names, auth_ticket, scopes: 'openid' })
    /** Agrees as the ticket’s person, and returns the account that the application gets, or the refusal. */
    const agree = async (auth_ticket: string) => {
      const answered = await answer(auth_ticket)
      if (!answered.ok) return answered.code
      const returned = new URL(locationOf(await browser.visit(answered.data.redirect_url)))
      return (await exchange(party, { ...request, back: returned })).claims()?.sub
    }
    return { ...visitor, names, typed, prove, answer, agree }
  }
  type Waiting = Awaited<ReturnType<typeof waiting>>

  /** Such a request, and a person with a ticket for it. */
  const proven = async () => {
    const [at, person] = [await waiting(), await world.registerMobile()]
    return { at, person, auth_ticket: await at.prove(person.mobile) }
  }

  const smsCode = async ({ client, names }: Pick<Waiting, 'client' | 'names'>, mobile: string, type = {}) => {
    expect(await client.openSendCode({ ...names, mobile, ...type })).toMatchObject({ ok: true })
    return world.codeTo(mobile)
  }

  const isSignedIn = async ({ client }: Pick<Waiting, 'client'>) => dataOf(await client.checkLogin({})).signed_in

  /** A person bound to an identity of the provider. */
  const outsider = async (provenAt?: number) => {
    const person = await world.registerMobile()
    const identity = newIdentity(provenAt === undefined ? {} : { provenAt })
    await bind(person.client, identity, back())
    return { ...person, outside: () => ({ platform, code: codeOf(identity), ...back() }) }
  }

  it.each([{}, { type: mobilePurpose.smsAuthorize }])(
    'happy: an SMS code proves the person, who agrees but is not signed in (%o)',
    async (type) => {
      const [at, { mobile, userId }] = [await waiting(), await world.registerMobile()]
      expect(await at.client.openAuthInfo(at.names)).toMatchObject({ data: { person: null, needs: ['sign_in'] } })
      const code = await smsCode(at, mobile, type)
      const { auth_ticket } = dataOf(await at.client.openSmsAuth({ ...at.names, mobile, code, ...type }))
      const named = (await world.storage.accounts.profile(userId))?.username
      const info = await at.client.openAuthInfo({ ...at.names, auth_ticket })
      expect(info).toMatchObject({ data: { person: { username: named }, needs: [] } })
      expect(await at.agree(auth_ticket)).toBe(userId)
      expect(at.jar.get(sessionCookie)).toBeUndefined()
      expect((await world.activityOf(userId))[1]).toEqual(['proven_for_application', 'Orchard'])
    },
  )

  it('happy: a password proves the person with any of the account’s identifiers', async () => {
    const [at, { mobile, email, userId }] = [await waiting(), await world.registerBoth()]
    const username = (await world.storage.accounts.profile(userId))?.username ?? ''
    for (const account of [mobile, email, username]) {
      const told = await at.client.openAccountAuth(at.typed(account))
      expect(told.ok && told.data).toEqual({ auth_ticket: expect.any(String) })
    }
    expect(await isSignedIn(at)).toBe(false)
    expect(await at.agree(await at.prove(mobile))).toBe(userId)
  })

  it('happy: a third-party identity proves its person, but an unknown one or a refusal by the provider does not', async () => {
    const [at, { userId, outside }] = [await waiting(), await outsider()]
    const prove = (given = outside()) => at.client.openThirdPartyAuth({ ...at.names, ...given })
    expect(await prove({ ...outside(), code: codeOf(newIdentity()) })).toMatchObject({ code: 'not_bound' })
    expect(await prove({ ...outside(), code: 'never given' })).toMatchObject({ code: 'platform_refused' })
    expect(await at.agree(dataOf(await prove()).auth_ticket)).toBe(userId)
    expect(await isSignedIn(at)).toBe(false)
  })

  it('happy: a person who chooses to stay signed in also gets a session, which ends with the ticket', async () => {
    const [at, { mobile, userId }] = [await waiting(), await world.registerMobile()]
    const told = await at.client.openAccountAuth({ ...at.typed(mobile), stay_signed_in: 1 })
    expect(told).toMatchObject({ ok: true, data: { session: { user_id: userId, is_new_user: false } } })
    expect(await isSignedIn(at)).toBe(true)
    const kinds = (await world.activityOf(userId)).map(([kind]) => kind)
    expect(kinds.slice(0, 2).sort()).toEqual(['proven_for_application', 'signed_in'])
    expect(await at.client.openAuthInfo(at.names)).toMatchObject({ data: { needs: [] } })
    // In another tab.
    await at.client.logout({})
    expect(await at.agree(dataOf(told).auth_ticket)).toBe('ticket_refused')
  })

  it('happy: a browser can continue with a stored answer, even after a second request', async () => {
    const { at, auth_ticket } = await proven()
    expect(await at.client.openAuthInfo(at.names)).toMatchObject({ data: { goes_on_at: null } })
    const answered = await at.answer(auth_ticket)
    const url = answered.ok && answered.data.redirect_url
    expect(await at.client.openAuthInfo(at.names)).toMatchObject({ data: { goes_on_at: url } })
  })

  it('error: a request registers nobody, and only a right code shows that a number has no account', async () => {
    const [at, mobile] = [await waiting(), freshMobile()]
    const code = await smsCode(at, mobile)
    const given = { ...at.names, mobile }
    expect(await at.client.openSmsAuth({ ...given, code: otherThan(code) })).toMatchObject({ code: 'code_wrong' })
    const told = await at.client.openSmsAuth({ ...given, code, stay_signed_in: 1 })
    expect(told).toMatchObject({ code: 'not_registered' })
    expect(await world.storage.accounts.holderOf('mobile', mobile)).toBeUndefined()
    const ticket = !told.ok && told.code === 'not_registered' ? told.data.ticket : ''
    expect(await at.client.smsLoginContinue({ ticket })).toMatchObject({ data: { is_new_user: true } })
  })

  it('security: an old proof by a provider is refused if the application requires a fresh one', async () => {
    const long = world.deployment.now() - 3_600_000
    for (const [provenAt, code] of [
      [long, 'not_proven_there'],
      [undefined, 'not_proven_there'],
      [world.deployment.now() + 60_000, 'ok'],
    ] as const) {
      const [at, { outside }] = [await waiting({ prompt: 'login' }), await outsider(provenAt)]
      expect(await at.client.openAuthInfo(at.names)).toMatchObject({ data: { wants_fresh_proof: true } })
      expect(endOf(await at.client.openThirdPartyAuth({ ...at.names, ...outside() }))).toBe(code)
    }
  })

  it('security: a ticket works once, for its own request, for 15 minutes, even in concurrent uses', async () => {
    const [{ at, person, auth_ticket: first }, other] = [await proven(), await waiting()]
    const second = await at.prove(person.mobile)
    expect(await other.agree(first)).toBe('ticket_refused')
    const answers = await Promise.all([1, 2, 3].map(() => at.answer(first)))
    expect(answers.map(endOf).toSorted()).toEqual(['ok', 'ticket_refused', 'ticket_refused'])
    world.passMinutes(16)
    expect(await at.agree(second)).toBe('ticket_refused')
    // The OIDC library has a clock that no test moves.
    world.passMinutes(-16)
    expect(await at.agree(await at.prove(person.mobile))).toBe(person.userId)
  })

  const cancel = (userId: string) =>
    world.storage.transaction((stores) => stores.standing.cancel(userId, world.deployment.now() + 1_000_000))

  type Owner = Awaited<ReturnType<World['registerMobile']>>
  it.each<[string, (person: Owner) => Promise<unknown>]>([
    ['is cancelled', async ({ userId }) => ({ ok: true, data: await cancel(userId) })],
    [
      'gets another password',
      ({ client, password }) => client.updatePassword({ current_password: password, password: 'a calm lake at noon' }),
    ],
    ['is signed out everywhere', ({ client }) => client.logout({ all: 1 })],
    ['signs all other browsers out', ({ client }) => client.endOtherSessions({})],
  ])('security: a ticket ends when its account %s meanwhile', async (_what, happens) => {
    const { at, person, auth_ticket } = await proven()
    expect(await happens(person)).toMatchObject({ ok: true })
    expect(await at.agree(auth_ticket)).toBe('ticket_refused')
  })

  it('security: an organisation that is suspended meanwhile refuses the answer, but the ticket stays valid for another one', async () => {
    const organisation = await openOrganisation(world)
    const { mobile } = await joinOrganisation(world, organisation)
    const at = await waiting()
    const auth_ticket = await at.prove(mobile)
    const { sec_subject_uid } = organisation
    const info = await at.client.openAuthInfo({ ...at.names, auth_ticket })
    expect(info).toMatchObject({ data: { subjects: [{ sec_subject_uid }] } })
    await operate(world, 'organisations', 'freeze', sec_subject_uid, '--reason', 'A complaint')
    const answer = { ...at.names, auth_ticket, scopes: 'openid', sec_subject_uid }
    expect(await at.client.openWebAuth(answer)).toMatchObject({ code: 'subject_frozen' })
    expect(await at.agree(auth_ticket)).toEqual(expect.not.stringMatching(/^ticket_refused$/))
  })

  it('security: a password that is being changed at that moment proves nobody', async () => {
    const [at, { mobile, userId }] = [await waiting(), await world.registerMobile()]
    const { request_uid: uid, browser_key: browserKey } = at.names
    const found = await findRequest(world.storage, { uid, browserKey })
    if (!found.ok) throw new Error('there is no request')
    const becomes = await hashPassword(world.deployment.peppers, 'a calm lake at noon')
    let isChanged = false
    const transaction: typeof world.storage.transaction = async (work) => {
      if (!isChanged) await changePassword(world, userId, becomes)
      isChanged = true
      return world.storage.transaction(work)
    }
    const service = { ...world.service, storage: { ...world.storage, transaction } }
    const typed = { identifier: { kind: 'mobile' as const, value: mobile }, password: goodPassword }
    const from = { clientAddress: freshAddress(), client: 'test' }
    const asked = { request: found.request, staysSignedIn: false, from, isPerson: async () => true }
    const told = await proveForRequestByPassword(service, { ...asked, ...typed })
    expect(told).toEqual({ ok: false, code: 'wrong_credentials' })
    expect((await world.activityOf(userId)).map(([kind]) => kind)).not.toContain('proven_for_application')
  })

  it.each<[string, string, (person: Owner) => Promise<unknown>]>([
    ['is cancelled', 'account_cancelled', ({ userId }) => cancel(userId)],
    ['requires its authenticator', 'authenticator_required', (person) => askedPerson(world, person)],
  ])('security: a password or a number alone proves nobody whose account %s', async (_what, code, prepare) => {
    const [at, person] = [await waiting(), await world.registerMobile()]
    await prepare(person)
    const { mobile } = person
    const told = { code, data: { ticket: expect.any(String) } }
    expect(await at.client.openAccountAuth(at.typed(mobile))).toMatchObject(told)
    expect(await at.client.openSmsAuth({ ...at.names, mobile, code: await smsCode(at, mobile) })).toMatchObject(told)
    expect(await isSignedIn(at)).toBe(false)
  })

  it('security: wrong passwords for a request count together with those at a sign-in', async () => {
    const { mobile } = await world.registerMobile()
    const at = await waiting()
    const wrong = { account: mobile, password: 'not this one' }
    const answers: string[] = []
    for (let tries = 0; tries < 6; tries++) {
      const atRequest = tries % 2 === 0
      const tried = { ...at.names, ...wrong }
      answers.push(endOf(await (atRequest ? at.client.openAccountAuth(tried) : at.client.accountLoginV2(wrong))))
    }
    expect(answers).toEqual([...Array.from({ length: 5 }, () => 'wrong_credentials'), 'captcha_required'])
    // The captcha works only for the call that required it.
    expect(await at.client.openAccountAuth(at.typed(mobile))).toMatchObject({ code: 'captcha_required' })
    const solved = await world.insist({ jar: at.jar }, (client) => client.openAccountAuth(at.typed(mobile)))
    expect(solved).toMatchObject({ ok: true })
    // The right password has taken the wrong ones back, as at a sign-in.
    expect(await world.person().accountLoginV2(wrong)).toMatchObject({ code: 'wrong_credentials' })
  })

  it('security: if the daily guesses are used up elsewhere, a right code is not checked here', async () => {
    const [at, { mobile }] = [await waiting(), await world.registerMobile()]
    const code = await smsCode(at, mobile)
    const guessed = { add: [{ name: 'guesses' as const, subject: `sms:${mobile}` }] }
    for (let count = 0; count < guessRule.most; count++) await tally(world.storage, guessed, world.deployment.now())
    expect(await at.client.openSmsAuth({ ...at.names, mobile, code })).toMatchObject({ code: 'too_many_wrong_codes' })
  })

  it('security: a code for an ended request signs nobody in, and stays unused', async () => {
    const [at, { mobile }] = [await waiting(), await world.registerMobile()]
    const code = await smsCode(at, mobile)
    const prove = () => at.client.openSmsAuth({ ...at.names, mobile, code })
    world.passMinutes(61)
    expect(await prove()).toMatchObject({ code: 'no_such_open_request' })
    world.passMinutes(-61)
    expect(await prove()).toMatchObject({ ok: true })
  })
})
