import { expect, it } from 'vitest'
import { emailPurpose } from '#contract/terms/purposes'
import { CookieJar } from '#contract/wire/cookie-jar'
import { cancelByMobile, resetBy } from '#tests/account-api/addresses/binding/bindings'
import { describeWorlds, ticketIn } from '#tests/account-api/worlds/worlds'

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
    const visitor = world.person()
    expect(await visitor.resetPasswordByTicket({ ticket, password })).toMatchObject({ ok: true })
    expect(await visitor.checkLogin({})).toMatchObject({ data: { account: { user_id: userId } } })
    expect(await world.person().resetTicketCheck({ ticket })).toMatchObject({ code: 'ticket_refused' })
  })
})
