import { describe, expect, it } from 'vitest'
import type { Client } from '../../contract/client'
import { emailPurpose } from '../../contract/purposes'
import { databases } from '../fixtures/databases'
import { otherThan } from '../fixtures/post-office'
import {
  activityOf,
  emailCode,
  maskedMobile,
  mobileCode,
  profileOf,
  proveMobile,
  registerMobileOnly,
  secondSession,
  toldLast,
} from './bindings'
import { freshEmail, freshMobile, registerBoth, registerEmail, registerMobile, worldOn } from './world'

describe.each(databases)('taking an address over on $name', (database) => {
  const world = worldOn(database)

  /** Proves a mobile that another account holds, and answers the ticket to take it over. */
  const takeoverTicket = async (client: Client, mobile: string): Promise<string> => {
    const code = await mobileCode(world, client, mobile)
    const answer = await client.bindMobile({ mobile, code })
    if (answer.ok || answer.code !== 'held_by_other') throw new Error('no other account has it')
    return answer.data.ticket ?? ''
  }

  it('happy: a proven mobile of another account can be taken over', async () => {
    const holder = await registerBoth(world)
    const { client, email, userId } = await registerEmail(world)
    const ticket = await takeoverTicket(client, holder.mobile)
    expect(await profileOf(world, holder.userId)).toMatchObject({ mobile: holder.mobile })
    expect(await client.switchBind({ mobile: holder.mobile, ticket })).toMatchObject({
      ok: true,
      data: { mobile: maskedMobile(holder.mobile), email: 'p***@example.com' },
    })
    expect(await profileOf(world, userId)).toMatchObject({ mobile: holder.mobile, email })
    expect(await profileOf(world, holder.userId)).toMatchObject({ mobile: null, email: holder.email })
  })

  it('happy: a takeover is recorded in both accounts, every address is notified, and sessions that began by it end', async () => {
    const holder = await registerBoth(world)
    const byPassword = await secondSession(world, holder)
    const { client, email, userId } = await registerEmail(world)
    await client.switchBind({ mobile: holder.mobile, ticket: await takeoverTicket(client, holder.mobile) })
    const masked = maskedMobile(holder.mobile)
    expect((await activityOf(world, holder.userId))[0]).toEqual(['mobile_removed', masked])
    expect((await activityOf(world, userId))[0]).toEqual(['mobile_bound', masked])
    expect(await toldLast(world, holder.email)).toMatchObject({ purpose: 'mobile_removed' })
    const toTheMobile = (await world.storage.outbox.newest(holder.mobile, 2)).map(({ purpose }) => purpose)
    expect(toTheMobile.sort()).toEqual(['mobile_bound', 'mobile_removed'])
    expect(await toldLast(world, email)).toMatchObject({ purpose: 'mobile_bound' })
    expect(await holder.client.checkLogin({})).toMatchObject({ data: { signed_in: false } })
    expect(await byPassword.checkLogin({})).toMatchObject({
      data: { signed_in: true, account: { user_id: holder.userId } },
    })
  })

  it('happy: unbind_exist=1 takes an address over at once', async () => {
    const holder = await registerEmail(world)
    const { client, userId } = await registerMobile(world)
    const code = await emailCode(world, client, holder.email)
    expect(await client.bindEmail({ email: holder.email, code, unbind_exist: 1 })).toMatchObject({ ok: true })
    expect((await profileOf(world, userId)).email).toBe(holder.email)
    expect((await profileOf(world, holder.userId)).email).toBeNull()
  })

  it('happy: a proof of the account with a code for the address takes it over too', async () => {
    const holder = await registerEmail(world)
    const { client, mobile, userId } = await registerMobile(world)
    world.passMinutes(11)
    const ticket = await proveMobile(world, client, mobile)
    const code = await emailCode(world, client, holder.email)
    expect(await client.switchBind({ email: holder.email, code, ticket })).toMatchObject({ ok: true })
    expect((await profileOf(world, userId)).email).toBe(holder.email)
  })

  it('happy: an address that the other account has unbound meanwhile is simply bound', async () => {
    const holder = await registerBoth(world)
    const { client } = await registerEmail(world)
    const ticket = await takeoverTicket(client, holder.mobile)
    await holder.client.unbindPlatform({ platform: 'mobile' })
    expect(await client.switchBind({ mobile: holder.mobile, ticket })).toMatchObject({ ok: true })
  })

  it('error: the last sign-in method of an account is not taken over, and the ticket stays valid', async () => {
    const holder = await registerMobileOnly(world)
    const { client, userId } = await registerEmail(world)
    const ticket = await takeoverTicket(client, holder.mobile)
    const take = () => client.switchBind({ mobile: holder.mobile, ticket })
    expect(await take()).toMatchObject({ code: 'last_way', data: { of: 'other' } })
    expect((await profileOf(world, userId)).mobile).toBeNull()
    expect((await profileOf(world, holder.userId)).mobile).toBe(holder.mobile)
    const email = freshEmail()
    await holder.client.bindEmail({ email, code: await emailCode(world, holder.client, email) })
    expect(await take()).toMatchObject({ ok: true })
  })

  it('error: unbind_exist=1 does not take over a last sign-in method either, and the code stays valid', async () => {
    const holder = await registerMobileOnly(world)
    const { client } = await registerEmail(world)
    const code = await mobileCode(world, client, holder.mobile)
    const take = () => client.bindMobile({ mobile: holder.mobile, code, unbind_exist: 1 })
    expect(await take()).toMatchObject({ code: 'last_way', data: { of: 'other' } })
    const email = freshEmail()
    await holder.client.bindEmail({ email, code: await emailCode(world, holder.client, email) })
    expect(await take()).toMatchObject({ ok: true })
  })

  it('error: a cancelled account keeps its last sign-in method, and loses others, like any account', async () => {
    const [alone, holder] = [await registerMobileOnly(world), await registerBoth(world)]
    for (const { client, mobile } of [alone, holder]) {
      const cancel_ticket = await proveMobile(world, client, mobile, 'cancellation')
      expect(await client.cancelConfirm({ cancel_ticket })).toMatchObject({ ok: true })
    }
    const { client } = await registerEmail(world)
    const take = async (mobile: string) => client.switchBind({ mobile, ticket: await takeoverTicket(client, mobile) })
    expect(await take(alone.mobile)).toMatchObject({ code: 'last_way', data: { of: 'other' } })
    expect(await take(holder.mobile)).toMatchObject({ ok: true })
    expect(await toldLast(world, holder.email)).toMatchObject({ purpose: 'mobile_removed' })
  })

  it('error: an account with a mobile cannot take over another one, and the ticket stays valid', async () => {
    const holder = await registerBoth(world)
    const { client } = await registerEmail(world)
    const ticket = await takeoverTicket(client, holder.mobile)
    const own = freshMobile()
    await client.bindMobile({ mobile: own, code: await mobileCode(world, client, own) })
    const take = () => client.switchBind({ mobile: holder.mobile, ticket })
    expect(await take()).toMatchObject({ code: 'already_bound', data: { field: 'mobile' } })
    await client.unbindPlatform({ platform: 'mobile' })
    expect(await take()).toMatchObject({ ok: true })
  })

  it('error: an old proof needs a second verification, and the ticket stays valid', async () => {
    const holder = await registerBoth(world)
    const { client, password } = await registerEmail(world)
    const ticket = await takeoverTicket(client, holder.mobile)
    world.passMinutes(11)
    const asked = await client.switchBind({ mobile: holder.mobile, ticket })
    if (asked.ok || asked.code !== 'second_verification_required') throw new Error('not asked')
    await client.verifySecond({ sms_code_key: asked.data.sms_code_key, way: 'password', code: password })
    expect(await client.switchBind({ mobile: holder.mobile, ticket })).toMatchObject({ ok: true })
  })

  it('error: a takeover needs exactly one address', async () => {
    const holder = await registerBoth(world)
    const { client } = await registerEmail(world)
    const ticket = await takeoverTicket(client, holder.mobile)
    const refused = { code: 'invalid_input', data: { fields: [{ field: 'mobile', reason: 'missing' }] } }
    expect(await client.switchBind({ ticket })).toMatchObject(refused)
    expect(await client.switchBind({ mobile: holder.mobile, email: holder.email, ticket })).toMatchObject(refused)
  })

  it('security: without a right code nobody learns whether another account holds an address', async () => {
    const holder = await registerMobile(world)
    const free = freshMobile()
    const { client } = await registerEmail(world)
    const ask = async (mobile: string) => {
      const sent = await client.sendCode({ mobile, type: 17 })
      const wrong = otherThan(await world.codeTo(mobile))
      const answers = [sent]
      for (const unbind_exist of [0, 1])
        answers.push((await client.bindMobile({ mobile, code: wrong, unbind_exist })) as never)
      return JSON.stringify(answers, (key, value) => (['logId', 'mobile', 'sms_code_key'].includes(key) ? '' : value))
    }
    expect(await ask(holder.mobile)).toBe(await ask(free))
  })

  it('security: a ticket is valid for its own address, account and session, for 15 minutes, and once', async () => {
    const holder = await registerBoth(world)
    const person = await registerMobile(world)
    const thief = await registerEmail(world)
    await person.client.unbindPlatform({ platform: 'mobile', without_address: 1 })
    const email = freshEmail()
    await person.client.bindEmail({ email, code: await emailCode(world, person.client, email) })
    const session = await secondSession(world, { mobile: email, password: person.password })
    const ticket = await takeoverTicket(person.client, holder.mobile)
    const refused = { code: 'ticket_refused' }
    const { mobile } = holder
    expect(await thief.client.switchBind({ mobile, ticket })).toMatchObject(refused)
    expect(await session.switchBind({ mobile, ticket })).toMatchObject(refused)
    expect(await person.client.switchBind({ mobile: (await registerBoth(world)).mobile, ticket })).toMatchObject(
      refused,
    )
    expect(await person.client.switchBind({ email: holder.email, ticket })).toMatchObject(refused)
    expect(await person.client.switchBind({ mobile, ticket })).toMatchObject({ ok: true })
    await person.client.unbindPlatform({ platform: 'mobile' })
    expect(await person.client.switchBind({ mobile, ticket })).toMatchObject(refused)

    const other = await registerBoth(world)
    const late = await takeoverTicket(thief.client, other.mobile)
    world.passMinutes(15)
    expect(await thief.client.switchBind({ mobile: other.mobile, ticket: late })).toMatchObject(refused)
  })

  it('security: a ticket does not take the address from an account that has proven it since', async () => {
    const holder = await registerBoth(world)
    const [first, second] = [await registerEmail(world), await registerEmail(world)]
    const ticket = await takeoverTicket(first.client, holder.mobile)
    const later = await takeoverTicket(second.client, holder.mobile)
    expect(await second.client.switchBind({ mobile: holder.mobile, ticket: later })).toMatchObject({ ok: true })
    expect(await first.client.switchBind({ mobile: holder.mobile, ticket })).toMatchObject({ code: 'ticket_refused' })
    expect((await profileOf(world, second.userId)).mobile).toBe(holder.mobile)
  })

  it('security: a takeover ticket is no proof, and a proof alone takes nothing over', async () => {
    const holder = await registerBoth(world)
    const { client, mobile } = await registerMobile(world)
    const takeover = await (async () => {
      const code = await emailCode(world, client, holder.email)
      const answer = await client.bindEmail({ email: holder.email, code })
      return !answer.ok && answer.code === 'held_by_other' ? (answer.data.ticket ?? '') : ''
    })()
    expect(takeover).not.toBe('')
    const email = freshEmail()
    const code = await emailCode(world, client, email)
    expect(await client.bindEmail({ email, code, verify_ticket: takeover })).toMatchObject({ code: 'ticket_refused' })
    const proof = await proveMobile(world, client, mobile)
    expect(await client.switchBind({ email: holder.email, ticket: proof })).toMatchObject({ code: 'ticket_refused' })
    expect(await client.switchBind({ email: holder.email, ticket: proof, code })).toMatchObject({ ok: false })
    expect((await profileOf(world, holder.userId)).email).toBe(holder.email)
  })

  it('security: the code that revealed the other account is used up', async () => {
    const holder = await registerBoth(world)
    const { client } = await registerMobile(world)
    const code = await emailCode(world, client, holder.email)
    expect(await client.bindEmail({ email: holder.email, code })).toMatchObject({ code: 'held_by_other' })
    expect(await client.bindEmail({ email: holder.email, code, unbind_exist: 1 })).toMatchObject({ code: 'code_used' })
  })

  it('security: a sign-in code that was sent before a takeover signs in to the new account', async () => {
    const holder = await registerBoth(world)
    const { client, userId } = await registerMobile(world)
    const person = world.person()
    await person.sendEmailCode({ email: holder.email, type: emailPurpose.login })
    const login = await world.codeTo(holder.email)
    const code = await emailCode(world, client, holder.email)
    await client.bindEmail({ email: holder.email, code, unbind_exist: 1 })
    const entered = await person.emailCodeLogin({ email: holder.email, code: login })
    expect(entered).toMatchObject({ ok: true, data: { user_id: userId } })
  })
})
