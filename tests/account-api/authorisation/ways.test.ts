import { beforeAll, describe, expect, it } from 'vitest'
import { guessRule } from '../../../account-api/domain/code/guesses'
import { tally } from '../../../account-api/domain/limit/rolling'
import { proveForRequestByPassword } from '../../../account-api/domain/open/proving'
import { findRequest } from '../../../account-api/domain/open/request'
import { hashPassword } from '../../../account-api/domain/password/hash'
import { days } from '../../../account-api/domain/time'
import { CookieJar } from '../../../contract/cookie-jar'
import { sessionCookie } from '../../../contract/headers'
import { mobilePurpose } from '../../../contract/purposes'
import { databases } from '../../fixtures/databases'
import { writeInto } from '../../fixtures/look-into'
import { otherThan } from '../../fixtures/post-office'
import { changePassword } from '../attacks'
import { activityOf, toldLast } from '../bindings'
import { joinOrganisation, openOrganisation } from '../organisation/members'
import { operate } from '../sso/services'
import { newIdentity, outsiders, platform } from '../third-party/outsiders'
import { freshAddress, freshMobile, goodPassword, registerBoth, registerMobile, worldOn } from '../world'
import { Browser } from './browser'
import { exchange, locationOf, namesAt, newRequest, openToClients, registerParty } from './parties'

describe.each(databases)('proving who one is for one request, on $name', (database) => {
  const { providers, codeOf } = outsiders()
  const world = worldOn(database, { providers })
  beforeAll(() => openToClients(world))

  /** Where the provider sends people back to. */
  const back = () => ({ redirect_uri: `${world.baseUrl}/passport/web/auth/${platform}/callback` })

  /** A request that waits in a browser where nobody is signed in. */
  const waiting = async (more: Record<string, string> = {}) => {
    const [party, jar] = [await registerParty(world), new CookieJar()]
    const [browser, client] = [new Browser(world, jar), world.person({ jar })]
    const request = await newRequest(party, more)
    const names = namesAt(browser, locationOf(await browser.visit(request.url)))
    /** Agrees as the person of a ticket, and answers what the application is told. */
    const tell = async (auth_ticket: string) => {
      const answered = await client.openWebAuth({ ...names, auth_ticket, scopes: 'openid' })
      if (!answered.ok) return answered.code
      const returned = new URL(locationOf(await browser.visit(answered.data.redirect_url)))
      return (await exchange(party, { ...request, back: returned })).claims() ?? ''
    }
    /** The same: the account. */
    const agree = async (auth_ticket: string) => {
      const told = await tell(auth_ticket)
      return typeof told === 'string' ? told : told.sub
    }
    return { party, jar, browser, client, names, tell, agree }
  }
  type Waiting = Awaited<ReturnType<typeof waiting>>

  const smsCode = async ({ client, names }: Pick<Waiting, 'client' | 'names'>, mobile: string, type = {}) => {
    expect(await client.openSendCode({ ...names, mobile, ...type })).toMatchObject({ ok: true })
    return world.codeTo(mobile)
  }

  /** The protocol's library has a clock that no test moves. */
  const later = async <Result>(minutes: number, look: () => Promise<Result>): Promise<Result> => {
    world.passMinutes(minutes)
    try {
      return await look()
    } finally {
      world.passMinutes(-minutes)
    }
  }

  const ticketIn = (answer: { ok: true; data: { auth_ticket: string } } | { ok: false; code: string }): string => {
    if (!answer.ok) throw new Error(`not proven: ${answer.code}`)
    return answer.data.auth_ticket
  }

  const isSignedIn = async ({ client }: Pick<Waiting, 'client'>) => {
    const checked = await client.checkLogin({})
    return checked.ok && checked.data.signed_in
  }

  /** Somebody bound to an identity of the provider. */
  const outsider = async (provenAt?: number) => {
    const person = await registerMobile(world)
    const identity = newIdentity(provenAt === undefined ? {} : { provenAt })
    const refused = await world.person().authLogin({ platform, code: codeOf(identity), ...back() })
    if (refused.ok || refused.code !== 'not_bound') throw new Error('it is bound')
    await person.client.bindAuth({ platform, profile_key: refused.data.profile_key })
    return { ...person, outside: () => ({ platform, code: codeOf(identity), ...back() }) }
  }

  it.each([{}, { type: mobilePurpose.smsAuthorize }])(
    'happy: a code by SMS proves the person, who agrees and stays signed out (%o)',
    async (type) => {
      const [at, { mobile, userId }] = [await waiting(), await registerMobile(world)]
      const code = await smsCode(at, mobile, type)
      const auth_ticket = ticketIn(await at.client.openSmsAuth({ ...at.names, mobile, code, ...type }))
      const named = (await world.storage.accounts.profile(userId))?.username
      expect(await at.client.openAuthInfo({ ...at.names, auth_ticket })).toMatchObject({
        data: { person: { username: named }, needs: [] },
      })
      expect(await at.agree(auth_ticket)).toBe(userId)
      expect(at.jar.get(sessionCookie)).toBeUndefined()
      expect((await activityOf(world, userId))[0]).toEqual(['proven_for_application', 'Orchard'])
    },
  )

  it('happy: so does a password, with any identifier', async () => {
    const [at, { mobile, email, userId }] = [await waiting(), await registerBoth(world)]
    const username = (await world.storage.accounts.profile(userId))?.username ?? ''
    for (const account of [mobile, email, username]) {
      const proven = await at.client.openAccountAuth({ ...at.names, account, password: goodPassword })
      expect(proven.ok && proven.data).toEqual({ auth_ticket: expect.any(String) })
    }
    expect(await isSignedIn(at)).toBe(false)
    const last = await at.client.openAccountAuth({ ...at.names, account: mobile, password: goodPassword })
    expect(await at.agree(ticketIn(last))).toBe(userId)
  })

  it('happy: so does a third-party identity', async () => {
    const [at, { userId, outside }] = [await waiting(), await outsider()]
    expect(await at.agree(ticketIn(await at.client.openThirdPartyAuth({ ...at.names, ...outside() })))).toBe(userId)
    expect(await isSignedIn(at)).toBe(false)
  })

  it('happy: whoever wants to stay signed in gets a session, too, and the ticket ends with it', async () => {
    const [at, { mobile, userId }] = [await waiting(), await registerMobile(world)]
    const typed = { account: mobile, password: goodPassword, stay_signed_in: 1 }
    const proven = await at.client.openAccountAuth({ ...at.names, ...typed })
    expect(proven).toMatchObject({ ok: true, data: { session: { user_id: userId, is_new_user: false } } })
    expect(await isSignedIn(at)).toBe(true)
    const kinds = (await activityOf(world, userId)).map(([kind]) => kind)
    expect(kinds.slice(0, 2).sort()).toEqual(['proven_for_application', 'signed_in'])
    expect(await at.client.openAuthInfo(at.names)).toMatchObject({ data: { needs: [] } })
    // In another tab.
    await at.client.logout({})
    expect(await at.agree(ticketIn(proven))).toBe('ticket_refused')
  })

  it('happy: an answer that is kept can be gone on with, whoever asks for it again in this browser', async () => {
    const [at, { mobile }] = [await waiting(), await registerMobile(world)]
    const typed = { account: mobile, password: goodPassword }
    const auth_ticket = ticketIn(await at.client.openAccountAuth({ ...at.names, ...typed }))
    expect(await at.client.openAuthInfo(at.names)).toMatchObject({ data: { goes_on_at: null } })
    const answered = await at.client.openWebAuth({ ...at.names, auth_ticket, scopes: 'openid' })
    const url = answered.ok && answered.data.redirect_url
    expect(await at.client.openAuthInfo(at.names)).toMatchObject({ data: { goes_on_at: url } })
  })

  it('error: nobody is registered, and only a right code tells that a number is nobody’s', async () => {
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

  it('error: an identity that nobody has, and a provider that refuses, prove nobody', async () => {
    const at = await waiting()
    const ask = (code: string) => at.client.openThirdPartyAuth({ ...at.names, platform, code, ...back() })
    expect(await ask(codeOf(newIdentity()))).toMatchObject({ code: 'not_bound' })
    expect(await ask('never given')).toMatchObject({ code: 'platform_refused' })
  })

  it('security: where the application wants a fresh proof, an old one of a provider is none', async () => {
    const long = world.setting.now() - 3_600_000
    for (const [provenAt, code] of [
      [long, 'not_proven_there'],
      [undefined, 'not_proven_there'],
      [world.setting.now() + 60_000, 'ok'],
    ] as const) {
      const [at, { outside }] = [await waiting({ prompt: 'login' }), await outsider(provenAt)]
      expect(await at.client.openAuthInfo(at.names)).toMatchObject({ data: { wants_fresh_proof: true } })
      const answer = await at.client.openThirdPartyAuth({ ...at.names, ...outside() })
      expect(answer.ok ? 'ok' : answer.code).toBe(code)
    }
  })

  it('security: a proof is as old as it is, however late it is used', async () => {
    const [at, { mobile }] = [await waiting({ max_age: '60' }), await registerMobile(world)]
    const typed = { account: mobile, password: goodPassword }
    const auth_ticket = ticketIn(await at.client.openAccountAuth({ ...at.names, ...typed }))
    const issuedAt = world.setting.now()
    const told = await later(10, () => at.tell(auth_ticket))
    expect(typeof told === 'string' ? told : (told.auth_time ?? 0) * 1000).toBeLessThanOrEqual(issuedAt)
  })

  it('security: a ticket is good for its request alone, once, for 15 minutes', async () => {
    const [at, other, { mobile, userId }] = [await waiting(), await waiting(), await registerMobile(world)]
    const typed = { account: mobile, password: goodPassword }
    const prove = async () => ticketIn(await at.client.openAccountAuth({ ...at.names, ...typed }))
    const [first, second] = [await prove(), await prove()]
    expect(await other.agree(first)).toBe('ticket_refused')
    expect(await at.client.openWebAuth({ ...at.names, auth_ticket: first, scopes: 'openid' })).toMatchObject({
      ok: true,
    })
    expect(await at.client.openWebAuth({ ...at.names, auth_ticket: first, scopes: 'openid' })).toMatchObject({
      code: 'ticket_refused',
    })
    expect(await later(16, () => at.agree(second))).toBe('ticket_refused')
    expect(await at.agree(await prove())).toBe(userId)
  })

  it('security: of two uses at the same moment one answers', async () => {
    const [at, { mobile }] = [await waiting(), await registerMobile(world)]
    const typed = { account: mobile, password: goodPassword }
    const auth_ticket = ticketIn(await at.client.openAccountAuth({ ...at.names, ...typed }))
    const answer = () => at.client.openWebAuth({ ...at.names, auth_ticket, scopes: 'openid' })
    const answers = await Promise.all([answer(), answer(), answer()])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('security: a thief of the ticket, in another browser, has no key of the request', async () => {
    const [at, { mobile }] = [await waiting(), await registerMobile(world)]
    const typed = { account: mobile, password: goodPassword }
    const auth_ticket = ticketIn(await at.client.openAccountAuth({ ...at.names, ...typed }))
    const own = await waiting()
    for (const browser_key of ['', own.names.browser_key, 'x'.repeat(43)]) {
      const names = { ...at.names, browser_key }
      const elsewhere = { code: 'open_request_elsewhere' }
      expect(await own.client.openWebAuth({ ...names, auth_ticket, scopes: 'openid' })).toMatchObject(elsewhere)
      expect(await own.client.openAuthInfo({ ...names, auth_ticket })).toMatchObject(elsewhere)
      expect(await own.client.openSendCode({ ...names, mobile })).toMatchObject(elsewhere)
      expect(await own.client.openAccountAuth({ ...names, ...typed })).toMatchObject(elsewhere)
      expect(await own.client.openSmsAuth({ ...names, mobile, code: '123456' })).toMatchObject(elsewhere)
      const outside = { platform, code: 'never given', ...back() }
      expect(await own.client.openThirdPartyAuth({ ...names, ...outside })).toMatchObject(elsewhere)
    }
  })

  it.each([
    [
      'is cancelled',
      async (userId: string) => {
        await world.storage.transaction((stores) => stores.cancellations.begin(userId, world.setting.now() + 1_000_000))
      },
    ],
    [
      'gets another password',
      async (_userId: string, { client }: { client: Waiting['client'] }) => {
        const changed = await client.updatePassword({ current_password: goodPassword, password: 'a calm lake at noon' })
        expect(changed).toMatchObject({ ok: true })
      },
    ],
    [
      'is signed out everywhere',
      async (_userId: string, { client }: { client: Waiting['client'] }) => {
        expect(await client.logout({ all: 1 })).toMatchObject({ ok: true })
      },
    ],
    [
      'signs all other browsers out',
      async (_userId: string, { client }: { client: Waiting['client'] }) => {
        expect(await client.endOtherSessions({})).toMatchObject({ ok: true })
      },
    ],
  ] as const)('security: a ticket ends when its account %s meanwhile', async (_what, happens) => {
    const [at, person] = [await waiting(), await registerMobile(world)]
    const typed = { account: person.mobile, password: goodPassword }
    const auth_ticket = ticketIn(await at.client.openAccountAuth({ ...at.names, ...typed }))
    await happens(person.userId, person)
    expect(await at.agree(auth_ticket)).toBe('ticket_refused')
  })

  it('security: an organisation that is frozen meanwhile refuses the answer, and leaves the ticket for another', async () => {
    const organisation = await openOrganisation(world)
    const { mobile } = await joinOrganisation(world, organisation)
    const at = await waiting()
    const typed = { account: mobile, password: goodPassword }
    const auth_ticket = ticketIn(await at.client.openAccountAuth({ ...at.names, ...typed }))
    const { sec_subject_uid } = organisation
    expect(await at.client.openAuthInfo({ ...at.names, auth_ticket })).toMatchObject({
      data: { subjects: [{ sec_subject_uid }] },
    })
    await operate(world, 'organisations', 'freeze', sec_subject_uid)
    const answer = { ...at.names, auth_ticket, scopes: 'openid', sec_subject_uid }
    expect(await at.client.openWebAuth(answer)).toMatchObject({ code: 'subject_frozen' })
    expect(await at.agree(auth_ticket)).toEqual(expect.not.stringMatching(/^ticket_refused$/))
  })

  it('security: a password that is changed at that moment proves nobody', async () => {
    const [at, { mobile, userId }] = [await waiting(), await registerMobile(world)]
    const { request_uid: uid, browser_key: browserKey } = at.names
    const found = await findRequest(world.setting, world.storage, { uid, browserKey })
    if (!found.ok) throw new Error('there is no request')
    const becomes = await hashPassword(world.setting.peppers, 'a calm lake at noon')
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
    expect(await proveForRequestByPassword(service, { ...asked, ...typed })).toEqual({
      ok: false,
      code: 'wrong_credentials',
    })
    expect((await activityOf(world, userId)).map(([kind]) => kind)).not.toContain('proven_for_application')
  })

  it('security: a cancelled account proves nobody, and can be restored', async () => {
    const [at, { mobile, userId }] = [await waiting(), await registerMobile(world)]
    await world.storage.transaction((stores) => stores.cancellations.begin(userId, world.setting.now() + 1_000_000))
    const told = { code: 'account_cancelled', data: { ticket: expect.any(String) } }
    expect(await at.client.openAccountAuth({ ...at.names, account: mobile, password: goodPassword })).toMatchObject(
      told,
    )
    expect(await at.client.openSmsAuth({ ...at.names, mobile, code: await smsCode(at, mobile) })).toMatchObject(told)
  })

  it('security: an old number does not prove the person of an account that nobody uses', async () => {
    const { mobile, email, userId } = await registerBoth(world)
    const at = await waiting()
    const halfAYearAgo = world.setting.now() - days(181)
    await writeInto(world.place, 'update accounts set last_used_at = $1 where id = $2', [halfAYearAgo, userId])
    const told = await at.client.openSmsAuth({ ...at.names, mobile, code: await smsCode(at, mobile) })
    expect(told).toMatchObject({
      code: 'confirmation_required',
      data: { ways: [{ way: 'email' }, { way: 'password' }] },
    })
    expect(await toldLast(world, email)).toMatchObject({ purpose: 'old_number_used' })
  })

  it('security: a person whom the application does not mean answers nothing', async () => {
    const [first, meant, other] = [await waiting(), await registerMobile(world), await registerMobile(world)]
    const proof = { account: meant.mobile, password: goodPassword }
    const auth_ticket = ticketIn(await first.client.openAccountAuth({ ...first.names, ...proof }))
    const request = await newRequest(first.party)
    const names = namesAt(first.browser, locationOf(await first.browser.visit(request.url)))
    const own = ticketIn(await first.client.openAccountAuth({ ...names, ...proof }))
    const answered = await first.client.openWebAuth({ ...names, auth_ticket: own, scopes: 'openid' })
    const returned = new URL(locationOf(await first.browser.visit(answered.ok ? answered.data.redirect_url : '')))
    const { id_token = '' } = await exchange(first.party, { ...request, back: returned })
    expect(await first.agree(auth_ticket)).toBe(meant.userId)
    const hinted = await newRequest(first.party, { id_token_hint: id_token })
    const again = namesAt(first.browser, locationOf(await first.browser.visit(hinted.url)))
    const typed = { account: other.mobile, password: goodPassword }
    const wrongPerson = ticketIn(await first.client.openAccountAuth({ ...again, ...typed }))
    expect(await first.client.openAuthInfo({ ...again, auth_ticket: wrongPerson })).toMatchObject({
      data: { needs: ['sign_in'] },
    })
    expect(await first.client.openWebAuth({ ...again, auth_ticket: wrongPerson, scopes: 'openid' })).toMatchObject({
      code: 'not_signed_in',
    })
  })

  it('security: wrong passwords through this door count with those through the other', async () => {
    const { mobile } = await registerMobile(world)
    const at = await waiting()
    const wrong = { account: mobile, password: 'not this one' }
    const answers: string[] = []
    for (let tries = 0; tries < 6; tries++) {
      const answer = await (tries % 2 === 0
        ? at.client.openAccountAuth({ ...at.names, ...wrong })
        : at.client.accountLoginV2(wrong))
      answers.push(answer.ok ? 'ok' : answer.code)
    }
    expect(answers).toEqual([...Array.from({ length: 5 }, () => 'wrong_credentials'), 'captcha_required'])
    // The captcha is for the call that asked.
    const right = { account: mobile, password: goodPassword }
    expect(await at.client.openAccountAuth({ ...at.names, ...right })).toMatchObject({ code: 'captcha_required' })
    const solved = await world.insist({ jar: at.jar }, (client) => client.openAccountAuth({ ...at.names, ...right }))
    expect(solved).toMatchObject({ ok: true })
    // The right password has taken them back, as a sign-in does.
    expect(await world.person().accountLoginV2(wrong)).toMatchObject({ code: 'wrong_credentials' })
  })

  it('security: wrong codes through this door count with those of the other codes of the number', async () => {
    const [at, { mobile }] = [await waiting(), await registerMobile(world)]
    const code = await smsCode(at, mobile)
    const guess = { ...at.names, mobile, code: otherThan(code) }
    const answers: string[] = []
    for (let tries = 0; tries < 5; tries++) {
      const answer = await at.client.openSmsAuth(guess)
      answers.push(answer.ok ? 'ok' : answer.code)
    }
    expect(answers).toEqual([...Array.from({ length: 4 }, () => 'code_wrong'), 'code_locked'])
    expect(await at.client.openSmsAuth({ ...guess, code })).toMatchObject({ code: 'code_locked' })
  })

  it('security: when the guesses of a day are used up at other doors, a right code is not judged here', async () => {
    const [at, { mobile }] = [await waiting(), await registerMobile(world)]
    const code = await smsCode(at, mobile)
    const guessed = { add: [{ name: 'guesses' as const, subject: `sms:${mobile}` }] }
    for (let count = 0; count < guessRule.most; count++) await tally(world.storage, guessed, world.setting.now())
    const answer = await at.client.openSmsAuth({ ...at.names, mobile, code })
    expect(answer).toMatchObject({ code: 'too_many_wrong_codes' })
  })

  it('security: a code for another purpose proves nobody here, and one for here signs nobody in', async () => {
    const [at, { mobile }] = [await waiting(), await registerMobile(world)]
    await at.client.sendCode({ mobile, type: mobilePurpose.loginOnly })
    const login = await world.codeTo(mobile)
    expect(await at.client.openSmsAuth({ ...at.names, mobile, code: login })).toMatchObject({ ok: false })
    const code = await smsCode(at, mobile)
    if (code !== login) expect(await at.client.smsLoginOnly({ mobile, code })).toMatchObject({ ok: false })
  })

  it('security: a request that is over proves nobody, and uses nothing up', async () => {
    const [at, { mobile }] = [await waiting(), await registerMobile(world)]
    const code = await smsCode(at, mobile)
    const prove = () => at.client.openSmsAuth({ ...at.names, mobile, code })
    expect(await later(61, prove)).toMatchObject({ code: 'no_such_open_request' })
    expect(await prove()).toMatchObject({ ok: true })
  })
})
