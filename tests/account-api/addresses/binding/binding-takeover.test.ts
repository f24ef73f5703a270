import { expect, it } from 'vitest'
import type { Client } from '#contract/client'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { dueAfter, hours } from '#tests/account-api/worlds/attacks'
import { dataOf, freshEmail, freshMobile, isInvalid, ticketIn } from '#tests/account-api/worlds/world'
import { describeWorlds } from '#tests/account-api/worlds/worlds'
import { otherThan } from '#tests/fixtures/messages/post-office'
import { emailCode, maskedMobile, mobileCode, newMobileCode, proveFactor, proveMobile } from './bindings'

const waits = { code: 'takeover_waits', data: { retry_after: 172_800 } }

describeWorlds('taking an address over on $name', (world) => {
  /** Proves a mobile that another account holds, and returns the ticket to take it over. */
  const takeoverTicket = async (client: Client, mobile: string): Promise<string> => {
    const code = await mobileCode(world, client, mobile)
    return ticketIn(await client.bindMobile({ mobile, code }))
  }

  /** A person with an email, who has proven the mobile of another account. */
  const taking = async () => {
    const [holder, person] = [await world.registerBoth(), await world.registerEmail()]
    const { client } = person
    const ticket = await takeoverTicket(client, holder.mobile)
    return { ...person, holder, ticket, take: () => client.switchBind({ mobile: holder.mobile, ticket }) }
  }

  it('happy: a code requested with unbind_exist asks the address’s other account at once', async () => {
    const [{ mobile }, { client }] = [await world.registerBoth(), await world.registerEmail()]
    dataOf(await client.sendCode({ mobile, type: mobilePurpose.bind, unbind_exist: 1 }))
    const code = await world.codeTo(mobile)
    expect(await client.bindMobile({ mobile, code, unbind_exist: 1 })).toMatchObject(waits)
  })

  it('error: unbind_exist is refused for a code that binds nothing', async () => {
    const { client, mobile } = await world.registerMobile()
    const { email } = await world.registerEmail()
    const unsupported = isInvalid('unbind_exist', 'unsupported')
    expect(await client.sendCode({ mobile, type: mobilePurpose.verifyOld, unbind_exist: 1 })).toMatchObject(unsupported)
    expect(await client.sendEmailCode({ email, type: emailPurpose.login, unbind_exist: 1 })).toMatchObject(unsupported)
  })

  it('happy: a proven mobile of another account can be taken over, and both accounts are notified', async () => {
    const { holder, email, userId, take, client } = await taking()
    const byPassword = await world.secondSession(holder)
    expect(await take()).toMatchObject(waits)
    expect(await world.addressesOf(holder.userId)).toMatchObject({ mobile: holder.mobile })
    expect(await world.toldLast(holder.email)).toMatchObject({ purpose: 'mobile_removal_asked' })
    await dueAfter(world, hours(48))
    const { mobile } = holder
    const masked = maskedMobile(mobile)
    await proveFactor(world, client, email)
    dataOf(await client.bindMobile({ mobile, code: await mobileCode(world, client, mobile) }))
    expect(await world.addressesOf(userId)).toMatchObject({ mobile, email })
    expect(await world.addressesOf(holder.userId)).toMatchObject({ mobile: null, email: holder.email })
    expect((await world.activityOf(holder.userId))[0]).toEqual(['mobile_removed', masked])
    expect((await world.activityOf(userId))[0]).toEqual(['mobile_bound', masked])
    expect(await world.toldLast(holder.email)).toMatchObject({ purpose: 'mobile_removed' })
    expect(await world.toldLast(email)).toMatchObject({ purpose: 'mobile_bound' })
    // The other account loses the sessions that began by the mobile.
    expect(await holder.client.checkLogin({})).toMatchObject({ data: { signed_in: false } })
    const stays = { data: { signed_in: true, account: { user_id: holder.userId } } }
    expect(await byPassword.checkLogin({})).toMatchObject(stays)
  })

  it('happy: proving the account by a code to the address also asks the address’s other account', async () => {
    const holder = await world.registerBoth()
    const { client, mobile } = await world.registerMobile()
    world.passMinutes(11)
    const ticket = await proveMobile(world, client, mobile)
    const code = await emailCode(world, client, holder.email)
    expect(await client.switchBind({ email: holder.email, code, ticket })).toMatchObject(waits)
  })

  const byTicket = async (client: Client, mobile: string) => {
    const ticket = await takeoverTicket(client, mobile)
    return () => client.switchBind({ mobile, ticket })
  }
  const inOneCall = async (client: Client, mobile: string) => {
    const code = await mobileCode(world, client, mobile)
    return () => client.bindMobile({ mobile, code, unbind_exist: 1 })
  }

  it.each([
    ['its ticket stays valid', byTicket],
    ['with unbind_exist=1 the code stays valid', inOneCall],
  ])('error: the last sign-in method of an account is not taken over, and %s', async (_what, taking) => {
    const holder = await world.registerMobileOnly()
    const { client, userId } = await world.registerEmail()
    const take = await taking(client, holder.mobile)
    expect(await take()).toMatchObject({ code: 'last_way', data: { of: 'other' } })
    expect((await world.addressesOf(userId)).mobile).toBeNull()
    expect((await world.addressesOf(holder.userId)).mobile).toBe(holder.mobile)
    const email = freshEmail()
    await holder.client.bindEmail({ email, code: await emailCode(world, holder.client, email) })
    expect(await take()).toMatchObject(waits)
  })

  it('error: a cancelled account keeps its last sign-in method, and its others until it is erased', async () => {
    const [alone, holder] = [await world.registerMobileOnly(), await world.registerBoth()]
    for (const { client, mobile } of [alone, holder]) {
      const cancel_ticket = await proveMobile(world, client, mobile, 'cancellation')
      dataOf(await client.cancelConfirm({ cancel_ticket }))
    }
    const { client } = await world.registerEmail()
    const take = async (mobile: string) => client.switchBind({ mobile, ticket: await takeoverTicket(client, mobile) })
    expect(await take(alone.mobile)).toMatchObject({ code: 'last_way', data: { of: 'other' } })
    expect(await take(holder.mobile)).toMatchObject({ code: 'takeover_waits', data: { retry_after: 30 * 86_400 } })
  })

  it('error: an account with a mobile cannot take over another one, and the ticket stays valid', async () => {
    const { client, take } = await taking()
    const own = freshMobile()
    await client.bindMobile({ mobile: own, code: await mobileCode(world, client, own) })
    expect(await take()).toMatchObject({ code: 'already_bound', data: { field: 'mobile' } })
    await client.unbindPlatform({ platform: 'mobile' })
    expect(await take()).toMatchObject(waits)
  })

  it('error: a takeover needs exactly one address', async () => {
    const { client, holder, ticket } = await taking()
    const refused = isInvalid('mobile', 'missing')
    expect(await client.switchBind({ ticket })).toMatchObject(refused)
    expect(await client.switchBind({ mobile: holder.mobile, email: holder.email, ticket })).toMatchObject(refused)
  })

  it('security: without a right code, the answer does not show whether another account has an address', async () => {
    const holder = await world.registerMobile()
    const free = freshMobile()
    const { client } = await world.registerEmail()
    const ask = async (mobile: string) => {
      const answers = []
      for (const unbind_exist of [0, 1]) {
        world.passMinutes(2)
        answers.push(await client.sendCode({ mobile, type: mobilePurpose.bind, unbind_exist }))
      }
      const wrong = otherThan(await world.codeTo(mobile))
      for (const unbind_exist of [0, 1]) answers.push(await client.bindMobile({ mobile, code: wrong, unbind_exist }))
      return JSON.stringify(answers, (key, value) => (['logId', 'mobile', 'sms_code_key'].includes(key) ? '' : value))
    }
    expect(await ask(holder.mobile)).toBe(await ask(free))
  })

  it('security: a ticket is valid for its own address, account and session, for 15 minutes, and once', async () => {
    const holder = await world.registerBoth()
    const person = await world.registerMobile()
    const thief = await world.registerEmail()
    await person.client.unbindPlatform({ platform: 'mobile', without_address: 1 })
    const email = freshEmail()
    await person.client.bindEmail({ email, code: await emailCode(world, person.client, email) })
    const session = await world.secondSession({ mobile: email, password: person.password })
    const ticket = await takeoverTicket(person.client, holder.mobile)
    const refused = { code: 'ticket_refused' }
    const { mobile } = holder
    expect(await thief.client.switchBind({ mobile, ticket })).toMatchObject(refused)
    expect(await session.switchBind({ mobile, ticket })).toMatchObject(refused)
    const unproven = (await world.registerBoth()).mobile
    expect(await person.client.switchBind({ mobile: unproven, ticket })).toMatchObject(refused)
    expect(await person.client.switchBind({ email: holder.email, ticket })).toMatchObject(refused)
    await holder.client.unbindPlatform({ platform: 'mobile' })
    expect(await person.client.switchBind({ mobile, ticket })).toMatchObject({ ok: true })
    await person.client.unbindPlatform({ platform: 'mobile' })
    expect(await person.client.switchBind({ mobile, ticket })).toMatchObject(refused)

    const other = await world.registerBoth()
    const late = await takeoverTicket(thief.client, other.mobile)
    world.passMinutes(15)
    expect(await thief.client.switchBind({ mobile: other.mobile, ticket: late })).toMatchObject(refused)
  })

  it('security: a ticket does not take the address from an account that has proven it since', async () => {
    const [{ holder, take }, second] = [await taking(), await world.registerEmail()]
    const later = await takeoverTicket(second.client, holder.mobile)
    await holder.client.unbindPlatform({ platform: 'mobile' })
    expect(await second.client.switchBind({ mobile: holder.mobile, ticket: later })).toMatchObject({ ok: true })
    expect(await take()).toMatchObject({ code: 'ticket_refused' })
    expect((await world.addressesOf(second.userId)).mobile).toBe(holder.mobile)
  })

  it('security: a takeover ticket proves nothing else, its code is used up, and a proof alone takes nothing over', async () => {
    const holder = await world.registerBoth()
    const { client, mobile } = await world.registerMobile()
    const held = await emailCode(world, client, holder.email)
    const taking = { email: holder.email, code: held }
    const takeover = ticketIn(await client.bindEmail(taking))
    expect(await client.bindEmail({ ...taking, unbind_exist: 1 })).toMatchObject({ code: 'code_used' })
    const email = freshEmail()
    const code = await emailCode(world, client, email)
    expect(await client.bindEmail({ email, code, verify_ticket: takeover })).toMatchObject({ code: 'ticket_refused' })
    const proof = await proveMobile(world, client, mobile)
    expect(await client.switchBind({ email: holder.email, ticket: proof })).toMatchObject({ code: 'ticket_refused' })
    expect(await client.switchBind({ email: holder.email, ticket: proof, code })).toMatchObject({ ok: false })
    expect((await world.addressesOf(holder.userId)).email).toBe(holder.email)
  })

  it('security: a sign-in code that was sent before an address moves signs in to the new account', async () => {
    const holder = await world.registerBoth()
    const { client, userId } = await world.registerMobile()
    const person = world.person()
    const login = await world.codeFor(holder.email, emailPurpose.login, person)
    const code = await emailCode(world, client, holder.email)
    await holder.client.unbindPlatform({ platform: 'email' })
    dataOf(await client.bindEmail({ email: holder.email, code }))
    const entered = await person.emailCodeLogin({ email: holder.email, code: login })
    expect(entered).toMatchObject({ ok: true, data: { user_id: userId } })
  })
})

describeWorlds('a change to a mobile of another account on $name', (world) => {
  /** A person proves the old mobile and then another account’s. Unless the account is old, two factors are proven. */
  const heldByOther = async ({ isOld = false } = {}) => {
    const [person, other] = [await world.registerBoth(), await world.registerBoth()]
    const gives = () => world.storage.accounts.unbind({ kind: 'mobile', value: other.mobile, accountId: other.userId })
    if (isOld) world.passMinutes(20)
    const ticket = await proveMobile(world, person.client, person.mobile)
    const code = await newMobileCode(world, person.client, { ticket, mobile: other.mobile })
    const answer = await person.client.rebindMobile({ ticket, mobile: other.mobile, code })
    const takeover = { mobile: other.mobile, ticket: ticketIn(answer), verify_ticket: ticket }
    return { ...person, other, gives, takeover }
  }

  it('happy: a change waits for the other account, then replaces the old address, and everybody is notified', async () => {
    const { client, userId, mobile, email, other, gives, takeover } = await heldByOther()
    expect(await client.switchBind(takeover)).toMatchObject(waits)
    expect(await world.addressesOf(other.userId)).toMatchObject({ mobile: other.mobile })
    await gives()
    expect(await client.switchBind(takeover)).toMatchObject({ ok: true, data: { mobile: maskedMobile(other.mobile) } })
    expect(await world.addressesOf(userId)).toMatchObject({ mobile: other.mobile, email })
    await world.expectTold('mobile_changed', mobile, email)
    expect(await client.switchBind(takeover)).toMatchObject({ code: 'ticket_refused' })
  })

  it('security: a change that takes over an address needs two factors, and cannot wait', async () => {
    const { client, userId, mobile, email, takeover } = await heldByOther({ isOld: true })
    const asked = await client.switchBind(takeover)
    const ways = [{ way: 'email' }, { way: 'password' }]
    expect(asked).toMatchObject({ code: 'second_verification_required', data: { ways } })
    expect(asked.data).not.toHaveProperty('wait_hours')
    expect(await world.addressesOf(userId)).toMatchObject({ mobile })
    await proveFactor(world, client, email)
    expect(await client.switchBind(takeover)).toMatchObject(waits)
  })

  it('security: a change that takes over a mobile needs proof of the old mobile, its own ticket, and both sessions', async () => {
    const { client, mobile, password, takeover } = await heldByOther()
    const { ticket, verify_ticket } = takeover
    const refused = { code: 'ticket_refused' }
    expect(await client.switchBind({ ...takeover, verify_ticket: ticket })).toMatchObject(refused)
    expect(await client.switchBind({ ...takeover, ticket: verify_ticket })).toMatchObject(refused)
    expect(await client.switchBind({ ...takeover, mobile: freshMobile() })).toMatchObject(refused)
    const elsewhere = await world.secondSession({ mobile, password })
    expect(await elsewhere.switchBind(takeover)).toMatchObject(refused)
    // Without the proof it is a takeover for an account that has no mobile.
    expect(await client.switchBind({ mobile: takeover.mobile, ticket })).toMatchObject({ code: 'already_bound' })
    expect(await client.switchBind(takeover)).toMatchObject(waits)
  })
})
