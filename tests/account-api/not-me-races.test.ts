import { describe, expect, it } from 'vitest'
import { eraseDue } from '../../account-api/domain/cancellation/erasure'
import { databases } from '../fixtures/databases'
import {
  changeAddress,
  changePassword,
  methodsOf,
  press,
  profileOf,
  settled,
  signInByCode,
  stolenTicket,
  ticketsTo,
  ticketTo,
} from './attacks'
import { emailCode, mobileCode } from './bindings'
import { freshEmail, freshMobile, worldOn } from './world'

const rounds = Array.from({ length: 8 }, (_, round) => round)

describe.each(databases)('“this was not me” at the same moment as something else, on $name', (database) => {
  const world = worldOn(database)

  it('security: two addresses press every link at once, and both are on the account', async () => {
    for (const round of rounds) {
      const { mobile, email, userId } = await settled(world, { older: round % 2 === 0 ? 'mobile' : 'email' })
      await changePassword(world, userId, 'hash of the thief')
      await changeAddress(world, userId, { kind: 'mobile', becomes: freshMobile() })
      await changeAddress(world, userId, { kind: 'email', becomes: freshEmail() })
      const tickets = [...(await ticketsTo(world, mobile)), ...(await ticketsTo(world, email))]
      expect(tickets).toHaveLength(5)
      const answers = await Promise.all(tickets.map((ticket) => press(world, ticket)))
      expect(answers.every(({ ok }) => ok)).toBe(true)
      expect(await methodsOf(world, userId)).toEqual({ mobile, email, openids: [], hasPassword: false })
    }
  })

  it('security: a thief who binds another address at that moment does it before the press, or not at all', async () => {
    for (const round of rounds) {
      const { mobile, email, userId } = await settled(world, { older: 'mobile' })
      await changeAddress(world, userId, { kind: 'email' })
      const thief = await signInByCode(world, mobile)
      const theirs = freshEmail()
      const code = await emailCode(world, thief, theirs)
      const ticket = await ticketTo(world, mobile)
      const [pressed, bound] = await Promise.all([press(world, ticket), thief.bindEmail({ email: theirs, code })])
      expect(pressed).toMatchObject({ ok: true })
      if (!bound.ok) expect(['not_signed_in', 'already_bound']).toContain(bound.code)
      expect(await methodsOf(world, userId), `round ${round}`).toMatchObject({ mobile, email })
    }
  })

  it('security: a fresh account binds another sign-in method at that moment, and keeps the number or gives it back', async () => {
    for (const round of rounds) {
      const { mobile, userId } = await settled(world, { older: 'mobile' })
      await changeAddress(world, userId, { kind: 'mobile' })
      const ticket = await ticketTo(world, mobile)
      const client = await signInByCode(world, mobile)
      const freshId = (await world.storage.accounts.holderOf('mobile', mobile))?.id ?? ''
      const email = freshEmail()
      const code = await emailCode(world, client, email)
      const [pressed, bound] = await Promise.all([press(world, ticket), client.bindEmail({ email, code })])
      expect(pressed).toMatchObject({ ok: true })
      const [old, fresh] = [await methodsOf(world, userId), await methodsOf(world, freshId)]
      expect(
        [old.mobile, fresh.mobile].filter((each) => each === mobile),
        `round ${round}`,
      ).toHaveLength(1)
      expect(fresh).toMatchObject(bound.ok ? { mobile, email } : { mobile: null, email: null })
      expect((await profileOf(world, freshId)).eraseAt === null).toBe(bound.ok)
    }
  })

  it('security: a link that was used, or is one of an erased account, does nothing', async () => {
    const { mobile, userId } = await settled(world, { older: 'mobile' })
    await changeAddress(world, userId, { kind: 'mobile', becomes: freshMobile() })
    const ticket = await ticketTo(world, mobile)
    expect(await press(world, ticket)).toMatchObject({ ok: true })
    await changeAddress(world, userId, { kind: 'mobile', becomes: freshMobile() })
    expect(await press(world, ticket)).toMatchObject({ code: 'ticket_refused' })
    const next = await ticketTo(world, mobile)
    await world.storage.cancellations.begin(userId, world.setting.now() - 1)
    const [pressed] = await Promise.all([press(world, next), eraseDue(world.service)])
    const account = await world.storage.accounts.profile(userId)
    // Either the press came first, which undoes the cancellation, or nothing is left of the account.
    if (pressed.ok) expect(account).toMatchObject({ mobile, eraseAt: null })
    else expect(account).toBeUndefined()
    expect(await press(world, next)).toMatchObject({ code: 'ticket_refused' })
  })

  it('security: an erasure leaves neither history nor guard of an account', async () => {
    const { mobile, userId } = await settled(world, { older: 'mobile' })
    await changeAddress(world, userId, { kind: 'mobile', becomes: freshMobile() })
    await press(world, await ticketTo(world, mobile))
    const at = world.setting.now()
    const window = { accountId: userId, since: 0 }
    expect(await world.storage.history.first(window)).toBeDefined()
    expect(await world.storage.guards.of(userId, at)).toBeDefined()
    await world.storage.cancellations.begin(userId, at - 1)
    await eraseDue(world.service)
    expect(await world.storage.history.first(window)).toBeUndefined()
    expect(await world.storage.guards.of(userId, at)).toBeUndefined()
  })

  it('happy: history is swept once no link can need it, and a guard when it ends', async () => {
    const { mobile, email, userId } = await settled(world, { older: 'mobile' })
    await changeAddress(world, userId, { kind: 'mobile', becomes: freshMobile() })
    await press(world, await ticketTo(world, mobile))
    const window = { accountId: userId, since: 0 }
    world.passMinutes(47 * 60)
    await world.storage.sweep(world.setting.now())
    expect(await world.storage.guards.of(userId, 0)).toBeDefined()
    world.passMinutes(24 * 60)
    await world.storage.sweep(world.setting.now())
    expect(await world.storage.guards.of(userId, 0)).toBeUndefined()
    expect(await press(world, await ticketTo(world, email))).toMatchObject({ ok: true })
    expect(await world.storage.history.first(window)).toMatchObject({ change: 'mobile_changed' })
    world.passMinutes(72 * 60)
    await world.storage.sweep(world.setting.now())
    expect(await world.storage.history.first(window)).toMatchObject({ change: 'mobile_changed' })
    world.passMinutes(26 * 60)
    await world.storage.sweep(world.setting.now())
    expect(await world.storage.history.first(window)).toMatchObject({ change: 'account_secured' })
    world.passMinutes(168 * 60)
    await world.storage.sweep(world.setting.now())
    expect(await world.storage.history.first(window)).toBeUndefined()
  })

  it('security: a ticket for an address that the account never had does nothing', async () => {
    const [first, second] = [await settled(world, { older: 'mobile' }), await settled(world, { older: 'mobile' })]
    await changeAddress(world, first.userId, { kind: 'mobile', becomes: freshMobile() })
    const before = await methodsOf(world, first.userId)
    // The address is that of another account.
    const foreign = await stolenTicket(world, first.userId, { kind: 'mobile', value: second.mobile })
    expect(await world.person().secureAccountCheck({ ticket: foreign })).toMatchObject({ code: 'ticket_refused' })
    expect(await press(world, foreign)).toMatchObject({ code: 'ticket_refused' })
    expect(await methodsOf(world, first.userId)).toEqual(before)
  })

  it('security: the only address that is left has no say when it came in with the trouble', async () => {
    const { email, userId } = await settled(world, { older: 'email' })
    await changeAddress(world, userId, { kind: 'mobile' })
    const thief = await signInByCode(world, email)
    const theirs = freshMobile()
    expect(await thief.bindMobile({ mobile: theirs, code: await mobileCode(world, thief, theirs) })).toMatchObject({
      ok: true,
    })
    await changeAddress(world, userId, { kind: 'email' })
    expect(await ticketsTo(world, theirs)).toEqual([])
    const ticket = await stolenTicket(world, userId, { kind: 'mobile', value: theirs })
    expect(await press(world, ticket)).toMatchObject({ code: 'ticket_refused' })
  })
})
