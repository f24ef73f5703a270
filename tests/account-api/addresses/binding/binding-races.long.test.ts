import { expect, it } from 'vitest'
import type { Client } from '#contract/client'
import { mobilePurpose } from '#contract/terms/purposes'
import { dueAfter, hours } from '#tests/account-api/worlds/attacks'
import { atOnce, describeWorldsWith, endsOf, freshMobile, ticketIn } from '#tests/account-api/worlds/worlds'
import { emailCode, mobileCode, newMobileCode, proveFactor, proveMobile } from './bindings'

const reserved = 'shared@example.com'

describeWorldsWith({ testCodes: new Map([[reserved, '123456']]) })('concurrent bindings on $name', (world) => {
  it('security: one of 20 accounts with a ticket for an email that becomes free gets it', async () => {
    const holder = await world.registerBoth()
    await holder.client.unbindPlatform({ platform: 'email' })
    await holder.client.bindEmail({ email: reserved, code: await fixedCode(holder.client) })
    const people = await atOnce(20, () => world.registerMobileOnly())
    const takers = []
    for (const { client, userId } of people) {
      const answer = await client.bindEmail({ email: reserved, code: await fixedCode(client) })
      takers.push({ client, userId, ticket: ticketIn(answer) })
    }
    await holder.client.unbindPlatform({ platform: 'email' })
    const answers = await Promise.all(
      takers.map(({ client, ticket }) => client.switchBind({ email: reserved, ticket })),
    )
    expect(endsOf(answers)).toEqual({ ok: 1, ticket_refused: 19 })
    expect((await world.addressesOf(holder.userId)).email).toBeNull()
    expect((await world.activityOf(holder.userId)).filter(([kind]) => kind === 'email_removed')).toHaveLength(2)
  })

  const fixedCode = async (client: Client): Promise<string> => {
    await client.sendEmailCode({ email: reserved, type: 8 })
    return '123456'
  }

  it('security: one of 20 rebinds with one ticket, each to another mobile, succeeds, and one mobile is bound', async () => {
    const { mobile, userId, client, jar } = await world.registerMobileOnly()
    const ticket = await proveMobile(world, client, mobile)
    // Each in the same browser, and with its own client address.
    const wanted = await atOnce(20, async () => {
      const [by, next] = [world.person({ jar }), freshMobile()]
      return { client: by, mobile: next, code: await newMobileCode(world, by, { ticket, mobile: next }) }
    })
    const answers = await Promise.all(
      wanted.map(({ client, mobile, code }) => client.rebindMobile({ ticket, mobile, code })),
    )
    expect(endsOf(answers)).toEqual({ ok: 1, ticket_refused: 19 })
    const winner = wanted[answers.findIndex((answer) => answer.ok)]
    expect((await world.addressesOf(userId)).mobile).toBe(winner?.mobile)
    const numbers = [mobile, ...wanted.map(({ mobile }) => mobile)]
    const holders = await Promise.all(numbers.map((value) => world.storage.accounts.holderOf('mobile', value)))
    expect(holders.filter(Boolean)).toHaveLength(1)
  })

  it('security: a mobile that is bound and registered at the same time belongs to one account', async () => {
    for (let round = 0; round < 8; round++) {
      const mobile = freshMobile()
      const { client, userId } = await world.registerEmail()
      const code = await mobileCode(world, client, mobile)
      const visitor = world.person()
      const registerCode = await world.codeFor(mobile, mobilePurpose.register, visitor)
      const [bound, registered] = await Promise.all([
        client.bindMobile({ mobile, code }),
        visitor.registerByMobile({ mobile, code: registerCode }),
      ])
      const refusal = bound.ok ? 'already_registered' : 'held_by_other'
      expect(endsOf([bound, registered])).toEqual({ ok: 1, [refusal]: 1 })
      const holder = await world.storage.accounts.holderOf('mobile', mobile)
      expect(holder?.id).toBe(bound.ok ? userId : registered.ok && registered.data.user_id)
    }
  })

  it('security: one of 20 concurrent calls that unbind the only two sign-in methods succeeds', async () => {
    const { client, userId, ...person } = await world.registerBothFast()
    await proveFactor(world, client, person.email)
    const answers = await atOnce(20, (turn) => client.unbindPlatform({ platform: turn % 2 === 0 ? 'mobile' : 'email' }))
    const ends = endsOf(answers)
    expect(Object.keys(ends).sort()).toEqual(['last_way', 'nothing_bound', 'ok'])
    expect(ends.ok).toBe(1)
    const { mobile, email } = await world.addressesOf(userId)
    expect([mobile, email].filter((address) => address !== null)).toHaveLength(1)
  })

  it('security: an account that unbinds one address while another account requests its other address keeps one', async () => {
    for (let round = 0; round < 8; round++) {
      const holder = await world.registerBothFast()
      await proveFactor(world, holder.client, holder.email)
      const { client } = await world.registerMobileOnly()
      const code = await emailCode(world, client, holder.email)
      await Promise.all([
        client.bindEmail({ email: holder.email, code, unbind_exist: 1 }),
        holder.client.unbindPlatform({ platform: 'mobile' }),
      ])
      await dueAfter(world, hours(48))
      const { mobile, email } = await world.addressesOf(holder.userId)
      expect([mobile, email].filter((address) => address !== null)).toHaveLength(1)
    }
  })

  const withPasswordSession = async <Person extends { password: string }>(person: Person, mobile: string) => ({
    ...person,
    client: await world.secondSession({ ...person, mobile }),
  })

  it('security: two accounts that take over from each other at the same time do not deadlock', async () => {
    for (let round = 0; round < 5; round++) {
      // Removing an address ends the sessions that began by it.
      const [one, other] = [await world.registerMobile(), await world.registerEmail()]
      const byMobile = await withPasswordSession(one, one.mobile)
      const byEmail = await withPasswordSession(other, other.email)
      const mobile = await mobileCode(world, byEmail.client, byMobile.mobile)
      const email = await emailCode(world, byMobile.client, byEmail.email)
      const answers = await Promise.all([
        byEmail.client.bindMobile({ mobile: byMobile.mobile, code: mobile, unbind_exist: 1 }),
        byMobile.client.bindEmail({ email: byEmail.email, code: email, unbind_exist: 1 }),
      ])
      // Each address is its holder’s only one, so the holder is asked.
      expect(endsOf(answers)).toEqual({ takeover_waits: 2 })
      expect(await world.addressesOf(byEmail.userId)).toMatchObject({ mobile: null, email: byEmail.email })
      expect(await world.addressesOf(byMobile.userId)).toMatchObject({ mobile: byMobile.mobile, email: null })
    }
  })
})
