import { expect, it } from 'vitest'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { dueAfter, hours } from '#tests/account-api/worlds/attacks'
import { atOnce, dataOf, describeWorlds, endsOf } from '#tests/account-api/worlds/worlds'

describeWorlds('a mobile that its holder has proven while signed out, on $name', (world) => {
  const holderOf = async (mobile: string) => (await world.storage.accounts.holderOf('mobile', mobile))?.id

  /** A person with both addresses, and a visitor with a ticket for the number. */
  const proven = async () => {
    const person = await world.registerBoth()
    const visitor = world.person()
    return { ...person, visitor, ticket: await world.validatedTicket(person.mobile, mobilePurpose.notSignedIn) }
  }

  it('happy: with the password the number is removed at once, and its owner is signed in', async () => {
    const { mobile, email, userId, visitor, ticket, password } = await proven()
    expect(await visitor.unusableMobileCheck({ ticket })).toMatchObject({ data: { password_helps: true } })
    expect(await visitor.unbindUnusableMobile({ ticket, password })).toMatchObject({ data: { done: true } })
    expect(await holderOf(mobile)).toBeUndefined()
    expect(await visitor.accountInfo({})).toMatchObject({ data: { user_id: userId, mobile: null } })
    for (const address of [mobile, email])
      expect(await world.toldLast(address)).toMatchObject({ purpose: 'mobile_removed' })
  })

  it('happy: the number alone is removed after 48 hours, and every address is notified', async () => {
    const { mobile, email, userId, visitor, ticket } = await proven()
    expect(dataOf(await visitor.unbindUnusableMobile({ ticket })).done).toBe(false)
    for (const address of [mobile, email])
      expect(await world.toldLast(address)).toMatchObject({ purpose: 'mobile_removal_asked' })
    await dueAfter(world, hours(48) - 1)
    expect(await holderOf(mobile)).toBe(userId)
    await dueAfter(world, 2)
    expect(await holderOf(mobile)).toBeUndefined()
    expect(await visitor.checkLogin({})).toMatchObject({ data: { signed_in: false } })
  })

  it('error: a number without an account gets the refusal of an invented ticket', async () => {
    const { mobile, userId, visitor, ticket } = await proven()
    await world.storage.accounts.unbind({ kind: 'mobile', value: mobile, accountId: userId })
    expect(await visitor.unbindUnusableMobile({ ticket })).toMatchObject({ code: 'ticket_refused' })
  })

  it('security: a number stays with its account if it is the only way to sign in', async () => {
    const { mobile, userId } = await world.registerMobileOnly()
    const ticket = await world.validatedTicket(mobile, mobilePurpose.notSignedIn)
    const asked = await world.person().unbindUnusableMobile({ ticket, without_address: 1 })
    expect(asked).toMatchObject({ code: 'last_way' })
    expect(await holderOf(mobile)).toBe(userId)
  })

  it('security: a thief of the number requests the removal, and the owner of the email signs in and stops it', async () => {
    const { mobile, email, userId, visitor, ticket } = await proven()
    dataOf(await visitor.unbindUnusableMobile({ ticket }))
    const owner = world.person()
    const code = await world.codeFor(email, emailPurpose.login, owner)
    dataOf(await owner.emailCodeLogin({ email, code }))
    dataOf(await owner.stopPendingChange({ platform: 'mobile' }))
    await dueAfter(world, hours(49))
    expect(await holderOf(mobile)).toBe(userId)
  })

  it('security: a new holder of a long-unused account’s number is sent to the account’s email', async () => {
    const { mobile, email, userId } = await world.registerBoth()
    world.passMinutes(hours(24 * 181))
    const ticket = await world.validatedTicket(mobile, mobilePurpose.notSignedIn)
    const refused = await world.person().unbindUnusableMobile({ ticket })
    expect(refused).toMatchObject({ code: 'other_address_required', data: { email: 'p***@example.com' } })
    expect(JSON.stringify(refused)).not.toContain(email)
    expect(await holderOf(mobile)).toBe(userId)
  })

  it('security: only one of 20 concurrent uses of a ticket is accepted', async () => {
    const { ticket } = await proven()
    const ends = endsOf(await atOnce(20, () => world.person().unbindUnusableMobile({ ticket })))
    expect(ends).toEqual({ ok: 1, ticket_refused: 19 })
  })
})
