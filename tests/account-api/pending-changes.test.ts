import { describe, expect, it } from 'vitest'
import { changeDue } from '../../account-api/domain/pending-change/due-changes'
import { issueProfile } from '../../account-api/domain/platform/platform'
import type { Client } from '../../contract/client'
import { CookieJar } from '../../contract/cookie-jar'
import { emailPurpose, mobilePurpose } from '../../contract/purposes'
import { databases } from '../fixtures/databases'
import {
  activityOf,
  emailCode,
  maskedMobile,
  mobileCode,
  newEmailCode,
  newMobileCode,
  profileOf,
  proveEmail,
  proveFactor,
  proveMobile,
  registerMobileOnly,
  secondSession,
  toldLast,
} from './bindings'
import { freshEmail, freshMobile, goodPassword, registerBoth, registerEmail, registerMobile, worldOn } from './world'

const hours = (count: number) => count * 60
const another = 'seven lamps over the bay'
const lacking = (...ways: string[]) => ({
  code: 'second_verification_required',
  data: { ways: ways.map((way) => ({ way })), wait_hours: 48 },
})
const waits = { ok: true, data: { done: false, takes_effect_at: expect.any(String) } }
const done = { ok: true, data: { done: true, takes_effect_at: null } }

describe.each(databases)('whole attacks on the sign-in methods of an account, on $name', (database) => {
  const world = worldOn(database)

  type Person = Awaited<ReturnType<typeof registerBoth>>

  /** An account with a mobile, an email and a password that are a hundred days old. Its browser is long signed out. */
  const oldAccount = async (): Promise<Person> => {
    const person = await registerBoth(world)
    world.passMinutes(hours(24 * 100))
    return person
  }

  const bySms = async (mobile: string): Promise<Client> => {
    const client = world.person({ jar: new CookieJar() })
    await client.sendCode({ mobile, type: mobilePurpose.loginOnly })
    const entered = await client.smsLoginOnly({ mobile, code: await world.codeTo(mobile) })
    if (!entered.ok) throw new Error(`not signed in: ${entered.code}`)
    return client
  }

  const byEmail = async (email: string): Promise<Client> => {
    const client = world.person({ jar: new CookieJar() })
    await client.sendEmailCode({ email, type: emailPurpose.login })
    const entered = await client.emailCodeLogin({ email, code: await world.codeTo(email) })
    if (!entered.ok) throw new Error(`not signed in: ${entered.code}`)
    return client
  }

  const resetByEmail = async (email: string, password = another) => {
    const visitor = world.person()
    await visitor.sendEmailCode({ email, type: emailPurpose.resetPassword })
    const reset = await visitor.resetPasswordByEmail({ email, code: await world.codeTo(email), password })
    expect(reset).toMatchObject({ ok: true })
  }

  const inTwoDays = async () => {
    world.passMinutes(hours(48))
    await changeDue(world.service)
  }

  it('security: a thief of the password cannot remove the mobile at once, and the owner’s sign-in keeps it', async () => {
    const { userId, mobile, email, password } = await oldAccount()
    const thief = await secondSession(world, { mobile, password })
    expect(await thief.unbindPlatform({ platform: 'mobile' })).toMatchObject(lacking('mobile', 'email'))
    expect(await profileOf(world, userId)).toMatchObject({ mobile })
    expect(await thief.unbindPlatform({ platform: 'mobile', wait: 1 })).toMatchObject(waits)
    for (const address of [mobile, email])
      expect(await toldLast(world, address)).toMatchObject({
        purpose: 'mobile_removal_asked',
        link: expect.stringContaining('?ticket='),
      })
    await bySms(mobile)
    expect(await toldLast(world, email)).toMatchObject({ purpose: 'mobile_removal_stopped' })
    await inTwoDays()
    expect(await profileOf(world, userId)).toMatchObject({ mobile, email })
  })

  it('security: a thief of the password gains nothing by an email of their own', async () => {
    const { userId, mobile, password } = await registerMobile(world)
    world.passMinutes(hours(24 * 100))
    const thief = await secondSession(world, { mobile, password })
    const email = freshEmail()
    expect(await thief.bindEmail({ email, code: await emailCode(world, thief, email) })).toMatchObject({ ok: true })
    const ticket = await proveEmail(world, thief, email)
    expect(await thief.unbindPlatform({ platform: 'mobile', verify_ticket: ticket })).toMatchObject(lacking('mobile'))
    world.passMinutes(2)
    await proveFactor(world, thief, 'email', email)
    expect(await thief.unbindPlatform({ platform: 'mobile' })).toMatchObject(lacking('mobile'))
    // The page for a lost number proves no more.
    const visitor = world.person()
    world.passMinutes(2)
    await visitor.sendEmailCode({ email, type: emailPurpose.notSignedIn })
    const proven = await visitor.validateEmailCode({
      email,
      code: await world.codeTo(email),
      type: emailPurpose.notSignedIn,
    })
    const lost = proven.ok ? proven.data.ticket : ''
    expect(await visitor.unusableMobileCheck({ ticket: lost })).toMatchObject({ data: { password_helps: false } })
    expect(await visitor.unbindUnusableMobile({ ticket: lost, password })).toMatchObject({ data: { done: false } })
    expect(await profileOf(world, userId)).toMatchObject({ mobile })
  })

  it('security: a thief of the mailbox who resets the password has one factor, and the owner’s number stays', async () => {
    const { userId, mobile, email } = await oldAccount()
    await resetByEmail(email)
    const thief = await secondSession(world, { mobile, password: another })
    world.passMinutes(2)
    const ticket = await proveEmail(world, thief, email)
    expect(await thief.unbindPlatform({ platform: 'mobile', verify_ticket: ticket })).toMatchObject(lacking('mobile'))
    // A new password and the mailbox do not help on the page for a lost number either.
    const visitor = world.person()
    await visitor.sendEmailCode({ email, type: emailPurpose.notSignedIn })
    const code = await world.codeTo(email)
    const proven = await visitor.validateEmailCode({ email, code, type: emailPurpose.notSignedIn })
    const lost = { ticket: proven.ok ? proven.data.ticket : '', password: another }
    expect(await visitor.unbindUnusableMobile(lost)).toMatchObject({ data: { done: false } })
    expect(await profileOf(world, userId)).toMatchObject({ mobile })
    await bySms(mobile)
    await inTwoDays()
    expect(await profileOf(world, userId)).toMatchObject({ mobile, email })
  })

  it('security: a thief of the phone cannot remove the email with an SMS session, whatever password they set', async () => {
    const { userId, mobile, email } = await oldAccount()
    const thief = await bySms(mobile)
    expect(await thief.unbindPlatform({ platform: 'email' })).toMatchObject(lacking('email', 'password'))
    world.passMinutes(2)
    const verify_ticket = await proveMobile(world, thief, mobile, 'password')
    expect(await thief.changePassword({ verify_ticket, password: another })).toMatchObject({ ok: true })
    const again = await secondSession(world, { mobile, password: another })
    world.passMinutes(2)
    const ticket = await proveMobile(world, again, mobile)
    expect(await again.unbindPlatform({ platform: 'email', verify_ticket: ticket })).toMatchObject(lacking('email'))
    expect(await again.unbindPlatform({ platform: 'email', wait: 1 })).toMatchObject(waits)
    expect(await toldLast(world, email)).toMatchObject({ purpose: 'email_removal_asked' })
    await byEmail(email)
    await inTwoDays()
    expect(await profileOf(world, userId)).toMatchObject({ email })
  })

  it('security: a thief of the phone cannot replace its number while the account has an older email', async () => {
    const { userId, mobile, email } = await oldAccount()
    const thief = await bySms(mobile)
    world.passMinutes(2)
    const ticket = await proveMobile(world, thief, mobile)
    const theirs = freshMobile()
    const code = await newMobileCode(world, thief, { ticket, mobile: theirs })
    const change = { ticket, mobile: theirs, code }
    expect(await thief.rebindMobile(change)).toMatchObject(lacking('email', 'password'))
    expect(await thief.rebindMobile({ ...change, wait: 1 })).toMatchObject({
      ok: true,
      data: { takes_effect_at: expect.any(String) },
    })
    expect(await profileOf(world, userId)).toMatchObject({ mobile })
    expect(await toldLast(world, email)).toMatchObject({ purpose: 'mobile_change_asked' })
    expect(await world.messagesTo(theirs)).toBe(1)
    const link = (await toldLast(world, email))?.link ?? ''
    const notMe = new URL(link).searchParams.get('ticket') ?? ''
    expect(await world.person().secureAccount({ ticket: notMe })).toMatchObject({ ok: true })
    await inTwoDays()
    expect(await profileOf(world, userId)).toMatchObject({ mobile, email })
  })

  it('security: a borrowed browser with an old session and the mailbox open has one factor', async () => {
    const { userId, mobile, email } = await oldAccount()
    const browser = await bySms(mobile)
    world.passMinutes(hours(24))
    expect(await browser.unbindPlatform({ platform: 'mobile' })).toMatchObject({ code: 'second_verification_required' })
    const verify_ticket = await proveEmail(world, browser, email)
    expect(await browser.unbindPlatform({ platform: 'mobile', verify_ticket })).toMatchObject(
      lacking('mobile', 'password'),
    )
    expect(await profileOf(world, userId)).toMatchObject({ mobile })
  })

  it('security: a stolen session cookie changes nothing and makes nothing pending', async () => {
    const { userId, mobile } = await oldAccount()
    const jar = new CookieJar()
    const owner = world.person({ jar })
    await owner.sendCode({ mobile, type: mobilePurpose.loginOnly })
    await owner.smsLoginOnly({ mobile, code: await world.codeTo(mobile) })
    world.passMinutes(20)
    const thief = world.person({ jar, address: '203.0.113.77' })
    for (const platform of ['mobile', 'email'])
      for (const wait of [0, 1])
        expect(await thief.unbindPlatform({ platform, wait })).toMatchObject({ code: 'second_verification_required' })
    expect(await world.storage.pendingChanges.of(userId)).toEqual([])
  })

  const ends: Record<string, (person: Person & { waiting: Client }) => Promise<unknown>> = {
    'a reset of the password': ({ email }) => resetByEmail(email),
    'a change of the password': async ({ mobile, password }) => {
      const owner = await secondSession(world, { mobile, password })
      return owner.updatePassword({ current_password: password, password: another })
    },
    '“this was not me”': async ({ email }) => {
      const ticket = new URL((await toldLast(world, email))?.link ?? '').searchParams.get('ticket') ?? ''
      return world.person().secureAccount({ ticket })
    },
    'restoring the account after a cancellation': async ({ mobile, password, email }) => {
      const owner = await secondSession(world, { mobile, password })
      const cancel_ticket = await proveEmail(world, owner, email, 'cancellation')
      await owner.cancelConfirm({ cancel_ticket })
      const asked = await world.person().accountLoginV2({ account: email, password, need_frozen_user: 1 })
      const ticket = !asked.ok && asked.code === 'account_cancelled' ? (asked.data.ticket ?? '') : ''
      return world.person().undoCancellation({ ticket })
    },
  }

  it.each(Object.keys(ends))('security: %s drops everything that waits, and the addresses are told', async (end) => {
    const person = await oldAccount()
    const { userId, mobile, email, password } = person
    const thief = await secondSession(world, { mobile, password })
    await thief.unbindPlatform({ platform: 'mobile', wait: 1 })
    await thief.unbindPlatform({ platform: 'email', wait: 1, without_address: 1 })
    expect(await world.storage.pendingChanges.of(userId)).toHaveLength(2)
    await ends[end]?.({ ...person, waiting: thief })
    expect(await world.storage.pendingChanges.of(userId)).toEqual([])
    const told = (await world.storage.outbox.newest(mobile, 20)).map(({ purpose }) => purpose)
    expect(told).toContain('mobile_removal_stopped')
    expect(told).toContain('email_removal_stopped')
    await inTwoDays()
    expect(await profileOf(world, userId)).toMatchObject({ mobile, email })
  })

  it('security: asking again and again sends a bounded number of messages', async () => {
    const { mobile, email, password, userId } = await oldAccount()
    const thief = await secondSession(world, { mobile, password })
    const before = await world.messagesTo(email)
    const answers = []
    for (let turn = 0; turn < 12; turn += 1) {
      answers.push(await thief.unbindPlatform({ platform: 'mobile', wait: 1 }))
      answers.push(await thief.unbindPlatform({ platform: 'mobile', wait: 1 }))
      await thief.stopPendingChange({ platform: 'mobile' })
    }
    expect(answers.filter(({ ok }) => ok)).toHaveLength(10)
    expect(answers.at(-1)).toMatchObject({ code: 'too_many_requests', data: { retry_after: expect.any(Number) } })
    expect((await world.messagesTo(email)) - before).toBe(10)
    expect(await profileOf(world, userId)).toMatchObject({ mobile })
  })

  it('security: of a stop and twenty copies that find the change due, either the one or the others win', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { userId, mobile, email, password } = await oldAccount()
      const thief = await secondSession(world, { mobile, password })
      await thief.unbindPlatform({ platform: 'mobile', wait: 1 })
      world.passMinutes(hours(48))
      const owner = await byEmail(email)
      const before = await world.messagesTo(mobile)
      await Promise.all([
        owner.stopPendingChange({ platform: 'mobile' }),
        ...Array.from({ length: 20 }, () => changeDue(world.service)),
      ])
      const { mobile: now } = await profileOf(world, userId)
      const [newest] = await activityOf(world, userId)
      expect(newest?.[0]).toBe(now === null ? 'mobile_removed' : 'mobile_removal_stopped')
      expect((await world.messagesTo(mobile)) - before).toBe(1)
    }
  })

  it('security: the other account of a takeover is told at its other addresses', async () => {
    const { email, mobile, password } = await oldAccount()
    const owner = await secondSession(world, { mobile, password })
    const { client } = await registerEmail(world)
    const code = await mobileCode(world, client, mobile)
    expect(await client.bindMobile({ mobile, code, unbind_exist: 1 })).toMatchObject({ ok: true })
    expect(await toldLast(world, email)).toMatchObject({ purpose: 'mobile_removed' })
    expect(await owner.checkLogin({})).toMatchObject({ data: { signed_in: true } })
  })

  describe('people of good will', () => {
    it('happy: an SMS session and the password remove the email at once, after one challenge', async () => {
      const { userId, mobile } = await oldAccount()
      const client = await bySms(mobile)
      const asked = await client.unbindPlatform({ platform: 'email' })
      expect(asked).toMatchObject(lacking('email', 'password'))
      const sms_code_key = !asked.ok && asked.code === 'second_verification_required' ? asked.data.sms_code_key : ''
      await client.verifySecond({ sms_code_key, way: 'password', code: goodPassword })
      expect(await client.unbindPlatform({ platform: 'email' })).toMatchObject(done)
      expect(await profileOf(world, userId)).toMatchObject({ mobile, email: null })
    })

    it('happy: an account of which a number is the only sign-in method changes it at once', async () => {
      const { client, mobile, userId } = await registerMobileOnly(world)
      const ticket = await proveMobile(world, client, mobile)
      const wanted = freshMobile()
      const code = await newMobileCode(world, client, { ticket, mobile: wanted })
      expect(await client.rebindMobile({ ticket, mobile: wanted, code })).toMatchObject({
        ok: true,
        data: { takes_effect_at: null },
      })
      expect(await profileOf(world, userId)).toMatchObject({ mobile: wanted })
      expect(await client.checkLogin({})).toMatchObject({ data: { signed_in: true } })
    })

    it('happy: a replacement that waits is made when it is due, and every address is told', async () => {
      const { userId, mobile, email } = await oldAccount()
      const client = await byEmail(email)
      world.passMinutes(2)
      const ticket = await proveEmail(world, client, email)
      const wanted = freshEmail()
      const code = await newEmailCode(world, client, { ticket, email: wanted })
      await client.rebindEmail({ ticket, email: wanted, code, wait: 1 })
      expect(await client.accountInfo({})).toMatchObject({
        data: { pending_changes: [{ way: 'email', becomes: 'p***@example.com' }] },
      })
      // Who asked could prove the old address, so a sign-in with it does not stop the change.
      await byEmail(email)
      const other = await bySms(mobile)
      await inTwoDays()
      expect(await profileOf(world, userId)).toMatchObject({ mobile, email: wanted })
      for (const address of [mobile, email, wanted])
        expect(await toldLast(world, address)).toMatchObject({ purpose: 'email_changed' })
      expect(await client.checkLogin({})).toMatchObject({ data: { signed_in: false } })
      expect(await other.checkLogin({})).toMatchObject({ data: { signed_in: true } })
    })

    it('happy: after a removal, the sessions that began by the address end, and the present one stays', async () => {
      const { mobile, email, password } = await oldAccount()
      const [sms, mail, known] = [
        await bySms(mobile),
        await byEmail(email),
        await secondSession(world, { mobile, password }),
      ]
      world.passMinutes(2)
      await proveFactor(world, sms, 'email', email)
      const lost = await bySms(mobile)
      expect(await sms.unbindPlatform({ platform: 'mobile' })).toMatchObject(done)
      expect(await lost.checkLogin({})).toMatchObject({ data: { signed_in: false } })
      for (const client of [sms, mail, known])
        expect(await client.checkLogin({})).toMatchObject({ data: { signed_in: true } })
    })

    it('error: a replacement whose address another account has by now is dropped, and told', async () => {
      const { userId, email, mobile } = await oldAccount()
      const client = await byEmail(email)
      world.passMinutes(2)
      const ticket = await proveEmail(world, client, email)
      const wanted = freshEmail()
      const code = await newEmailCode(world, client, { ticket, email: wanted })
      await client.rebindEmail({ ticket, email: wanted, code, wait: 1 })
      const holder = await registerEmail(world, { email: wanted })
      await inTwoDays()
      expect(await profileOf(world, userId)).toMatchObject({ email })
      expect(await profileOf(world, holder.userId)).toMatchObject({ email: wanted })
      expect(await toldLast(world, mobile)).toMatchObject({ purpose: 'email_removal_stopped' })
    })

    it('error: of the last two sign-in methods that wait to be removed, one stays', async () => {
      const { userId, mobile, email } = await oldAccount()
      const account = await world.storage.accounts.profile(userId)
      const client = await bySms(mobile)
      await client.unbindPlatform({ platform: 'mobile', wait: 1 })
      await client.unbindPlatform({ platform: 'email', wait: 1 })
      await world.storage.accounts.replacePassword(userId, { was: account?.passwordHash ?? '', becomes: null })
      await inTwoDays()
      const { mobile: number, email: mailbox } = await profileOf(world, userId)
      expect([number, mailbox].filter((value) => value === mobile || value === email)).toHaveLength(1)
      expect(await world.storage.pendingChanges.of(userId)).toEqual([])
    })

    it('happy: a third-party identity is replaced at once with two factors, and otherwise when it is due', async () => {
      const { mobile, userId, password } = await oldAccount()
      const key = (name: string) =>
        issueProfile(world.setting, world.storage, { platform: 'example', openid: `${userId} ${name}`, name })
      const client = await secondSession(world, { mobile, password })
      await client.bindAuth({ platform: 'example', profile_key: await key('Ann') })
      const bea = { platform: 'example', profile_key: await key('Bea'), change_bind: 1 }
      expect(await client.bindAuth(bea)).toMatchObject(lacking('mobile', 'email'))
      expect(await client.bindAuth({ ...bea, wait: 1 })).toMatchObject({
        data: { takes_effect_at: expect.any(String) },
      })
      const names = async () => (await world.storage.platforms.of(userId)).map(({ name }) => name)
      expect(await names()).toEqual(['Ann'])
      expect(await client.bindVerifyInfo({})).toMatchObject({ data: { platforms: [{ becomes: 'Bea' }] } })
      await inTwoDays()
      expect(await names()).toEqual(['Bea'])
      const owner = await bySms(mobile)
      const cyd = { platform: 'example', profile_key: await key('Cyd'), change_bind: 1 }
      const asked = await owner.bindAuth(cyd)
      const sms_code_key = !asked.ok && asked.code === 'second_verification_required' ? asked.data.sms_code_key : ''
      await owner.verifySecond({ sms_code_key, way: 'password', code: password })
      expect(await owner.bindAuth(cyd)).toMatchObject({ data: { takes_effect_at: null } })
      expect(await names()).toEqual(['Cyd'])
    })

    it('happy: a cancelled account keeps what was to be removed', async () => {
      const { mobile, email, password, userId } = await oldAccount()
      const client = await secondSession(world, { mobile, password })
      await client.unbindPlatform({ platform: 'mobile', wait: 1 })
      const cancel_ticket = await proveEmail(world, client, email, 'cancellation')
      expect(await client.cancelConfirm({ cancel_ticket })).toMatchObject({ ok: true })
      await inTwoDays()
      expect(await profileOf(world, userId)).toMatchObject({ mobile, email })
      expect(await toldLast(world, email)).toMatchObject({ purpose: 'mobile_removal_stopped' })
    })
  })

  it('happy: a message about a change that waits says when, in the words of the change', async () => {
    const { mobile, email, password } = await oldAccount()
    const client = await secondSession(world, { mobile, password })
    await client.unbindPlatform({ platform: 'email', wait: 1 })
    expect((await toldLast(world, mobile))?.body).toContain('to remove the email address of your account')
    await client.stopPendingChange({ platform: 'email' })
    expect((await toldLast(world, email))?.body).toContain('stays with your account')
    expect((await toldLast(world, mobile))?.body).not.toContain(maskedMobile(mobile))
  })
})
