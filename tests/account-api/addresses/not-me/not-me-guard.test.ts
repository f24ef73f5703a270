import { expect, it } from 'vitest'
import { emailPurpose } from '#contract/terms/purposes'
import { emailCode, newEmailCode, proveEmail, resetBy } from '#tests/account-api/addresses/binding/bindings'
import { changeAddress, methodsOf, press, settled, signInByCode, ticketTo } from '#tests/account-api/worlds/attacks'
import {
  dataOf,
  describeWorlds,
  freshEmail,
  freshMobile,
  goodPassword,
  secondKeyIn,
  verifyByCode,
} from '#tests/account-api/worlds/worlds'

describeWorlds('the guard of a secured account on $name', (world) => {
  /** An account guarded by its mobile. A thief still reads its email, and is signed in by it. */
  const guarded = async () => {
    const person = await settled(world, { older: 'mobile' })
    await changeAddress(world, person.userId, { kind: 'mobile', becomes: freshMobile() })
    expect(await press(world, await ticketTo(world, person.mobile))).toMatchObject({ ok: true })
    return { ...person, thief: await signInByCode(world, person.email) }
  }

  const onlyMobile = { code: 'second_verification_required', data: { ways: [{ way: 'mobile' }] } }
  const waits = { ok: true, data: { done: false } }

  it('security: during a guard, another address alone removes and replaces nothing, and only the guarding one is offered as proof', async () => {
    const { mobile, email, userId, thief } = await guarded()
    expect(await thief.unbindPlatform({ platform: 'mobile' })).toMatchObject(onlyMobile)
    const refused = await thief.unbindPlatform({ platform: 'email' })
    expect(refused).toMatchObject(onlyMobile)
    const ways = await thief.secondVerificationWays({ sms_code_key: secondKeyIn(refused) })
    expect(ways).toMatchObject({ ok: true, data: { ways: [{ way: 'mobile' }] } })
    expect(ways.ok && ways.data.ways).toHaveLength(1)

    const ticket = await proveEmail(world, thief, email)
    expect(await thief.unbindPlatform({ platform: 'mobile', verify_ticket: ticket })).toMatchObject(onlyMobile)
    const theirs = freshEmail()
    const code = await newEmailCode(world, thief, { ticket, email: theirs })
    expect(await thief.rebindEmail({ ticket, email: theirs, code })).toMatchObject(onlyMobile)
    world.passMinutes(2)
    const cancel_ticket = await proveEmail(world, thief, email, 'cancellation')
    expect(await thief.cancelConfirm({ cancel_ticket })).toMatchObject(onlyMobile)
    expect(await methodsOf(world, userId)).toMatchObject({ mobile, email })
  })

  it('security: a second verification by email, which was not offered, does not count', async () => {
    const { email, userId, thief } = await guarded()
    await verifyByCode(world, thief, await thief.unbindPlatform({ platform: 'mobile' }), email)
    expect(await thief.unbindPlatform({ platform: 'mobile' })).toMatchObject(onlyMobile)
    expect((await methodsOf(world, userId)).mobile).not.toBeNull()
  })

  it('security: during a guard, a lost number cannot be reported, by email or by password', async () => {
    const { mobile, email, userId } = await guarded()
    await (await signInByCode(world, mobile)).setPassword({ password: goodPassword })
    const byPassword = dataOf(await world.person().verifyPassword({ account: email, password: goodPassword }))
    for (const ticket of [await world.validatedTicket(email, emailPurpose.notSignedIn), byPassword.ticket])
      expect(await world.person().unbindUnusableMobile({ ticket })).toMatchObject({ code: 'guarded' })
    expect(await world.storage.pendingChanges.of(userId)).toEqual([])
    expect(await methodsOf(world, userId)).toMatchObject({ mobile, email })
  })

  it('happy: a code to the guarding address, as a second verification, lets the owner change everything', async () => {
    const { mobile, userId, thief: byEmail } = await guarded()
    dataOf(await verifyByCode(world, byEmail, await byEmail.unbindPlatform({ platform: 'email' }), mobile))
    expect(await byEmail.unbindPlatform({ platform: 'email' })).toMatchObject({ ok: true, data: { done: true } })
    expect(await methodsOf(world, userId)).toMatchObject({ mobile, email: null })
  })

  it('happy: a sign-in with the guarding address counts as its proof, and changes need their usual factors', async () => {
    const { mobile, email, userId } = await guarded()
    const owner = await signInByCode(world, mobile)
    const onlyEmail = { code: 'second_verification_required', data: { ways: [{ way: 'email' }] } }
    expect(await owner.unbindPlatform({ platform: 'email' })).toMatchObject(onlyEmail)
    expect(await owner.unbindPlatform({ platform: 'email', wait: 1 })).toMatchObject(waits)
    expect(await methodsOf(world, userId)).toMatchObject({ mobile, email })
  })

  it('security: a proof of the guarding address counts for ten minutes in its own session', async () => {
    const { mobile, email, userId, thief } = await guarded()
    const owner = await signInByCode(world, mobile)
    // The other session, begun by email, gains nothing from this proof.
    expect(await thief.unbindPlatform({ platform: 'mobile' })).toMatchObject(onlyMobile)
    world.passMinutes(11)
    expect(await owner.unbindPlatform({ platform: 'email' })).toMatchObject(onlyMobile)
    expect(await methodsOf(world, userId)).toMatchObject({ mobile, email })
  })

  it('security: during a guard, a reset by the other address does not change the password', async () => {
    const { userId, mobile, email } = await guarded()
    const refused = { code: 'guarded', data: { retry_after: expect.any(Number) } }
    expect(await resetBy(world, email, goodPassword)).toMatchObject(refused)
    expect(await methodsOf(world, userId)).toMatchObject({ hasPassword: false })
    expect(await resetBy(world, mobile, goodPassword)).toMatchObject({ ok: true })
  })

  it('happy: the guard ends after 48 hours', async () => {
    const { email } = await guarded()
    world.passMinutes(48 * 60 - 10)
    const before = await signInByCode(world, email)
    expect(await before.unbindPlatform({ platform: 'mobile', wait: 1 })).toMatchObject(onlyMobile)
    world.passMinutes(11)
    const after = await signInByCode(world, email)
    expect(await after.unbindPlatform({ platform: 'mobile', wait: 1 })).toMatchObject(waits)
  })

  it('happy: an address can be bound at any time', async () => {
    const { userId, mobile } = await settled(world, { older: 'mobile' })
    await changeAddress(world, userId, { kind: 'email' })
    await changeAddress(world, userId, { kind: 'email', becomes: freshEmail() })
    world.passMinutes(80 * 60)
    await changeAddress(world, userId, { kind: 'email' })
    expect(await press(world, await ticketTo(world, mobile))).toMatchObject({ ok: true })
    await changeAddress(world, userId, { kind: 'email' })
    const owner = await signInByCode(world, mobile)
    const email = freshEmail()
    expect(await owner.bindEmail({ email, code: await emailCode(world, owner, email) })).toMatchObject({ ok: true })
  })

  it('security: an older address that presses later becomes the guard, a younger one does not', async () => {
    for (const older of ['mobile', 'email'] as const) {
      const { userId, mobile, email } = await settled(world, { older })
      await changeAddress(world, userId, { kind: 'mobile', becomes: freshMobile() })
      const tickets = { mobile: await ticketTo(world, mobile), email: await ticketTo(world, email) }
      const younger = older === 'mobile' ? 'email' : 'mobile'
      const guardNow = async () => (await world.storage.guards.of(userId, world.deployment.now()))?.kind
      await press(world, tickets[younger])
      expect(await guardNow(), `${younger} first`).toBe(younger)
      await press(world, tickets[older])
      expect(await guardNow(), `then ${older}`).toBe(older)
      await changeAddress(world, userId, { kind: 'mobile', becomes: freshMobile() })
      await press(world, await ticketTo(world, younger === 'mobile' ? mobile : email))
      expect(await guardNow(), `then ${younger} again`).toBe(older)
    }
  })
})
