import { describe, expect, it } from 'vitest'
import { CookieJar } from '../../contract/cookie-jar'
import { emailPurpose, mobilePurpose } from '../../contract/purposes'
import { databases } from '../fixtures/databases'
import { press, ticketsTo } from './attacks'
import { proveFactor, proveMobile, secondSession } from './bindings'
import { freshAddress, registerBoth, registerEmail, registerMobile, worldOn } from './world'

const password = 'seven lamps over the bay'
const lacking = (...ways: string[]) => ({
  code: 'second_verification_required',
  data: { ways: ways.map((way) => ({ way })), wait_hours: 48 },
})

describe.each(databases)('the session of a reset on $name', (database) => {
  const world = worldOn(database)

  const byMobile = async (mobile: string, client = world.person()) => {
    await client.sendCode({ mobile, type: mobilePurpose.resetPassword })
    const reset = await client.resetPasswordByMobile({ mobile, code: await world.codeTo(mobile), password })
    return { client, reset }
  }

  const byEmail = async (email: string, client = world.person()) => {
    await client.sendEmailCode({ email, type: emailPurpose.resetPassword })
    const reset = await client.resetPasswordByEmail({ email, code: await world.codeTo(email), password })
    return { client, reset }
  }

  const linkTicket = async (email: string, client = world.person()): Promise<string> => {
    await client.sendEmailCode({ email, type: emailPurpose.resetPassword })
    const [message] = await world.storage.outbox.newest(email, 1)
    return new URL(message?.link ?? '').searchParams.get('ticket') ?? ''
  }

  const sessionsOf = (accountId: string) => world.storage.sessions.living(accountId, { seen: 0, begun: 0 })

  it('happy: begins with the reset, by a code to either address or by the link, and is the only one', async () => {
    const { mobile, email, userId, client: before } = await registerBoth(world)
    const first = await byMobile(mobile)
    expect(first.reset).toMatchObject({ ok: true, data: { done: true, user_id: userId, is_new_user: false } })
    expect(await first.client.checkLogin({})).toMatchObject({ data: { signed_in: true } })
    expect(await before.checkLogin({})).toMatchObject({ data: { signed_in: false } })
    world.passMinutes(2)
    const second = await byEmail(email)
    expect(await second.client.checkLogin({})).toMatchObject({ data: { signed_in: true } })
    expect(await first.client.checkLogin({})).toMatchObject({ data: { signed_in: false } })
    world.passMinutes(2)
    const third = world.person()
    await third.resetPasswordByTicket({ ticket: await linkTicket(email), password })
    expect(await third.checkLogin({})).toMatchObject({ data: { signed_in: true, account: { user_id: userId } } })
    expect(await sessionsOf(userId)).toHaveLength(1)
  })

  it('security: proves the address that the reset used, and neither the new password nor the other address', async () => {
    const { mobile, email, userId } = await registerBoth(world)
    world.passMinutes(24 * 60)
    await byMobile(mobile)
    const [bySms] = await sessionsOf(userId)
    expect(bySms).toMatchObject({ way: 'sms', factors: { mobile: expect.any(Number), email: null, password: null } })
    world.passMinutes(2)
    await byEmail(email)
    const [byMail] = await sessionsOf(userId)
    expect(byMail).toMatchObject({
      way: 'recovery',
      factors: { mobile: null, email: expect.any(Number), password: null },
    })
  })

  it('attack: a thief of the mailbox resets the password, and is as far as with a code to the mailbox', async () => {
    const { mobile, email, userId } = await registerBoth(world)
    world.passMinutes(24 * 60)
    const { client: thief } = await byEmail(email)
    expect(await thief.unbindPlatform({ platform: 'mobile' })).toMatchObject(lacking('mobile'))
    // The new password was chosen by whoever reset it, so it is no second factor.
    const asked = await thief.unbindPlatform({ platform: 'mobile' })
    const sms_code_key = !asked.ok && asked.code === 'second_verification_required' ? asked.data.sms_code_key : ''
    await thief.verifySecond({ sms_code_key, way: 'password', code: password })
    expect(await thief.unbindPlatform({ platform: 'mobile' })).toMatchObject(lacking('mobile'))
    expect((await world.storage.accounts.profile(userId))?.mobile).toBe(mobile)
  })

  it('attack: the owner’s “this was not me” after such a reset ends the thief’s session', async () => {
    const { mobile, email } = await registerBoth(world)
    world.passMinutes(24 * 60)
    const { client: thief } = await byEmail(email)
    expect(await thief.checkLogin({})).toMatchObject({ data: { signed_in: true } })
    const [ticket = ''] = (await ticketsTo(world, mobile)).slice(-1)
    expect(await press(world, ticket)).toMatchObject({ ok: true, data: { password_ended: true } })
    expect(await thief.checkLogin({})).toMatchObject({ data: { signed_in: false } })
    expect(await secondSession(world, { mobile, password }).catch(String)).toContain('wrong_credentials')
  })

  it('attack: while the account is guarded, a reset by the other address removes nothing', async () => {
    const { mobile, email, client } = await registerBoth(world)
    world.passMinutes(24 * 60)
    await byEmail(email)
    const [ticket = ''] = (await ticketsTo(world, mobile)).slice(-1)
    await press(world, ticket)
    const { client: thief } = await byEmail(email, world.person({ address: freshAddress() }))
    await proveFactor(world, thief, 'email', email)
    expect(await thief.unbindPlatform({ platform: 'email', wait: 1 })).toMatchObject({
      code: 'second_verification_required',
      data: { ways: [{ way: 'mobile' }] },
    })
    expect(await client.checkLogin({})).toMatchObject({ data: { signed_in: false } })
  })

  it('security: whoever was signed in at the browser is signed out, also of another account', async () => {
    const [owner, other] = [await registerMobile(world), await registerEmail(world)]
    const copy = world.person({ jar: new CookieJar(other.jar.toJSON()) })
    const { client } = await byMobile(owner.mobile, other.client)
    expect(await client.checkLogin({})).toMatchObject({ data: { account: { user_id: owner.userId } } })
    expect(await copy.checkLogin({})).toMatchObject({ data: { signed_in: false } })
  })

  it('error: of a cancelled account is offered to be restored, and no session begins', async () => {
    const { mobile, userId, client } = await registerMobile(world)
    const cancel_ticket = await proveMobile(world, client, mobile, 'cancellation')
    expect(await client.cancelConfirm({ cancel_ticket })).toMatchObject({ ok: true })
    const { client: visitor, reset } = await byMobile(mobile)
    expect(reset).toMatchObject({ code: 'account_cancelled' })
    expect(await visitor.checkLogin({})).toMatchObject({ data: { signed_in: false } })
    const ticket = !reset.ok && reset.code === 'account_cancelled' ? (reset.data.ticket ?? '') : ''
    expect(await visitor.undoCancellation({ ticket })).toMatchObject({ ok: true, data: { user_id: userId } })
    // The password was reset all the same.
    await secondSession(world, { mobile, password })
  })

  describe('a look at the link', () => {
    it('happy: names the account, as often as it is opened, and changes nothing', async () => {
      const { email, userId } = await registerEmail(world)
      const username = (await world.storage.accounts.profile(userId))?.username
      const ticket = await linkTicket(email)
      for (let scans = 0; scans < 3; scans += 1)
        expect(await world.person().resetTicketCheck({ ticket })).toMatchObject({
          ok: true,
          data: { username, email: `p***@example.com` },
        })
      expect(await world.person().resetPasswordByTicket({ ticket, password })).toMatchObject({ ok: true })
      expect(await world.person().resetTicketCheck({ ticket })).toMatchObject({ code: 'ticket_refused' })
    })

    it('error: an expired link and a ticket of a code are refused', async () => {
      const { email } = await registerEmail(world)
      const expired = await linkTicket(email)
      world.passMinutes(16)
      const type = emailPurpose.resetPassword
      await world.person().sendEmailCode({ email, type })
      const code = await world.codeTo(email)
      const validated = await world.person().validateEmailCode({ email, code, type })
      const ofCode = validated.ok ? validated.data.ticket : ''
      for (const ticket of [expired, ofCode, 'x'.repeat(22)])
        expect(await world.person().resetTicketCheck({ ticket })).toMatchObject({ code: 'ticket_refused' })
    })
  })
})
