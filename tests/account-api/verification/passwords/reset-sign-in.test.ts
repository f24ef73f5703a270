import { expect, it } from 'vitest'
import { emailPurpose } from '#contract/terms/purposes'
import { CookieJar } from '#contract/wire/cookie-jar'
import { cancelByMobile, proveFactor, resetBy } from '#tests/account-api/addresses/binding/bindings'
import { lacking, press, signInByCode, ticketTo } from '#tests/account-api/worlds/attacks'
import { describeWorlds, ticketIn, verifyByPassword } from '#tests/account-api/worlds/worlds'

const password = 'seven lamps over the bay'
const isSignedIn = (signed_in: boolean) => ({ data: { signed_in } })

describeWorlds('the session of a reset on $name', (world) => {
  const resetOf = async (to: string, client = world.person()) => ({
    client,
    reset: await resetBy(world, to, password, client),
  })

  const linkTicket = async (email: string): Promise<string> => {
    await world.codeFor(email, emailPurpose.resetPassword)
    return world.linkTicketTo(email)
  }

  const dayOld = async () => {
    const person = await world.registerBoth()
    world.passMinutes(24 * 60)
    return person
  }

  it('happy: a reset starts the only session, by a code to either address or by the link', async () => {
    const { mobile, email, userId, client: before } = await world.registerBoth()
    const first = await resetOf(mobile)
    expect(first.reset).toMatchObject({ ok: true, data: { done: true, user_id: userId, is_new_user: false } })
    expect(await first.client.checkLogin({})).toMatchObject(isSignedIn(true))
    expect(await before.checkLogin({})).toMatchObject(isSignedIn(false))
    world.passMinutes(2)
    const second = await resetOf(email)
    expect(await second.client.checkLogin({})).toMatchObject(isSignedIn(true))
    expect(await first.client.checkLogin({})).toMatchObject(isSignedIn(false))
    world.passMinutes(2)
    const third = world.person()
    await third.resetPasswordByTicket({ ticket: await linkTicket(email), password })
    expect(await third.checkLogin({})).toMatchObject({ data: { signed_in: true, account: { user_id: userId } } })
    expect(await world.sessionsOf(userId)).toHaveLength(1)
  })

  it('security: a reset proves the address that it used, and neither the new password nor the other address', async () => {
    const { mobile, email, userId } = await dayOld()
    const none = { mobile: null, email: null, password: null }
    await resetOf(mobile)
    const proven = (way: string, factors: object) => [{ way, factors: { ...none, ...factors } }]
    expect(await world.sessionsOf(userId)).toMatchObject(proven('sms', { mobile: expect.any(Number) }))
    world.passMinutes(2)
    await resetOf(email)
    expect(await world.sessionsOf(userId)).toMatchObject(proven('recovery', { email: expect.any(Number) }))
  })

  it('security: a thief of the mailbox resets the password, and gets no further than with a code to it', async () => {
    const { mobile, email, userId } = await dayOld()
    const { client: thief } = await resetOf(email)
    const asked = await thief.unbindPlatform({ platform: 'mobile' })
    expect(asked).toMatchObject(lacking('mobile'))
    // The person who reset the password chose it, so it is no second factor.
    await verifyByPassword(thief, asked, password)
    expect(await thief.unbindPlatform({ platform: 'mobile' })).toMatchObject(lacking('mobile'))
    expect((await world.storage.accounts.profile(userId))?.mobile).toBe(mobile)
  })

  it('security: the owner’s “this was not me” ends the thief’s session, and a second reset removes nothing', async () => {
    const { mobile, email, client } = await dayOld()
    const { client: thief } = await resetOf(email)
    expect(await thief.checkLogin({})).toMatchObject(isSignedIn(true))
    const pressed = await press(world, await ticketTo(world, mobile))
    expect(pressed).toMatchObject({ ok: true, data: { password_ended: true } })
    expect(await thief.checkLogin({})).toMatchObject(isSignedIn(false))
    expect(await world.secondSession({ mobile, password }).catch(String)).toContain('wrong_credentials')
    // The account is now guarded by the address that pressed.
    expect(await resetBy(world, email, password)).toMatchObject({ code: 'guarded' })
    const again = await signInByCode(world, email)
    await proveFactor(world, again, email)
    const asked = await again.unbindPlatform({ platform: 'email', wait: 1 })
    expect(asked).toMatchObject({ code: 'second_verification_required', data: { ways: [{ way: 'mobile' }] } })
    expect(await client.checkLogin({})).toMatchObject(isSignedIn(false))
  })

  it('security: a reset signs out any other account in the same browser', async () => {
    const [owner, other] = [await world.registerMobile(), await world.registerEmail()]
    const copy = world.person({ jar: new CookieJar(other.jar.toJSON()) })
    const { client } = await resetOf(owner.mobile, other.client)
    expect(await client.checkLogin({})).toMatchObject({ data: { account: { user_id: owner.userId } } })
    expect(await copy.checkLogin({})).toMatchObject(isSignedIn(false))
  })

  it('error: a reset of a cancelled account offers the restoration, and starts no session', async () => {
    const { mobile, userId, client } = await world.registerMobile()
    await cancelByMobile(world, { client, mobile })
    const { client: visitor, reset } = await resetOf(mobile)
    expect(reset).toMatchObject({ code: 'account_cancelled' })
    expect(await visitor.checkLogin({})).toMatchObject(isSignedIn(false))
    const restored = await visitor.undoCancellation({ ticket: ticketIn(reset) })
    expect(restored).toMatchObject({ ok: true, data: { user_id: userId } })
    // The password was reset nevertheless.
    await world.secondSession({ mobile, password })
  })

  it('happy: viewing the link shows the account, however often it is opened, and changes nothing', async () => {
    const { email, userId } = await world.registerEmail()
    const username = (await world.storage.accounts.profile(userId))?.username
    const ticket = await linkTicket(email)
    const named = { ok: true, data: { username, email: 'p***@example.com' } }
    for (let scans = 0; scans < 3; scans += 1)
      expect(await world.person().resetTicketCheck({ ticket })).toMatchObject(named)
    expect(await world.person().resetPasswordByTicket({ ticket, password })).toMatchObject({ ok: true })
    expect(await world.person().resetTicketCheck({ ticket })).toMatchObject({ code: 'ticket_refused' })
  })
})
