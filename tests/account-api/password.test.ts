import { describe, expect, it } from 'vitest'
import type { Client } from '../../contract/client'
import { CookieJar } from '../../contract/cookie-jar'
import { emailPurpose, mobilePurpose } from '../../contract/purposes'
import { databases } from '../fixtures/databases'
import { otherThan } from '../fixtures/post-office'
import { freshEmail, freshMobile, goodPassword, registerBoth, registerEmail, registerMobile, worldOn } from './world'

const another = 'seven lamps over the bay'
const refused = { ok: false, code: 'ticket_refused' }

describe.each(databases)('passwords on $name', (database) => {
  const world = worldOn(database)

  /** A person with a mobile, an email and a password, signed in at two browsers. */
  const someone = async () => {
    const person = await registerBoth(world)
    const elsewhere = world.person()
    await elsewhere.passwordLogin(person)
    return { ...person, elsewhere }
  }

  /** A person without a password, who signed in with a code. */
  const withoutPassword = async () => {
    const [mobile, jar] = [freshMobile(), new CookieJar()]
    const client = world.person({ jar })
    await client.sendCode({ mobile, type: mobilePurpose.login })
    await client.smsLogin({ mobile, code: await world.codeTo(mobile) })
    return { mobile, client, jar }
  }

  const signsIn = async (mobile: string, password: string) =>
    (await world.person().passwordLogin({ mobile, password })).ok

  const isSignedIn = async (client: Client) => {
    const answer = await client.checkLogin({})
    return answer.ok && answer.data.signed_in
  }

  const mobileCode = async (mobile: string) => {
    await world.person().sendCode({ mobile, type: mobilePurpose.resetPassword })
    return world.codeTo(mobile)
  }

  const emailCode = async (email: string) => {
    await world.person().sendEmailCode({ email, type: emailPurpose.resetPassword })
    return world.codeTo(email)
  }

  const linkTo = async (email: string) => {
    const [message] = await world.storage.outbox.newest(email, 1)
    return message?.link ?? ''
  }

  /** The ticket in the link of a reset email. */
  const linkTicket = async (email: string) => {
    await emailCode(email)
    return new URL(await linkTo(email)).searchParams.get('ticket') ?? ''
  }

  const validated = {
    mobile: async ({ mobile }: { mobile: string }) => {
      const type = mobilePurpose.resetPassword
      const answer = await world.person().validateCode({ mobile, code: await mobileCode(mobile), type })
      return answer.ok ? answer.data.ticket : ''
    },
    email: async ({ email }: { email: string }) => {
      const type = emailPurpose.resetPassword
      const answer = await world.person().validateEmailCode({ email, code: await emailCode(email), type })
      return answer.ok ? answer.data.ticket : ''
    },
  }

  const verifiedMobile = async ({ client, mobile }: { client: Client; mobile: string }) => {
    await client.sendCode({ type: mobilePurpose.verifyOld })
    const type = mobilePurpose.verifyOld
    const answer = await client.verifyMobile({ code: await world.codeTo(mobile), type, act: 'password' })
    return answer.ok ? answer.data.verify_ticket : ''
  }

  const verifiedEmail = async ({ client, email }: { client: Client; email: string }, type: number) => {
    await client.sendEmailCode({ type })
    const answer = await client.verifyEmail({ code: await world.codeTo(email), type, act: 'password' })
    return answer.ok ? answer.data.verify_ticket : ''
  }

  const activityOf = async (accountId: string) =>
    (await world.storage.activity.list(accountId, { limit: 100 })).map(({ kind }) => kind)

  const toldOf = async (address: string) =>
    (await world.storage.outbox.newest(address, 100)).map(({ purpose }) => purpose)

  describe('a reset', () => {
    const resets = {
      'a code by SMS': async ({ mobile }: { mobile: string }) =>
        world.person().resetPasswordByMobile({ mobile, code: await mobileCode(mobile), password: another }),
      'a code by email': async ({ email }: { email: string }) =>
        world.person().resetPasswordByEmail({ email, code: await emailCode(email), password: another }),
      'the link of the email': async ({ email }: { email: string }) =>
        world.person().resetPasswordByTicket({ ticket: await linkTicket(email), password: another }),
      'a validated code by SMS': async (person: { mobile: string }) =>
        world.person().resetPasswordByTicket({ ticket: await validated.mobile(person), password: another }),
      'a validated code by email': async (person: { email: string }) =>
        world.person().resetPasswordByTicket({ ticket: await validated.email(person), password: another }),
    }

    it.each(Object.entries(resets))('happy: %s sets a new password and ends every session', async (_way, reset) => {
      const person = await someone()
      expect(await reset(person)).toMatchObject({ ok: true, data: { done: true } })
      expect(await signsIn(person.mobile, goodPassword)).toBe(false)
      expect(await signsIn(person.mobile, another)).toBe(true)
      expect([await isSignedIn(person.client), await isSignedIn(person.elsewhere)]).toEqual([false, false])
      expect(await activityOf(person.userId)).toContain('password_reset')
      expect(await toldOf(person.mobile)).toContain('password_reset')
      expect(await toldOf(person.email)).toContain('password_reset')
    })

    it('happy: the email has a link to our own page, and the SMS has none', async () => {
      const { mobile, email } = await someone()
      await emailCode(email)
      await mobileCode(mobile)
      const link = await linkTo(email)
      expect(link).toMatch(/^http:\/\/localhost:3000\/account-help\/password\/link\?ticket=[\w-]{22}$/)
      const [mail] = await world.storage.outbox.newest(email, 1)
      expect(mail?.body).toContain(link)
      expect(mail?.body).toContain(mail?.code)
      expect((await world.storage.outbox.newest(mobile, 1))[0]).toMatchObject({ link: null })
    })

    it('happy: sets the first password of an account without one', async () => {
      const { mobile } = await withoutPassword()
      const code = await mobileCode(mobile)
      expect(await world.person().resetPasswordByMobile({ mobile, code, password: another })).toMatchObject({
        ok: true,
      })
      expect(await signsIn(mobile, another)).toBe(true)
    })

    it('happy: lifts the limits that wrong passwords caused', async () => {
      const { mobile, email } = await someone()
      const address = '198.51.100.20'
      const person = world.person({ address })
      for (let tries = 0; tries < 6; tries++) await person.passwordLogin({ mobile, password: 'not that one' })
      for (let tries = 0; tries < 6; tries++)
        await world.person({ address: `198.51.100.${30 + tries}` }).emailLogin({ email, password: 'not that one' })
      expect(await world.person().passwordLogin({ mobile, password: goodPassword })).toMatchObject({
        code: 'captcha_required',
      })
      const code = await mobileCode(mobile)
      await person.resetPasswordByMobile({ mobile, code, password: another })
      expect(await world.person().passwordLogin({ mobile, password: another })).toMatchObject({ ok: true })
      expect(await world.person().emailLogin({ email, password: another })).toMatchObject({ ok: true })
    })

    it.each([
      ['short', 'too_short'],
      ['password123', 'common'],
      ['x'.repeat(129), 'too_long'],
    ])('error: the password %j is refused, and neither code nor ticket is used up', async (password, reason) => {
      const { mobile, email } = await someone()
      const code = await mobileCode(mobile)
      const ticket = await linkTicket(email)
      const person = world.person()
      const expected = { code: 'password_refused', data: { reason } }
      expect(await person.resetPasswordByMobile({ mobile, code, password })).toMatchObject(expected)
      expect(await person.resetPasswordByTicket({ ticket, password })).toMatchObject(expected)
      expect(await person.resetPasswordByTicket({ ticket, password: another })).toMatchObject({ ok: true })
    })

    it('error: a password made from any identifier of the account is refused, and the code stays valid', async () => {
      const { mobile, email, client } = await someone()
      const code = await emailCode(email)
      const info = await client.accountInfo({})
      const own = [email, mobile.slice(1), info.ok ? info.data.username : '']
      for (const password of own)
        expect(await world.person().resetPasswordByEmail({ email, code, password })).toMatchObject({
          code: 'password_refused',
          data: { reason: 'own_identifier' },
        })
      expect(await world.person().resetPasswordByEmail({ email, code, password: another })).toMatchObject({ ok: true })
    })

    it('security: a wrong code does not reveal the other identifiers of the account', async () => {
      const { mobile, email } = await someone()
      const wrong = otherThan(await emailCode(email))
      const unknown = freshEmail()
      await emailCode(unknown)
      const answers = []
      for (const to of [email, unknown])
        answers.push(await world.person().resetPasswordByEmail({ email: to, code: wrong, password: mobile.slice(1) }))
      expect(answers.map((answer) => ({ ...answer, logId: '' }))).toEqual([
        { ...answers[0], logId: '' },
        { ...answers[0], logId: '' },
      ])
      expect(answers[0]).toMatchObject({ code: 'code_wrong' })
    })

    it('error: a wrong, a used and an expired code are answered as such', async () => {
      const { mobile } = await someone()
      const code = await mobileCode(mobile)
      const person = world.person()
      const reset = (code: string) => person.resetPasswordByMobile({ mobile, code, password: another })
      expect(await reset(otherThan(code))).toMatchObject({ code: 'code_wrong', data: { field: 'code', tries_left: 4 } })
      expect(await reset(code)).toMatchObject({ ok: true })
      expect(await reset(code)).toMatchObject({ code: 'code_used' })
      const later = await mobileCode(mobile)
      world.passMinutes(10)
      expect(await reset(later)).toMatchObject({ code: 'code_expired' })
    })

    it('security: no code is right for an address without an account', async () => {
      const email = freshEmail()
      await world.person().sendEmailCode({ email, type: emailPurpose.resetPassword })
      const [message] = await world.storage.outbox.newest(email, 1)
      expect(message).toMatchObject({ code: null, link: null, purpose: 'no_account' })
      const answers = []
      for (let tries = 0; tries < 5; tries++)
        answers.push(await world.person().resetPasswordByEmail({ email, code: `00000${tries}`, password: another }))
      expect(answers.map((answer) => !answer.ok && answer.code)).toEqual([
        ...Array.from({ length: 4 }, () => 'code_wrong'),
        'code_locked',
      ])
    })

    it('security: of 20 uses of one code at once, one resets', async () => {
      const { mobile } = await someone()
      const code = await mobileCode(mobile)
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, nth) =>
          world.person().resetPasswordByMobile({ mobile, code, password: `${another} ${nth}` }),
        ),
      )
      expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
      expect(answers.filter((answer) => !answer.ok && answer.code === 'code_used')).toHaveLength(19)
      expect(await signsIn(mobile, `${another} ${answers.findIndex((answer) => answer.ok)}`)).toBe(true)
    })

    it('security: of 20 uses of one link at once, one resets', async () => {
      const { mobile, email } = await someone()
      const ticket = await linkTicket(email)
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, nth) =>
          world.person().resetPasswordByTicket({ ticket, password: `${another} ${nth}` }),
        ),
      )
      expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
      expect(answers.filter((answer) => !answer.ok && answer.code === 'ticket_refused')).toHaveLength(19)
      expect(await signsIn(mobile, `${another} ${answers.findIndex((answer) => answer.ok)}`)).toBe(true)
    })

    it('security: of code, link and ticket at once, one resets', async () => {
      const person = await someone()
      const { mobile, email } = person
      const ticket = await validated.mobile(person)
      const code = await emailCode(email)
      const link = new URL(await linkTo(email)).searchParams.get('ticket') ?? ''
      const answers = await Promise.all(
        Array.from({ length: 4 }, (_, nth) => [
          world.person().resetPasswordByEmail({ email, code, password: `${another} code ${nth}` }),
          world.person().resetPasswordByTicket({ ticket: link, password: `${another} link ${nth}` }),
          world.person().resetPasswordByTicket({ ticket, password: `${another} ticket ${nth}` }),
        ]).flat(),
      )
      expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
      expect((await toldOf(mobile)).filter((purpose) => purpose === 'password_reset')).toHaveLength(1)
    })

    it('security: a used link ends the code, and a used code ends the link', async () => {
      const one = await someone()
      const ticket = await linkTicket(one.email)
      const code = await world.codeTo(one.email)
      await world.person().resetPasswordByTicket({ ticket, password: another })
      expect(
        await world.person().resetPasswordByEmail({ email: one.email, code, password: `${another} 2` }),
      ).toMatchObject({ code: 'code_used' })

      const other = await someone()
      const link = await linkTicket(other.email)
      await world
        .person()
        .resetPasswordByEmail({ email: other.email, code: await world.codeTo(other.email), password: another })
      expect(await world.person().resetPasswordByTicket({ ticket: link, password: `${another} 2` })).toMatchObject(
        refused,
      )
      expect(await signsIn(other.mobile, another)).toBe(true)
    })

    it('security: a change of the password ends every earlier code, link and ticket', async () => {
      const person = await someone()
      const { mobile, email, client } = person
      const tickets = [await validated.mobile(person), await validated.email(person), await linkTicket(email)]
      const codes = { sms: await mobileCode(mobile), email: await world.codeTo(email) }
      await client.updatePassword({ current_password: goodPassword, password: another })
      for (const ticket of tickets)
        expect(await world.person().resetPasswordByTicket({ ticket, password: goodPassword })).toMatchObject(refused)
      expect(
        await world.person().resetPasswordByMobile({ mobile, code: codes.sms, password: goodPassword }),
      ).toMatchObject({ code: 'code_used' })
      expect(
        await world.person().resetPasswordByEmail({ email, code: codes.email, password: goodPassword }),
      ).toMatchObject({ code: 'code_used' })
      expect(await signsIn(mobile, another)).toBe(true)
    })

    it('security: a link expires after 15 minutes, and ends when its email moves to another account', async () => {
      const old = await someone()
      const late = await linkTicket(old.email)
      world.passMinutes(15)
      expect(await world.person().resetPasswordByTicket({ ticket: late, password: another })).toMatchObject(refused)

      const [giver, taker] = [await someone(), await registerMobile(world)]
      const ticket = await linkTicket(giver.email)
      const moved = { kind: 'email' as const, value: giver.email }
      await world.storage.accounts.unbind({ ...moved, accountId: giver.userId })
      await world.storage.accounts.bind({ ...moved, accountId: taker.userId, at: world.setting.now() })
      expect(await world.person().resetPasswordByTicket({ ticket, password: another })).toMatchObject(refused)
    })

    it('security: a ticket for another purpose is refused', async () => {
      const person = await someone()
      await world.person().sendCode({ mobile: person.mobile, type: mobilePurpose.notSignedIn })
      const proof = await world.person().validateCode({
        mobile: person.mobile,
        code: await world.codeTo(person.mobile),
        type: mobilePurpose.notSignedIn,
      })
      const tickets = [proof.ok ? proof.data.ticket : '', await verifiedMobile(person), 'no ticket at all 1']
      for (const ticket of tickets)
        expect(await world.person().resetPasswordByTicket({ ticket, password: another })).toMatchObject(refused)
    })

    it('security: the log contains no ticket, code or password', async () => {
      const { email } = await someone()
      const ticket = await linkTicket(email)
      const code = await world.codeTo(email)
      const password = 'a password for the log'
      await world.person().resetPasswordByEmail({ email, code: otherThan(code), password })
      await world.person().resetPasswordByTicket({ ticket, password })
      for (const secret of [ticket, code, password]) expect(world.logged()).not.toContain(secret)
    })
  })

  describe('a change with a proven address', () => {
    const proofs = {
      'the mobile': verifiedMobile,
      'the email by purpose 11': (person: { client: Client; email: string }) =>
        verifiedEmail(person, emailPurpose.modifyPassword),
      'the email by purpose 6': (person: { client: Client; email: string }) =>
        verifiedEmail(person, emailPurpose.verifyOld),
    }

    it.each(Object.entries(proofs))('happy: a proof of %s ends all other sessions', async (_what, prove) => {
      const person = await someone()
      const verify_ticket = await prove(person)
      expect(await person.client.changePassword({ verify_ticket, password: another })).toMatchObject({ ok: true })
      expect([await isSignedIn(person.client), await isSignedIn(person.elsewhere)]).toEqual([true, false])
      expect([await signsIn(person.mobile, goodPassword), await signsIn(person.mobile, another)]).toEqual([false, true])
      expect(await activityOf(person.userId)).toContain('password_changed')
      expect(await toldOf(person.mobile)).toContain('password_changed')
      expect(await toldOf(person.email)).toContain('password_changed')
    })

    it('error: a refused password does not use up the ticket', async () => {
      const person = await someone()
      const verify_ticket = await verifiedMobile(person)
      expect(await person.client.changePassword({ verify_ticket, password: 'short' })).toMatchObject({
        code: 'password_refused',
      })
      expect(await person.client.changePassword({ verify_ticket, password: another })).toMatchObject({ ok: true })
    })

    it('security: of 20 uses of one ticket at once, one succeeds', async () => {
      const person = await someone()
      const verify_ticket = await verifiedMobile(person)
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, nth) =>
          person.client.changePassword({ verify_ticket, password: `${another} ${nth}` }),
        ),
      )
      expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
      expect(answers.filter((answer) => !answer.ok && answer.code === 'ticket_refused')).toHaveLength(19)
      expect(await signsIn(person.mobile, `${another} ${answers.findIndex((answer) => answer.ok)}`)).toBe(true)
    })

    it('security: a ticket is valid only for its account, session and purpose, and once', async () => {
      const person = await someone()
      const verify_ticket = await verifiedMobile(person)
      const stranger = await someone()
      expect(await stranger.client.changePassword({ verify_ticket, password: another })).toMatchObject(refused)
      expect(await person.elsewhere.changePassword({ verify_ticket, password: another })).toMatchObject(refused)
      for (const ticket of [await validated.mobile(stranger), await linkTicket(stranger.email)])
        expect(await stranger.client.changePassword({ verify_ticket: ticket, password: another })).toMatchObject(
          refused,
        )
      expect(await signsIn(stranger.mobile, goodPassword)).toBe(true)
      expect(await person.client.changePassword({ verify_ticket, password: another })).toMatchObject({ ok: true })
      expect(await person.client.changePassword({ verify_ticket, password: goodPassword })).toMatchObject(refused)
    })

    it('security: a ticket ends after 15 minutes, when the password changes, and when its address is unbound', async () => {
      const person = await someone()
      const late = await verifiedMobile(person)
      world.passMinutes(15)
      expect(await person.client.changePassword({ verify_ticket: late, password: another })).toMatchObject(refused)

      const overtaken = [await verifiedMobile(person), await verifiedEmail(person, emailPurpose.modifyPassword)]
      await person.client.updatePassword({ current_password: goodPassword, password: another })
      for (const verify_ticket of overtaken)
        expect(await person.client.changePassword({ verify_ticket, password: goodPassword })).toMatchObject(refused)

      const gone = await verifiedEmail(person, emailPurpose.modifyPassword)
      await world.storage.accounts.unbind({ kind: 'email', value: person.email, accountId: person.userId })
      expect(await person.client.changePassword({ verify_ticket: gone, password: goodPassword })).toMatchObject(refused)
      expect(await signsIn(person.mobile, another)).toBe(true)
    })

    it('error: it needs a session', async () => {
      const person = await someone()
      const verify_ticket = await verifiedMobile(person)
      expect(await world.person().changePassword({ verify_ticket, password: another })).toMatchObject({
        code: 'not_signed_in',
      })
    })
  })

  describe('a change with the current password', () => {
    it('happy: keeps this session and ends every other', async () => {
      const { mobile, email, client, elsewhere, userId } = await someone()
      expect(await client.updatePassword({ current_password: goodPassword, password: another })).toMatchObject({
        ok: true,
      })
      expect([await isSignedIn(client), await isSignedIn(elsewhere)]).toEqual([true, false])
      expect([await signsIn(mobile, goodPassword), await signsIn(mobile, another)]).toEqual([false, true])
      expect(await activityOf(userId)).toContain('password_changed')
      expect(await toldOf(mobile)).toContain('password_changed')
      expect(await toldOf(email)).toContain('password_changed')
    })

    it('error: a wrong current password is reported at its field', async () => {
      const { client } = await someone()
      expect(await client.updatePassword({ current_password: 'not that one', password: another })).toMatchObject({
        code: 'wrong_credentials',
        data: { field: 'current_password' },
      })
    })

    it('error: without a password, no current password is right', async () => {
      const { client } = await withoutPassword()
      expect(await client.updatePassword({ current_password: goodPassword, password: another })).toMatchObject({
        code: 'wrong_credentials',
      })
    })

    it('error: the same password is refused, and does not count as a wrong guess', async () => {
      const { client } = await registerMobile(world, { password: 'caf\u00e9 at the harbour' })
      for (let times = 0; times < 11; times++)
        expect(
          await client.updatePassword({
            current_password: 'caf\u00e9 at the harbour',
            password: 'cafe\u0301 at the harbour',
          }),
        ).toMatchObject({ code: 'password_refused', data: { reason: 'same' } })
    })

    it('security: guesses at the current password have the same limits as a sign-in', async () => {
      const { client, jar } = await someone()
      const guess = { current_password: 'not that one', password: another }
      for (let tries = 0; tries < 5; tries++) await client.updatePassword(guess)
      expect(await client.updatePassword({ ...guess, current_password: goodPassword })).toMatchObject({
        code: 'captcha_required',
      })
      const options = { jar, address: '198.51.100.90' }
      for (let tries = 0; tries < 10; tries++) await world.insist(options, (person) => person.updatePassword(guess))
      expect(
        await world.insist(options, (person) =>
          person.updatePassword({ current_password: goodPassword, password: another }),
        ),
      ).toMatchObject({ code: 'password_locked' })
    })

    it('security: of five changes at once with the same current password, one succeeds', async () => {
      const { client, mobile } = await someone()
      const answers = await Promise.all(
        Array.from({ length: 5 }, (_, nth) =>
          client.updatePassword({ current_password: goodPassword, password: `${another} ${nth}` }),
        ),
      )
      expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
      expect(answers.filter((answer) => !answer.ok && answer.code === 'wrong_credentials')).toHaveLength(4)
      expect(await signsIn(mobile, `${another} ${answers.findIndex((answer) => answer.ok)}`)).toBe(true)
    })
  })

  describe('a first password', () => {
    it('happy: is set after a fresh sign-in, and hasSetPassword answers so by POST and GET', async () => {
      const { client, mobile } = await withoutPassword()
      expect(await client.hasSetPassword({})).toMatchObject({ data: { has_set: false } })
      expect(await client.hasSetPasswordGet({})).toMatchObject({ data: { has_set: false } })
      expect(await client.setPassword({ password: another })).toMatchObject({ ok: true })
      expect(await client.hasSetPassword({})).toMatchObject({ data: { has_set: true } })
      expect(await client.hasSetPasswordGet({})).toMatchObject({ data: { has_set: true } })
      expect(await signsIn(mobile, another)).toBe(true)
      expect(await toldOf(mobile)).toContain('password_set')
    })

    it('error: ten minutes after the sign-in, setting it without a ticket needs a second verification', async () => {
      const person = await withoutPassword()
      world.passMinutes(11)
      expect(await person.client.setPassword({ password: another })).toMatchObject({
        code: 'second_verification_required',
      })
      const verify_ticket = await verifiedMobile(person)
      expect(await person.client.setPassword({ verify_ticket, password: another })).toMatchObject({ ok: true })
    })

    it('happy: is set with the ticket of the second verification that the call asked for', async () => {
      const { client, mobile } = await withoutPassword()
      world.passMinutes(11)
      const asked = await client.setPassword({ password: another })
      if (asked.ok || asked.code !== 'second_verification_required') throw new Error('the proof is not stale')
      const { sms_code_key } = asked.data
      await client.sendSecondCode({ sms_code_key, way: 'mobile' })
      const verified = await client.verifySecond({ sms_code_key, way: 'mobile', code: await world.codeTo(mobile) })
      const verify_ticket = verified.ok ? verified.data.verify_ticket : ''
      expect(await client.setPassword({ verify_ticket, password: another })).toMatchObject({ ok: true })
      expect(await signsIn(mobile, another)).toBe(true)
    })

    it('error: an account with a password cannot set one', async () => {
      const { client } = await registerEmail(world)
      expect(await client.setPassword({ password: another })).toMatchObject({ code: 'password_is_set' })
    })

    it('security: a ticket of another session is refused, and of 20 calls at once one sets it', async () => {
      const person = await withoutPassword()
      const elsewhere = world.person()
      await elsewhere.sendCode({ mobile: person.mobile, type: mobilePurpose.login })
      await elsewhere.smsLogin({ mobile: person.mobile, code: await world.codeTo(person.mobile) })
      const verify_ticket = await verifiedMobile(person)
      expect(await elsewhere.setPassword({ verify_ticket, password: another })).toMatchObject(refused)
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, nth) => person.client.setPassword({ password: `${another} ${nth}` })),
      )
      expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
      expect(answers.filter((answer) => !answer.ok && answer.code === 'password_is_set')).toHaveLength(19)
      expect(await signsIn(person.mobile, `${another} ${answers.findIndex((answer) => answer.ok)}`)).toBe(true)
      expect(await isSignedIn(elsewhere)).toBe(false)
    })
  })
})
