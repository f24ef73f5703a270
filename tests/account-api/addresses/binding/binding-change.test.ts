import { expect, it } from 'vitest'
import type { Client } from '#contract/client'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { codeOf, describeWorlds, freshEmail, freshMobile, ticketIn, type World } from '#tests/account-api/worlds/worlds'
import { otherThan } from '#tests/fixtures/messages/post-office'
import { maskedMobile, newEmailCode, newMobileCode, proveEmail, proveMobile } from './bindings'

const refusedTicket = { code: 'ticket_refused' }

describeWorlds('rebinding an address on $name', (world) => {
  type Registered = Awaited<ReturnType<World['registerMobile']>>

  /** A person with a proven mobile, the new mobile to bind, and its code. */
  const changing = async <Person extends Registered>(registering: Promise<Person>) => {
    const person = await registering
    const ticket = await proveMobile(world, person.client, person.mobile)
    const wanted = freshMobile()
    const code = await newMobileCode(world, person.client, { ticket, mobile: wanted })
    return { ...person, ticket, wanted, code }
  }

  /** The proof of an email, the new email to bind, and its code. */
  const changingEmail = async (client: Client, email: string, wanted = freshEmail()) => {
    const ticket = await proveEmail(world, client, email)
    return { ticket, wanted, code: await newEmailCode(world, client, { ticket, email: wanted }) }
  }

  it('happy: a new mobile replaces the old one, which is free again, and both mobiles and the email are notified', async () => {
    const person = await changing(world.registerBoth())
    const { client, mobile, email, userId, password, wanted, ticket, code } = person
    const changed = { ok: true, data: { mobile: maskedMobile(wanted) } }
    expect(await client.rebindMobile({ ticket, mobile: wanted, code })).toMatchObject(changed)
    expect(await world.addressesOf(userId)).toMatchObject({ mobile: wanted, email })
    const detail = `${maskedMobile(mobile)} → ${maskedMobile(wanted)}`
    expect((await world.activityOf(userId))[0]).toEqual(['mobile_changed', detail])
    for (const address of [mobile, wanted, email]) {
      const told = await world.toldLast(address)
      expect(told).toMatchObject({ purpose: 'mobile_changed' })
      expect(told?.body).toContain(detail)
      expect(told?.body).not.toContain(wanted)
    }
    expect(codeOf(await world.person().accountLoginV2({ account: mobile, password }))).toBe('wrong_credentials')
    expect((await world.registerMobile({ mobile })).userId).not.toBe(userId)
  })

  it('error: a proven mobile of another account is refused, and the ticket stays valid for another mobile', async () => {
    const { client, mobile, userId, ticket, wanted, code } = await changing(world.registerMobile())
    const holder = await world.registerMobile()
    const heldCode = await newMobileCode(world, client, { ticket, mobile: holder.mobile })
    const wrong = await client.rebindMobile({ ticket, mobile: holder.mobile, code: otherThan(heldCode) })
    expect(wrong).toMatchObject({ code: 'code_wrong', data: { tries_left: 4 } })
    const refused = await client.rebindMobile({ ticket, mobile: holder.mobile, code: heldCode })
    expect(refused).toMatchObject({ code: 'held_by_other', data: { field: 'mobile' } })
    expect((await world.addressesOf(userId)).mobile).toBe(mobile)
    expect((await world.addressesOf(holder.userId)).mobile).toBe(holder.mobile)
    expect(await client.rebindMobile({ ticket, mobile: wanted, code })).toMatchObject({ ok: true })
  })

  it('error: the current mobile is refused as the same', async () => {
    const { client, mobile, ticket } = await changing(world.registerMobile())
    const same = { code: 'invalid_input', data: { fields: [{ field: 'mobile', reason: 'same' }] } }
    expect(await client.sendCode({ mobile, type: mobilePurpose.changeToNew, ticket })).toMatchObject(same)
    expect(await client.rebindMobile({ ticket, mobile, code: '123456' })).toMatchObject(same)
  })

  it('error: an account without a mobile cannot rebind it', async () => {
    const { client, email } = await world.registerEmail()
    const ticket = await proveEmail(world, client, email)
    const nothing = { code: 'nothing_bound', data: { field: 'mobile' } }
    const mobile = freshMobile()
    expect(await client.sendCode({ mobile, type: mobilePurpose.changeToNew, ticket })).toMatchObject(nothing)
    expect(await client.rebindMobile({ ticket, mobile, code: '123456' })).toMatchObject(nothing)
  })

  it('security: a code, a link and a ticket of the old email cannot reset the password', async () => {
    const { client, email, password } = await world.registerEmail()
    const visitor = world.person()
    const asked = { email, type: emailPurpose.resetPassword }
    await visitor.sendEmailCode(asked)
    const message = await world.toldLast(email)
    const link = new URL(message?.link ?? '').searchParams.get('ticket') ?? ''
    const validated = ticketIn(await visitor.validateEmailCode({ ...asked, code: message?.code ?? '' }))
    world.passMinutes(1)
    const inFlight = await world.codeFor(email, asked.type, visitor)

    const { wanted, ...change } = await changingEmail(client, email)
    expect(await client.rebindEmail({ ...change, email: wanted })).toMatchObject({ ok: true })
    const taken = 'another river under the moon'
    for (const reset of [link, validated])
      expect(await visitor.resetPasswordByTicket({ ticket: reset, password: taken })).toMatchObject(refusedTicket)
    expect(codeOf(await visitor.resetPasswordByEmail({ email, code: inFlight, password: taken }))).toBe('code_expired')
    expect(await visitor.emailLogin({ email: wanted, password })).toMatchObject({ ok: true })
  })
})
