import { expect, it } from 'vitest'
import type { Client } from '#contract/client'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { proveEmail, proveMobile } from '#tests/account-api/addresses/binding/bindings'
import { signInByCode } from '#tests/account-api/worlds/attacks'
import {
  atOnce,
  codeOf,
  describeWorlds,
  endsOf,
  freshEmail,
  goodPassword,
  isSignedIn,
  ticketIn,
  verifyByCode,
} from '#tests/account-api/worlds/worlds'
import { otherThan } from '#tests/fixtures/messages/post-office'

const another = 'seven lamps over the bay'
const refused = { ok: false, code: 'ticket_refused' }
const used = { ok: false, code: 'code_used' }

describeWorlds('passwords on $name', (world) => {
  /** A person with a mobile, an email and a password, signed in at two browsers. */
  const someone = async () => {
    const person = await world.registerBoth()
    const elsewhere = world.person()
    await elsewhere.passwordLogin(person)
    return { ...person, elsewhere }
  }
  type Person = Awaited<ReturnType<typeof someone>>

  const signsIn = async (mobile: string, password: string) =>
    (await world.person().passwordLogin({ mobile, password })).ok

  const toReset = { mobile: mobilePurpose.resetPassword, email: emailPurpose.resetPassword }
  const mobileCode = (mobile: string) => world.codeFor(mobile, toReset.mobile)
  const emailCode = (email: string) => world.codeFor(email, toReset.email)

  const byMobile = (mobile: string, code: string, password = another) =>
    world.person().resetPasswordByMobile({ mobile, code, password })
  const byEmail = (email: string, code: string, password = another) =>
    world.person().resetPasswordByEmail({ email, code, password })
  const byTicket = (ticket: string, password = another) => world.person().resetPasswordByTicket({ ticket, password })

  const linkTicket = async (email: string) => {
    await emailCode(email)
    return world.linkTicketTo(email)
  }

  const verifiedMobile = ({ client, mobile }: { client: Client; mobile: string }) =>
    proveMobile(world, client, mobile, 'password')
  const verifiedEmail = async ({ client, email }: { client: Client; email: string }) => {
    const type = emailPurpose.modifyPassword
    await client.sendEmailCode({ type })
    return ticketIn(await client.verifyEmail({ code: await world.codeTo(email), type, act: 'password' }))
  }

  const toldOf = async (address: string) => await world.newsTo(address, 100)

  /** True if a password change was reported to the account and its addresses. */
  const expectTold = async ({ userId, mobile, email }: Person, change: string) => {
    expect((await world.activityOf(userId)).map(([kind]) => kind)).toContain(change)
    for (const address of [mobile, email]) expect(await toldOf(address)).toContain(change)
  }

  const passwordOf = async ({ mobile }: { mobile: string }) => [
    await signsIn(mobile, goodPassword),
    await signsIn(mobile, another),
  ]

  const resets: Record<string, (person: Person) => Promise<unknown>> = {
    'a code by SMS': async ({ mobile }) => byMobile(mobile, await mobileCode(mobile)),
    'a code by email': async ({ email }) => byEmail(email, await emailCode(email)),
    'the link of the email': async ({ email }) => byTicket(await linkTicket(email)),
    'a validated code by SMS': async ({ mobile }) => byTicket(await world.validatedTicket(mobile, toReset.mobile)),
    'a validated code by email': async ({ email }) => byTicket(await world.validatedTicket(email, toReset.email)),
  }

  it.each(Object.entries(resets))(
    'happy: %s sets a new password, and its session is the only one',
    async (_way, reset) => {
      const person = await someone()
      expect(await reset(person)).toMatchObject({ ok: true, data: { done: true } })
      expect(await world.sessionsOf(person.userId)).toHaveLength(1)
      expect(await passwordOf(person)).toEqual([false, true])
      expect([await isSignedIn(person.client), await isSignedIn(person.elsewhere)]).toEqual([false, false])
      await expectTold(person, 'password_reset')
    },
  )

  it('happy: the email of a reset has a link to our own page, and the SMS has none', async () => {
    const { mobile, email } = await someone()
    await emailCode(email)
    await mobileCode(mobile)
    const mail = await world.toldLast(email)
    expect(mail?.link).toMatch(/^http:\/\/localhost:3000\/account-help\/password\/link\?ticket=[\w-]{22}$/)
    for (const part of [mail?.link, mail?.code]) expect(mail?.body).toContain(part)
    expect(await world.toldLast(mobile)).toMatchObject({ link: null })
  })

  it('happy: a reset lifts the limits that wrong passwords caused', async () => {
    const { mobile, email } = await someone()
    const person = world.person({ address: '198.51.100.20' })
    for (let tries = 0; tries < 6; tries++) await person.passwordLogin({ mobile, password: 'not that one' })
    for (let tries = 0; tries < 6; tries++)
      await world.person({ address: `198.51.100.${30 + tries}` }).emailLogin({ email, password: 'not that one' })
    expect(codeOf(await world.person().passwordLogin({ mobile, password: goodPassword }))).toBe('captcha_required')
    await person.resetPasswordByMobile({ mobile, code: await mobileCode(mobile), password: another })
    expect(await world.person().passwordLogin({ mobile, password: another })).toMatchObject({ ok: true })
    expect(await world.person().emailLogin({ email, password: another })).toMatchObject({ ok: true })
  })

  it('error: a password made from any identifier of the account is refused, and the code stays valid', async () => {
    const { mobile, email, userId } = await someone()
    const code = await emailCode(email)
    const { username = '' } = (await world.storage.accounts.profile(userId)) ?? {}
    const expected = { code: 'password_refused', data: { reason: 'own_identifier' } }
    for (const own of [email, mobile.slice(1), username])
      expect(await byEmail(email, code, own)).toMatchObject(expected)
    expect(await byEmail(email, code)).toMatchObject({ ok: true })
  })

  it('security: a wrong code does not reveal the other identifiers of the account', async () => {
    const { mobile, email } = await someone()
    const wrong = otherThan(await emailCode(email))
    const unknown = freshEmail()
    await world.person().sendEmailCode({ email: unknown, type: toReset.email })
    const known = await byEmail(email, wrong, mobile.slice(1))
    expect(known).toMatchObject({ code: 'code_wrong' })
    const answer = await byEmail(unknown, wrong, mobile.slice(1))
    expect({ ...answer, logId: '' }).toEqual({ ...known, logId: '' })
  })

  it('security: an address without an account gets neither code nor link of a reset', async () => {
    const email = freshEmail()
    await world.person().sendEmailCode({ email, type: toReset.email })
    expect(await world.toldLast(email)).toMatchObject({ code: null, link: null, purpose: 'no_account' })
  })

  it('security: if code, link and ticket are used at the same time, one resets the password', async () => {
    const { mobile, email } = await someone()
    const ticket = await world.validatedTicket(mobile, toReset.mobile)
    const code = await emailCode(email)
    const link = await world.linkTicketTo(email)
    const answers = await atOnce(4, (nth) =>
      Promise.all([
        byEmail(email, code, `${another} code ${nth}`),
        byTicket(link, `${another} link ${nth}`),
        byTicket(ticket, `${another} ticket ${nth}`),
      ]),
    )
    expect(endsOf(answers.flat())).toMatchObject({ ok: 1 })
    expect((await toldOf(mobile)).filter((purpose) => purpose === 'password_reset')).toHaveLength(1)
  })

  it('security: a change of the password ends every earlier code, link and ticket', async () => {
    const { mobile, email, client } = await someone()
    const tickets = [
      await world.validatedTicket(mobile, toReset.mobile),
      await world.validatedTicket(email, toReset.email),
      await linkTicket(email),
    ]
    const codes = { sms: await mobileCode(mobile), email: await world.codeTo(email) }
    await client.updatePassword({ current_password: goodPassword, password: another })
    for (const ticket of tickets) expect(await byTicket(ticket, goodPassword)).toMatchObject(refused)
    expect(await byMobile(mobile, codes.sms, goodPassword)).toMatchObject(used)
    expect(await byEmail(email, codes.email, goodPassword)).toMatchObject(used)
    expect(await signsIn(mobile, another)).toBe(true)
  })

  const changes: Record<string, (person: Person) => Promise<unknown>> = {
    'a proof of the mobile': async (person) =>
      person.client.changePassword({ verify_ticket: await verifiedMobile(person), password: another }),
    'a proof of the email by purpose 11': async (person) =>
      person.client.changePassword({ verify_ticket: await verifiedEmail(person), password: another }),
    'a proof of the email by purpose 6': async ({ client, email }) =>
      client.changePassword({ verify_ticket: await proveEmail(world, client, email, 'password'), password: another }),
    'the current password': async ({ client }) =>
      client.updatePassword({ current_password: goodPassword, password: another }),
  }

  it.each(Object.entries(changes))(
    'happy: %s changes the password, and ends all other sessions',
    async (_what, change) => {
      const person = await someone()
      expect(await change(person)).toMatchObject({ ok: true })
      expect([await isSignedIn(person.client), await isSignedIn(person.elsewhere)]).toEqual([true, false])
      expect(await passwordOf(person)).toEqual([false, true])
      await expectTold(person, 'password_changed')
    },
  )

  it('security: a ticket ends when the password changes', async () => {
    const person = await someone()
    const overtaken = [await verifiedMobile(person), await verifiedEmail(person)]
    await person.client.updatePassword({ current_password: goodPassword, password: another })
    for (const verify_ticket of overtaken)
      expect(await person.client.changePassword({ verify_ticket, password: goodPassword })).toMatchObject(refused)
    expect(await signsIn(person.mobile, another)).toBe(true)
  })

  it('error: a wrong current password is reported at its field, and without a password every value is wrong', async () => {
    const wrong = { code: 'wrong_credentials', data: { field: 'current_password' } }
    const typed = { current_password: 'not that one' }
    for (const { client } of [await someone(), await world.registerMobileOnly()])
      expect(await client.updatePassword({ ...typed, password: another })).toMatchObject(wrong)
  })

  it('error: the same password is refused as new, and does not count as a wrong guess', async () => {
    const { client } = await world.registerMobile({ password: 'caf\u00e9 at the harbour' })
    const same = { current_password: 'caf\u00e9 at the harbour', password: 'cafe\u0301 at the harbour' }
    const expected = { code: 'password_refused', data: { reason: 'same' } }
    for (let times = 0; times < 11; times++) expect(await client.updatePassword(same)).toMatchObject(expected)
  })

  it('security: guesses at the current password are limited like a sign-in', async () => {
    const { client, jar } = await someone()
    const guess = { current_password: 'not that one', password: another }
    const right = { ...guess, current_password: goodPassword }
    for (let tries = 0; tries < 5; tries++) await client.updatePassword(guess)
    expect(await client.updatePassword(right)).toMatchObject({ code: 'captcha_required' })
    const options = { jar, address: '198.51.100.90' }
    for (let tries = 0; tries < 10; tries++) await world.insist(options, (person) => person.updatePassword(guess))
    expect(codeOf(await world.insist(options, (person) => person.updatePassword(right)))).toBe('password_locked')
  })

  it('happy: a first password is set after a fresh sign-in, and every call shows that the account has one', async () => {
    const { client, mobile } = await world.registerMobileOnly()
    for (const has_set of [false, true]) {
      expect(await client.accountInfo({})).toMatchObject({ data: { has_password: has_set } })
      expect(await client.hasSetPassword({})).toMatchObject({ data: { has_set } })
      expect(await client.hasSetPasswordGet({})).toMatchObject({ data: { has_set } })
      if (!has_set) expect(await client.setPassword({ password: another })).toMatchObject({ ok: true })
    }
    expect(await signsIn(mobile, another)).toBe(true)
    expect(await toldOf(mobile)).toContain('password_set')
  })

  it('error: ten minutes after the sign-in, a first password needs a second verification, by its ticket or another', async () => {
    const [person, { client, mobile }] = [await world.registerMobileOnly(), await world.registerMobileOnly()]
    world.passMinutes(11)
    const asked = await client.setPassword({ password: another })
    const verify_ticket = ticketIn(await verifyByCode(world, client, asked, mobile))
    expect(await client.setPassword({ verify_ticket, password: another })).toMatchObject({ ok: true })
    expect(await signsIn(mobile, another)).toBe(true)
    const proof = { verify_ticket: await verifiedMobile(person), password: another }
    expect(await person.client.setPassword(proof)).toMatchObject({ ok: true })
  })

  interface Race {
    mobile: string
    count?: number
    loses: string
    use: (password: string) => Promise<{ ok: true } | { ok: false; code: string }>
  }
  const races: Record<string, () => Promise<Race>> = {
    'uses of the code of a reset': async () => {
      const { mobile } = await someone()
      const code = await mobileCode(mobile)
      return { mobile, loses: 'code_used', use: (password) => byMobile(mobile, code, password) }
    },
    'uses of the link of a reset': async () => {
      const { mobile, email } = await someone()
      const ticket = await linkTicket(email)
      return { mobile, loses: 'ticket_refused', use: (password) => byTicket(ticket, password) }
    },
    'changes with one ticket': async () => {
      const { mobile, client } = await someone()
      const verify_ticket = await verifiedMobile({ mobile, client })
      return { mobile, loses: 'ticket_refused', use: (password) => client.changePassword({ verify_ticket, password }) }
    },
    'changes with the same current password': async () => {
      const { mobile, client } = await someone()
      const use = (password: string) => client.updatePassword({ current_password: goodPassword, password })
      // A sixth try would need a captcha.
      return { mobile, count: 5, loses: 'wrong_credentials', use }
    },
    'first passwords': async () => {
      const { mobile, client } = await world.registerMobileOnly()
      return { mobile, loses: 'password_is_set', use: (password) => client.setPassword({ password }) }
    },
  }

  it.each(Object.entries(races))('error: a password that is too short uses up none of %s', async (_what, prepare) => {
    const { use } = await prepare()
    expect(await use('short')).toMatchObject({ code: 'password_refused', data: { reason: 'too_short' } })
    expect(await use(another)).toMatchObject({ ok: true })
  })

  it.each(Object.entries(races))('security: one of several concurrent %s sets the password', async (_what, prepare) => {
    const { mobile, count = 20, loses, use } = await prepare()
    const elsewhere = await signInByCode(world, mobile)
    const answers = await atOnce(count, (nth) => use(`${another} ${nth}`))
    expect(endsOf(answers)).toEqual({ ok: 1, [loses]: count - 1 })
    expect(await signsIn(mobile, `${another} ${answers.findIndex((answer) => answer.ok)}`)).toBe(true)
    expect(await isSignedIn(elsewhere)).toBe(false)
  })
})
