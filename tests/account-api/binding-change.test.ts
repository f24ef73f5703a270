import { describe, expect, it } from 'vitest'
import { CookieJar } from '../../contract/cookie-jar'
import { emailPurpose, mobilePurpose } from '../../contract/purposes'
import { databases } from '../fixtures/databases'
import { otherThan } from '../fixtures/post-office'
import {
  activityOf,
  maskedMobile,
  newEmailCode,
  newMobileCode,
  profileOf,
  proveEmail,
  proveFactor,
  proveMobile,
  secondSession,
  toldLast,
} from './bindings'
import { freshEmail, freshMobile, goodPassword, registerBoth, registerEmail, registerMobile, worldOn } from './world'

describe.each(databases)('rebinding an address on $name', (database) => {
  const world = worldOn(database)

  /** A person with a proven mobile, the new mobile to bind, and its code. */
  const changing = async () => {
    const person = await registerMobile(world)
    const ticket = await proveMobile(world, person.client, person.mobile)
    const wanted = freshMobile()
    const code = await newMobileCode(world, person.client, { ticket, mobile: wanted })
    return { ...person, ticket, wanted, code }
  }

  it('happy: a new mobile replaces the old one, and both of them and the email are notified', async () => {
    const { client, mobile, email, userId } = await registerBoth(world)
    const ticket = await proveMobile(world, client, mobile)
    const wanted = freshMobile()
    const code = await newMobileCode(world, client, { ticket, mobile: wanted })
    expect(await client.rebindMobile({ ticket, mobile: wanted, code })).toMatchObject({
      ok: true,
      data: { mobile: maskedMobile(wanted) },
    })
    expect(await profileOf(world, userId)).toMatchObject({ mobile: wanted, email })
    const detail = `${maskedMobile(mobile)} → ${maskedMobile(wanted)}`
    expect((await activityOf(world, userId))[0]).toEqual(['mobile_changed', detail])
    for (const address of [mobile, wanted, email]) {
      const told = await toldLast(world, address)
      expect(told).toMatchObject({ purpose: 'mobile_changed' })
      expect(told?.body).toContain(detail)
      expect(told?.body).not.toContain(wanted)
    }
  })

  it('happy: a new email replaces the old one and ends claims to it', async () => {
    const { client, email, userId } = await registerEmail(world)
    const wanted = freshEmail()
    const claimed = await world.insist({ address: '203.0.113.60', jar: new CookieJar() }, (person) =>
      person.registerByEmailUnverified({ email: wanted, password: goodPassword }),
    )
    const ticket = await proveEmail(world, client, email)
    const code = await newEmailCode(world, client, { ticket, email: wanted })
    expect(await client.rebindEmail({ ticket, email: wanted, code })).toMatchObject({
      ok: true,
      data: { email: 'p***@example.com' },
    })
    expect((await profileOf(world, userId)).email).toBe(wanted)
    expect((await profileOf(world, claimed.ok ? claimed.data.user_id : '')).unverifiedEmail).toBeNull()
    for (const address of [email, wanted])
      expect(await toldLast(world, address)).toMatchObject({ purpose: 'email_changed' })
  })

  it('happy: purpose 28 proves the old mobile like 22, and sessions that began by the password stay', async () => {
    const { client, mobile, password, userId } = await registerMobile(world)
    const other = await secondSession(world, { mobile, password })
    await client.sendCode({ mobile, type: mobilePurpose.verifyOldForChange })
    const proven = await client.verifyMobile({
      code: await world.codeTo(mobile),
      type: mobilePurpose.verifyOldForChange,
    })
    const ticket = proven.ok ? proven.data.verify_ticket : ''
    const wanted = freshMobile()
    const code = await newMobileCode(world, client, { ticket, mobile: wanted })
    expect(await client.rebindMobile({ ticket, mobile: wanted, code })).toMatchObject({ ok: true })
    expect(await other.checkLogin({})).toMatchObject({ data: { signed_in: true, account: { user_id: userId } } })
  })

  it('happy: the old mobile is free again and no longer signs in to the account', async () => {
    const { client, mobile, wanted, ticket, code, userId } = await changing()
    await client.rebindMobile({ ticket, mobile: wanted, code })
    const person = world.person()
    expect(await person.accountLoginV2({ account: mobile, password: goodPassword })).toMatchObject({
      code: 'wrong_credentials',
    })
    expect((await registerMobile(world, { mobile })).userId).not.toBe(userId)
  })

  it('error: a wrong code costs a try, and the ticket stays valid', async () => {
    const { client, wanted, ticket, code } = await changing()
    expect(await client.rebindMobile({ ticket, mobile: wanted, code: otherThan(code) })).toMatchObject({
      code: 'code_wrong',
      data: { tries_left: 4 },
    })
    expect(await client.rebindMobile({ ticket, mobile: wanted, code })).toMatchObject({ ok: true })
  })

  it('error: a proven mobile of another account is refused, and the ticket stays valid for another mobile', async () => {
    const { client, mobile, userId, ticket, wanted, code } = await changing()
    const holder = await registerMobile(world)
    const heldCode = await newMobileCode(world, client, { ticket, mobile: holder.mobile })
    expect(await client.rebindMobile({ ticket, mobile: holder.mobile, code: otherThan(heldCode) })).toMatchObject({
      code: 'code_wrong',
    })
    const refused = await client.rebindMobile({ ticket, mobile: holder.mobile, code: heldCode })
    expect(refused).toMatchObject({ code: 'held_by_other', data: { field: 'mobile' } })
    expect((await profileOf(world, userId)).mobile).toBe(mobile)
    expect((await profileOf(world, holder.userId)).mobile).toBe(holder.mobile)
    expect(await client.rebindMobile({ ticket, mobile: wanted, code })).toMatchObject({ ok: true })
  })

  it('error: the current mobile is refused as the same', async () => {
    const { client, mobile, ticket } = await changing()
    const same = { code: 'invalid_input', data: { fields: [{ field: 'mobile', reason: 'same' }] } }
    expect(await client.sendCode({ mobile, type: mobilePurpose.changeToNew, ticket })).toMatchObject(same)
    expect(await client.rebindMobile({ ticket, mobile, code: '123456' })).toMatchObject(same)
  })

  it('error: an account without a mobile cannot rebind it', async () => {
    const { client, email } = await registerEmail(world)
    const ticket = await proveEmail(world, client, email)
    const nothing = { code: 'nothing_bound', data: { field: 'mobile' } }
    const mobile = freshMobile()
    expect(await client.sendCode({ mobile, type: mobilePurpose.changeToNew, ticket })).toMatchObject(nothing)
    expect(await client.rebindMobile({ ticket, mobile, code: '123456' })).toMatchObject(nothing)
  })

  it('error: a rebind needs a session', async () => {
    const { wanted, ticket, code } = await changing()
    expect(await world.person().rebindMobile({ ticket, mobile: wanted, code })).toMatchObject({ code: 'not_signed_in' })
  })

  it('security: a ticket of another account, session or address, an expired or an invented one is refused', async () => {
    const { client, mobile, password, email, userId } = await registerBoth(world)
    const other = await registerMobile(world)
    const session = await secondSession(world, { mobile, password })
    const ofOther = await proveMobile(world, other.client, other.mobile)
    const ofSession = await proveMobile(world, session, mobile)
    const old = await proveMobile(world, client, mobile)
    world.passMinutes(15)
    const ofKind = await proveEmail(world, client, email)
    const ticket = await proveMobile(world, client, mobile)
    const wanted = freshMobile()
    const code = await newMobileCode(world, client, { ticket, mobile: wanted })
    for (const bad of [ofOther, ofSession, old, ofKind, 'no ticket of anybody'])
      expect(await client.rebindMobile({ ticket: bad, mobile: wanted, code })).toMatchObject({ code: 'ticket_refused' })
    expect(await profileOf(world, userId)).toMatchObject({ mobile, email })
    world.passMinutes(1)
    await proveFactor(world, client, 'email', email)
    expect(await client.rebindMobile({ ticket, mobile: wanted, code })).toMatchObject({ ok: true })
  })

  it('security: a ticket is valid once', async () => {
    const { client, wanted, ticket, code } = await changing()
    const next = freshMobile()
    const nextCode = await newMobileCode(world, client, { ticket, mobile: next })
    expect(await client.rebindMobile({ ticket, mobile: wanted, code })).toMatchObject({ ok: true })
    expect(await client.rebindMobile({ ticket, mobile: next, code: nextCode })).toMatchObject({
      code: 'ticket_refused',
    })
  })

  it('security: a ticket is refused after the mobile changed, also for sending a code', async () => {
    const { client, mobile, wanted, ticket, code } = await changing()
    world.passMinutes(1)
    const stale = await proveMobile(world, client, mobile)
    const next = freshMobile()
    const nextCode = await newMobileCode(world, client, { ticket: stale, mobile: next })
    expect(await client.rebindMobile({ ticket, mobile: wanted, code })).toMatchObject({ ok: true })
    expect(await client.rebindMobile({ ticket: stale, mobile: next, code: nextCode })).toMatchObject({
      code: 'ticket_refused',
    })
    const another = freshMobile()
    expect(await client.sendCode({ mobile: another, type: mobilePurpose.changeToNew, ticket: stale })).toMatchObject({
      code: 'ticket_refused',
    })
    expect(await world.messagesTo(another)).toBe(0)
  })

  it('security: a code that was sent to the old mobile proves nothing after the rebind', async () => {
    const { client, mobile, wanted, ticket, code } = await changing()
    world.passMinutes(1)
    await client.sendCode({ mobile, type: mobilePurpose.verifyOld })
    const inFlight = await world.codeTo(mobile)
    await client.rebindMobile({ ticket, mobile: wanted, code })
    expect(await client.verifyMobile({ code: inFlight, type: mobilePurpose.verifyOld })).toMatchObject({
      code: 'code_expired',
    })
  })

  it('security: the code of one mobile binds no other', async () => {
    const { client, mobile, userId, ticket, code } = await changing()
    const submitted = freshMobile()
    await newMobileCode(world, client, { ticket, mobile: submitted })
    if (code !== (await world.codeTo(submitted)))
      expect(await client.rebindMobile({ ticket, mobile: submitted, code })).toMatchObject({ code: 'code_wrong' })
    expect((await profileOf(world, userId)).mobile).toBe(mobile)
  })

  it('security: a code to bind does not rebind, and a code to rebind does not bind', async () => {
    const { client, ticket, wanted, code } = await changing()
    const person = await registerEmail(world)
    expect(await person.client.bindMobile({ mobile: wanted, code })).toMatchObject({ code: 'code_expired' })
    const other = freshMobile()
    await person.client.sendCode({ mobile: other, type: mobilePurpose.bind })
    expect(await client.rebindMobile({ ticket, mobile: other, code: await world.codeTo(other) })).toMatchObject({
      code: 'code_expired',
    })
  })

  it('security: the ticket and the code of the old email are refused after a rebind', async () => {
    const { client, email } = await registerEmail(world)
    const ticket = await proveEmail(world, client, email)
    const stale = await (async () => {
      world.passMinutes(1)
      return proveEmail(world, client, email)
    })()
    await client.sendEmailCode({ email, type: emailPurpose.verifyOld })
    const inFlight = await world.codeTo(email)
    const wanted = freshEmail()
    const code = await newEmailCode(world, client, { ticket, email: wanted })
    expect(await client.rebindEmail({ ticket, email: wanted, code })).toMatchObject({ ok: true })
    expect(await client.verifyEmail({ code: inFlight, type: emailPurpose.verifyOld })).toMatchObject({
      code: 'code_expired',
    })
    expect(await client.unbindPlatform({ platform: 'email', verify_ticket: stale })).toMatchObject({
      code: 'ticket_refused',
    })
  })

  it('security: a code, a link and a ticket of the old email cannot reset the password', async () => {
    const { client, email, password } = await registerEmail(world)
    const visitor = world.person()
    await visitor.sendEmailCode({ email, type: emailPurpose.resetPassword })
    const message = await toldLast(world, email)
    const link = new URL(message?.link ?? '').searchParams.get('ticket') ?? ''
    const validated = await visitor.validateEmailCode({
      email,
      code: message?.code ?? '',
      type: emailPurpose.resetPassword,
    })
    world.passMinutes(1)
    await visitor.sendEmailCode({ email, type: emailPurpose.resetPassword })
    const inFlight = await world.codeTo(email)

    const ticket = await proveEmail(world, client, email)
    const wanted = freshEmail()
    const code = await newEmailCode(world, client, { ticket, email: wanted })
    expect(await client.rebindEmail({ ticket, email: wanted, code })).toMatchObject({ ok: true })
    const taken = 'another river under the moon'
    for (const reset of [link, validated.ok ? validated.data.ticket : ''])
      expect(await visitor.resetPasswordByTicket({ ticket: reset, password: taken })).toMatchObject({
        code: 'ticket_refused',
      })
    expect(await visitor.resetPasswordByEmail({ email, code: inFlight, password: taken })).toMatchObject({
      code: 'code_expired',
    })
    expect(await visitor.emailLogin({ email: wanted, password })).toMatchObject({ ok: true })
  })
})
