import { describe, expect, it } from 'vitest'
import { CookieJar } from '../../contract/cookie-jar'
import { emailPurpose, mobilePurpose } from '../../contract/purposes'
import { databases } from '../fixtures/databases'
import { otherThan } from '../fixtures/post-office'
import {
  activityOf,
  emailCode,
  maskedMobile,
  mobileCode,
  profileOf,
  proveEmail,
  proveMobile,
  registerMobileOnly,
  secondSession,
  toldLast,
} from './bindings'
import { freshEmail, freshMobile, goodPassword, registerBoth, registerEmail, registerMobile, worldOn } from './world'

describe.each(databases)('binding an address on $name', (database) => {
  const world = worldOn(database)

  it('happy: a proven mobile is bound, signs in, and both addresses are notified', async () => {
    const { client, email, userId } = await registerEmail(world)
    const mobile = freshMobile()
    const code = await mobileCode(world, client, mobile)
    expect(await client.bindMobile({ mobile, code })).toMatchObject({
      ok: true,
      data: { mobile: maskedMobile(mobile) },
    })
    expect((await activityOf(world, userId))[0]).toEqual(['mobile_bound', maskedMobile(mobile)])
    for (const address of [email, mobile])
      expect(await toldLast(world, address)).toMatchObject({ purpose: 'mobile_bound' })
    const person = world.person()
    await person.sendCode({ mobile, type: mobilePurpose.login })
    expect(await person.smsLoginOnly({ mobile, code: await world.codeTo(mobile) })).toMatchObject({
      data: { user_id: userId },
    })
  })

  it('happy: a proven email is bound, signs in, and both addresses are notified', async () => {
    const { client, mobile, userId } = await registerMobile(world)
    const email = freshEmail()
    const code = await emailCode(world, client, email)
    expect(await client.bindEmail({ email, code })).toMatchObject({ ok: true, data: { email: 'p***@example.com' } })
    expect((await activityOf(world, userId))[0]).toEqual(['email_bound', 'p***@example.com'])
    for (const address of [mobile, email])
      expect(await toldLast(world, address)).toMatchObject({ purpose: 'email_bound' })
    expect(await world.person().emailLogin({ email, password: goodPassword })).toMatchObject({
      data: { user_id: userId },
    })
  })

  it('happy: the purposes 17 and 8 are the same', async () => {
    const { client } = await registerEmail(world)
    const mobile = freshMobile()
    await client.sendCode({ mobile, type: mobilePurpose.bindAfterLogin })
    expect(await client.bindMobile({ mobile, code: await world.codeTo(mobile) })).toMatchObject({ ok: true })
  })

  it('happy: messages are in the language of the account', async () => {
    const client = world.person({ language: 'zh-CN' })
    const mobile = freshMobile()
    await client.sendCode({ mobile, type: mobilePurpose.register })
    await client.registerByMobile({ mobile, code: await world.codeTo(mobile) })
    const email = freshEmail()
    await client.bindEmail({ email, code: await emailCode(world, client, email) })
    expect((await toldLast(world, mobile))?.body).toContain('邮箱 p***@example.com 已绑定到你的账号')
  })

  it('happy: binding an unproven email proves it', async () => {
    const { client, email, userId } = await registerUnverified()
    expect(await client.bindEmail({ email, code: await emailCode(world, client, email) })).toMatchObject({ ok: true })
    expect(await profileOf(world, userId)).toEqual({ mobile: null, email, unverifiedEmail: null })
  })

  it('happy: binding an email ends the account’s claim to another, and the claims of others to it', async () => {
    const claimant = await registerUnverified()
    const { client, userId } = await registerUnverified()
    const code = await emailCode(world, client, claimant.email)
    expect(await client.bindEmail({ email: claimant.email, code })).toMatchObject({ ok: true })
    expect(await profileOf(world, userId)).toMatchObject({ email: claimant.email, unverifiedEmail: null })
    expect(await profileOf(world, claimant.userId)).toMatchObject({ email: null, unverifiedEmail: null })
  })

  /** Registers an account with an unproven email. */
  const registerUnverified = async () => {
    const email = freshEmail()
    const options = { address: '203.0.113.50', jar: new CookieJar() }
    const registered = await world.insist(options, (client) =>
      client.registerByEmailUnverified({ email, password: goodPassword }),
    )
    if (!registered.ok) throw new Error(`not registered: ${registered.code}`)
    return { email, client: world.person({ jar: options.jar }), userId: registered.data.user_id }
  }

  it('happy: when the proof is old, a ticket for an own address or a second verification replaces it', async () => {
    const byMobile = await registerMobile(world)
    const bySecond = await registerMobile(world)
    world.passMinutes(11)
    const [one, other] = [freshEmail(), freshEmail()]
    const ticket = await proveMobile(world, byMobile.client, byMobile.mobile)
    const code = await emailCode(world, byMobile.client, one)
    expect(await byMobile.client.bindEmail({ email: one, code, verify_ticket: ticket })).toMatchObject({ ok: true })

    const otherCode = await emailCode(world, bySecond.client, other)
    const asked = await bySecond.client.bindEmail({ email: other, code: otherCode })
    if (asked.ok || asked.code !== 'second_verification_required') throw new Error('not asked')
    expect(asked.data.ways).toMatchObject([{ way: 'mobile' }, { way: 'password' }])
    const key = asked.data.sms_code_key
    const proven = await bySecond.client.verifySecond({ sms_code_key: key, way: 'password', code: goodPassword })
    expect(
      await bySecond.client.bindEmail({
        email: other,
        code: otherCode,
        verify_ticket: proven.ok ? proven.data.verify_ticket : '',
      }),
    ).toMatchObject({ ok: true })
  })

  it('error: an old proof needs a second verification, and the code stays valid', async () => {
    const { client } = await registerMobile(world)
    world.passMinutes(11)
    const email = freshEmail()
    const code = await emailCode(world, client, email)
    const asked = await client.bindEmail({ email, code })
    if (asked.ok || asked.code !== 'second_verification_required') throw new Error('not asked')
    const key = asked.data.sms_code_key
    await client.verifySecond({ sms_code_key: key, way: 'password', code: goodPassword })
    expect(await client.bindEmail({ email, code })).toMatchObject({ ok: true })
  })

  it('error: an account with a mobile can neither get a code for another one nor bind it', async () => {
    const { client, mobile, userId } = await registerMobile(world)
    const other = await registerEmail(world)
    const wanted = freshMobile()
    expect(await client.sendCode({ mobile: wanted, type: mobilePurpose.bind })).toMatchObject({
      code: 'already_bound',
      data: { field: 'mobile' },
    })
    const code = await mobileCode(world, other.client, wanted)
    expect(await client.bindMobile({ mobile: wanted, code })).toMatchObject({
      code: 'already_bound',
      data: { field: 'mobile' },
    })
    expect((await profileOf(world, userId)).mobile).toBe(mobile)
    expect(await other.client.bindMobile({ mobile: wanted, code })).toMatchObject({ ok: true })
  })

  it('error: binding the current address answers already_bound', async () => {
    const { client, email } = await registerEmail(world)
    expect(await client.sendEmailCode({ email, type: emailPurpose.bind })).toMatchObject({
      code: 'already_bound',
      data: { field: 'email' },
    })
    expect(await client.bindEmail({ email, code: '123456' })).toMatchObject({ code: 'already_bound' })
  })

  it('error: a wrong code costs a try, and the ticket stays valid', async () => {
    const { client, mobile, userId } = await registerMobile(world)
    world.passMinutes(11)
    const ticket = await proveMobile(world, client, mobile)
    const email = freshEmail()
    const code = await emailCode(world, client, email)
    expect(await client.bindEmail({ email, code: otherThan(code), verify_ticket: ticket })).toMatchObject({
      code: 'code_wrong',
      data: { field: 'code', tries_left: 4 },
    })
    expect(await profileOf(world, userId)).toMatchObject({ email: null })
    expect(await client.bindEmail({ email, code, verify_ticket: ticket })).toMatchObject({ ok: true })
  })

  it('error: the fifth wrong code locks, and a code expires after 10 minutes', async () => {
    const { client } = await registerMobile(world)
    const email = freshEmail()
    const code = await emailCode(world, client, email)
    for (let tries = 1; tries < 5; tries++) await client.bindEmail({ email, code: otherThan(code) })
    expect(await client.bindEmail({ email, code: otherThan(code) })).toMatchObject({ code: 'code_locked' })
    expect(await client.bindEmail({ email, code })).toMatchObject({ code: 'code_locked' })

    const late = await registerMobile(world)
    const lateEmail = freshEmail()
    const lateCode = await emailCode(world, late.client, lateEmail)
    world.passMinutes(10)
    const ticket = await proveMobile(world, late.client, late.mobile)
    expect(await late.client.bindEmail({ email: lateEmail, code: lateCode, verify_ticket: ticket })).toMatchObject({
      code: 'code_expired',
    })
  })

  it('error: binding and the code for it need a session', async () => {
    const person = world.person()
    const email = freshEmail()
    expect(await person.sendEmailCode({ email, type: emailPurpose.bind })).toMatchObject({ code: 'not_signed_in' })
    expect(await person.bindEmail({ email, code: '123456' })).toMatchObject({ code: 'not_signed_in' })
  })

  it('security: the code of one address binds no other, and stays valid for its own', async () => {
    const { client, userId } = await registerMobile(world)
    const [proven, submitted] = [freshEmail(), freshEmail()]
    const code = await emailCode(world, client, proven)
    await client.sendEmailCode({ email: submitted, type: emailPurpose.bind })
    if (code !== (await world.codeTo(submitted)))
      expect(await client.bindEmail({ email: submitted, code })).toMatchObject({ code: 'code_wrong' })
    expect((await profileOf(world, userId)).email).toBeNull()
    expect(await client.bindEmail({ email: proven, code })).toMatchObject({ ok: true })
  })

  it('security: a code for another purpose binds nothing', async () => {
    const { client } = await registerEmail(world)
    const mobile = freshMobile()
    for (const type of [mobilePurpose.register, mobilePurpose.login]) {
      await client.sendCode({ mobile, type })
      expect(await client.bindMobile({ mobile, code: await world.codeTo(mobile) })).toMatchObject({
        code: 'code_expired',
      })
    }
  })

  it('security: a ticket of another account, session or purpose, an expired or a used one is no proof', async () => {
    const person = await registerMobile(world)
    const other = await registerMobile(world)
    world.passMinutes(11)
    const email = freshEmail()
    const session = await secondSession(world, person)
    const ofOther = await proveMobile(world, other.client, other.mobile)
    const ofSession = await proveMobile(world, session, person.mobile)
    const old = await proveMobile(world, person.client, person.mobile)
    world.passMinutes(15)
    await session.sendEmailCode({ email, type: emailPurpose.bind })
    const validated = await world.person().validateEmailCode({
      email,
      code: await world.codeTo(email),
      type: emailPurpose.bind,
    })
    const ofPurpose = validated.ok ? validated.data.ticket : ''
    const code = await emailCode(world, person.client, email)
    for (const verify_ticket of [ofOther, ofSession, old, ofPurpose, 'no ticket of anybody'])
      expect(await person.client.bindEmail({ email, code, verify_ticket })).toMatchObject({ code: 'ticket_refused' })

    const ticket = await proveMobile(world, person.client, person.mobile)
    expect(await person.client.bindEmail({ email, code, verify_ticket: ticket })).toMatchObject({ ok: true })
    expect(await person.client.unbindPlatform({ platform: 'email', verify_ticket: ticket })).toMatchObject({
      code: 'ticket_refused',
    })
  })

  it('security: an attempt with a ticket of another account does not use it up', async () => {
    const person = await registerMobile(world)
    const thief = await registerMobile(world)
    world.passMinutes(11)
    const ticket = await proveMobile(world, person.client, person.mobile)
    const [email, stolen] = [freshEmail(), freshEmail()]
    const stolenCode = await emailCode(world, thief.client, stolen)
    expect(await thief.client.bindEmail({ email: stolen, code: stolenCode, verify_ticket: ticket })).toMatchObject({
      code: 'ticket_refused',
    })
    const code = await emailCode(world, person.client, email)
    expect(await person.client.bindEmail({ email, code, verify_ticket: ticket })).toMatchObject({ ok: true })
  })
})

describe.each(databases)('unbinding a sign-in method on $name', (database) => {
  const world = worldOn(database)

  it('happy: an unbound mobile is free again, and it and the email are notified', async () => {
    const { client, mobile, email, userId } = await registerBoth(world)
    expect(await client.unbindPlatform({ platform: 'mobile' })).toMatchObject({ ok: true, data: { done: true } })
    expect(await profileOf(world, userId)).toMatchObject({ mobile: null, email })
    expect((await activityOf(world, userId))[0]).toEqual(['mobile_removed', maskedMobile(mobile)])
    for (const address of [mobile, email])
      expect(await toldLast(world, address)).toMatchObject({ purpose: 'mobile_removed' })
    expect((await registerMobile(world, { mobile })).userId).not.toBe(userId)
  })

  it('happy: an email is unbound, with a ticket when the proof is old', async () => {
    const { client, email, userId } = await registerBoth(world)
    world.passMinutes(11)
    expect(await client.unbindPlatform({ platform: 'email' })).toMatchObject({ code: 'second_verification_required' })
    const ticket = await proveEmail(world, client, email)
    expect(await client.unbindPlatform({ platform: 'email', verify_ticket: ticket })).toMatchObject({ ok: true })
    expect((await profileOf(world, userId)).email).toBeNull()
  })

  it('happy: the password with the username is a sign-in method, so the mobile can be unbound', async () => {
    const { client } = await registerMobile(world)
    const info = await client.accountInfo({})
    expect(await client.unbindPlatform({ platform: 'mobile', without_address: 1 })).toMatchObject({ ok: true })
    const username = info.ok ? info.data.username : ''
    expect(await world.person().passwordLogin({ username, password: goodPassword })).toMatchObject({ ok: true })
  })

  it('error: the last sign-in method cannot be unbound, and the ticket stays valid', async () => {
    const { client, mobile, userId } = await registerMobileOnly(world)
    world.passMinutes(11)
    const ticket = await proveMobile(world, client, mobile)
    const unbind = () => client.unbindPlatform({ platform: 'mobile', verify_ticket: ticket })
    expect(await unbind()).toMatchObject({ code: 'last_way', data: { of: 'own' } })
    expect((await profileOf(world, userId)).mobile).toBe(mobile)
    expect(await activityOf(world, userId)).toHaveLength(1)
    const email = freshEmail()
    const code = await emailCode(world, client, email)
    expect(await client.bindEmail({ email, code, verify_ticket: ticket })).toMatchObject({ ok: true })
  })

  it('error: what is not bound cannot be unbound', async () => {
    const { client } = await registerMobile(world)
    expect(await client.unbindPlatform({ platform: 'email' })).toMatchObject({
      code: 'nothing_bound',
      data: { field: 'email' },
    })
    for (const platform of ['example', 'password', 'username'])
      expect(await client.unbindPlatform({ platform })).toMatchObject({
        code: 'nothing_bound',
        data: { field: 'platform' },
      })
  })

  it('security: the code and the ticket of an unbound address prove nothing', async () => {
    const { client, mobile, email } = await registerBoth(world)
    const ticket = await proveMobile(world, client, mobile)
    await client.sendCode({ mobile, type: mobilePurpose.verifyOld })
    const code = await world.codeTo(mobile)
    await client.unbindPlatform({ platform: 'mobile' })
    expect(await client.verifyMobile({ code, type: mobilePurpose.verifyOld })).toMatchObject({ code: 'code_expired' })
    expect(await client.unbindPlatform({ platform: 'email', verify_ticket: ticket })).toMatchObject({
      code: 'ticket_refused',
    })
    await world.person().sendEmailCode({ email, type: emailPurpose.login })
    expect(await world.person().emailCodeLogin({ email, code: await world.codeTo(email) })).toMatchObject({ ok: true })
  })
})
