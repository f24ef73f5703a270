import { describe, expect, it } from 'vitest'
import { databases } from '../fixtures/databases'
import {
  activityOf,
  maskedMobile,
  newMobileCode,
  profileOf,
  proveFactor,
  proveMobile,
  registerMobileOnly,
  secondSession,
  toldLast,
} from './bindings'
import { freshMobile, registerBoth, registerMobile, worldOn } from './world'

describe.each(databases)('a change to a mobile of another account on $name', (database) => {
  const world = worldOn(database)

  /** Somebody proves the old mobile and then one of another account. Two factors are proven unless the account is old. */
  const heldByOther = async ({ isOld = false, holder = registerMobile(world) } = {}) => {
    const person = await registerBoth(world)
    const other = await holder
    if (isOld) world.passMinutes(20)
    const ticket = await proveMobile(world, person.client, person.mobile)
    const code = await newMobileCode(world, person.client, { ticket, mobile: other.mobile })
    const answer = await person.client.rebindMobile({ ticket, mobile: other.mobile, code })
    if (answer.ok || answer.code !== 'held_by_other') throw new Error(`answered ${JSON.stringify(answer)}`)
    const takeover = { mobile: other.mobile, ticket: answer.data.ticket ?? '', verify_ticket: ticket }
    return { ...person, other, takeover }
  }

  it('happy: takes the place of the old one, leaves the other account, and everybody is told', async () => {
    const { client, userId, mobile, email, other, takeover } = await heldByOther()
    expect(await client.switchBind(takeover)).toMatchObject({ ok: true, data: { mobile: maskedMobile(other.mobile) } })
    expect(await profileOf(world, userId)).toMatchObject({ mobile: other.mobile, email })
    expect(await profileOf(world, other.userId)).toMatchObject({ mobile: null })
    for (const address of [mobile, email])
      expect(await toldLast(world, address)).toMatchObject({ purpose: 'mobile_changed' })
    expect((await activityOf(world, other.userId))[0]?.[0]).toBe('mobile_removed')
    expect(await client.switchBind(takeover)).toMatchObject({ code: 'ticket_refused' })
  })

  it('security: takes two factors like any change, and cannot wait', async () => {
    const { client, userId, mobile, email, takeover } = await heldByOther({ isOld: true })
    const asked = await client.switchBind(takeover)
    expect(asked).toMatchObject({
      code: 'second_verification_required',
      data: { ways: [{ way: 'email' }, { way: 'password' }] },
    })
    expect(asked.data).not.toHaveProperty('wait_hours')
    expect(await profileOf(world, userId)).toMatchObject({ mobile })
    await proveFactor(world, client, 'email', email)
    expect(await client.switchBind(takeover)).toMatchObject({ ok: true })
  })

  it('security: needs the proof of the old mobile, its own ticket, and the session of both', async () => {
    const { client, mobile, password, takeover } = await heldByOther()
    const { ticket, verify_ticket } = takeover
    const refused = { code: 'ticket_refused' }
    expect(await client.switchBind({ ...takeover, verify_ticket: ticket })).toMatchObject(refused)
    expect(await client.switchBind({ ...takeover, ticket: verify_ticket })).toMatchObject(refused)
    expect(await client.switchBind({ ...takeover, mobile: freshMobile() })).toMatchObject(refused)
    const elsewhere = await secondSession(world, { mobile, password })
    expect(await elsewhere.switchBind(takeover)).toMatchObject(refused)
    // Without the proof it is a takeover for an account that has no mobile.
    expect(await client.switchBind({ mobile: takeover.mobile, ticket })).toMatchObject({ code: 'already_bound' })
    expect(await client.switchBind(takeover)).toMatchObject({ ok: true })
  })

  it('error: the last sign-in method of the other account stays there, and both tickets stay good', async () => {
    const { client, takeover, other } = await heldByOther({ holder: registerMobileOnly(world) as never })
    expect(await client.switchBind(takeover)).toMatchObject({ code: 'last_way', data: { of: 'other' } })
    expect(await profileOf(world, other.userId)).toMatchObject({ mobile: other.mobile })
    expect(await client.switchBind(takeover)).toMatchObject({ code: 'last_way' })
  })

  it('security: whoever has proven the mobile since keeps it', async () => {
    const { client, userId, mobile, other, takeover } = await heldByOther()
    const third = await registerBoth(world)
    const ticket = await proveMobile(world, third.client, third.mobile)
    world.passMinutes(2)
    const code = await newMobileCode(world, third.client, { ticket, mobile: other.mobile })
    const held = await third.client.rebindMobile({ ticket, mobile: other.mobile, code })
    const theirs = !held.ok && held.code === 'held_by_other' ? (held.data.ticket ?? '') : ''
    const moved = await third.client.switchBind({ mobile: other.mobile, ticket: theirs, verify_ticket: ticket })
    expect(moved).toMatchObject({ ok: true })
    expect(await client.switchBind(takeover)).toMatchObject({ code: 'ticket_refused' })
    expect(await profileOf(world, userId)).toMatchObject({ mobile })
  })

  it('security: of five calls at once, one takes it over', async () => {
    const { client, userId, other, takeover } = await heldByOther()
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.switchBind(takeover)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await profileOf(world, userId)).toMatchObject({ mobile: other.mobile })
  })
})
