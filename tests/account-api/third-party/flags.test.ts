import { describe, expect, it } from 'vitest'
import { mobilePurpose } from '../../../contract/purposes'
import { databases } from '../../fixtures/databases'
import { proveMobile } from '../bindings'
import { freshMobile, registerBoth, registerMobile, worldOn } from '../world'
import { newIdentity, outsiders, platform } from './outsiders'

describe.each(databases)('the flags of a third-party sign-in on $name', (database) => {
  const { providers, arrive, keyOf } = outsiders()
  const world = worldOn(database, { providers })

  /** An account with a third-party identity. */
  const connected = async () => {
    const [person, identity] = [await registerMobile(world), newIdentity()]
    const profile_key = await keyOf(world.person(), identity)
    expect(await person.client.bindAuth({ platform, profile_key })).toMatchObject({ ok: true })
    return { ...person, identity }
  }

  const cancelled = async () => {
    const person = await connected()
    const cancel_ticket = await proveMobile(world, person.client, person.mobile, 'cancellation')
    expect(await person.client.cancelConfirm({ cancel_ticket })).toMatchObject({ ok: true })
    return person
  }

  it('happy: with need_frozen_user=1 a cancelled account is answered with the ticket that restores it', async () => {
    const { identity, userId } = await cancelled()
    const client = world.person()
    const answer = await arrive(client, identity, { need_frozen_user: 1 })
    if (answer.ok || answer.code !== 'account_cancelled') throw new Error('not cancelled')
    const restored = await client.undoCancellation({ ticket: answer.data.ticket ?? '' })
    expect(restored).toMatchObject({ data: { user_id: userId } })
    expect(await arrive(world.person(), identity)).toMatchObject({ data: { user_id: userId } })
  })

  it('error: without it, there is no ticket, and neither is there for bindLogin', async () => {
    const { identity, mobile, password } = await cancelled()
    const ticketIn = (answer: { ok: boolean; data: unknown }) => (answer.data as { ticket?: string }).ticket
    const refused = await arrive(world.person(), identity)
    expect([refused, ticketIn(refused)]).toMatchObject([{ code: 'account_cancelled' }, undefined])
    const typed = { profile_key: await keyOf(world.person(), newIdentity()), account: mobile, password }
    expect(ticketIn(await world.person().bindLogin(typed))).toBeUndefined()
    const asked = await world.person().bindLogin({ ...typed, need_frozen_user: 1 })
    expect(asked).toMatchObject({ code: 'account_cancelled', data: { ticket: expect.any(String) } })
  })

  it('happy: with kick_other=1 the other sessions of the account end', async () => {
    const { identity, client: other } = await connected()
    await arrive(world.person(), identity)
    expect(await other.checkLogin({})).toMatchObject({ data: { signed_in: true } })
    await arrive(world.person(), identity, { kick_other: 1 })
    expect(await other.checkLogin({})).toMatchObject({ data: { signed_in: false } })
  })

  it.each([
    ['the key', { login_only: 1 }, {}],
    ['bindLogin', {}, { login_only: 1 }],
  ])('error: with login_only=1 of %s no account is made', async (_, ofKey, ofBinding) => {
    const [mobile, client] = [freshMobile(), world.person()]
    const profile_key = await keyOf(client, newIdentity(), ofKey)
    await client.sendCode({ mobile, type: mobilePurpose.login })
    const typed = { profile_key, mobile, code: await world.codeTo(mobile), ...ofBinding }
    expect(await client.bindLogin(typed)).toMatchObject({ code: 'not_registered' })
    expect(await world.storage.accounts.holderOf('mobile', mobile)).toBeUndefined()
  })

  describe('a sign-in that has to be confirmed before the identity is bound', () => {
    /** Somebody with the number of an account that nobody has used for long, who comes from a provider. */
    const toConfirm = async () => {
      const person = await registerBoth(world)
      world.passMinutes(180 * 24 * 60)
      const [client, identity] = [world.person(), newIdentity()]
      const profile_key = await keyOf(client, identity)
      await client.sendCode({ mobile: person.mobile, type: mobilePurpose.login })
      const code = await world.codeTo(person.mobile)
      const answer = await client.bindLogin({ profile_key, mobile: person.mobile, code })
      if (answer.ok || answer.code !== 'confirmation_required') throw new Error('nothing to confirm')
      return { ...person, client, identity, profile_key, ticket: answer.data.ticket }
    }

    it('security: binds nothing for whoever has the number alone, and uses up no key', async () => {
      const { client, userId, identity, profile_key } = await toConfirm()
      expect(await world.storage.platforms.of(userId)).toEqual([])
      expect(await client.bindAuth({ platform, profile_key })).toMatchObject({ code: 'not_signed_in' })
      expect(await arrive(world.person(), identity)).toMatchObject({ code: 'not_bound' })
    })

    it('happy: binds it with the same key once it is confirmed, and once only', async () => {
      const { client, userId, password, identity, profile_key, ticket } = await toConfirm()
      expect(await client.confirmSignIn({ ticket, way: 'password', code: password })).toMatchObject({ ok: true })
      expect(await client.bindAuth({ platform, profile_key })).toMatchObject({ ok: true })
      expect(await arrive(world.person(), identity)).toMatchObject({ data: { user_id: userId } })
      const other = await registerMobile(world)
      expect(await other.client.bindAuth({ platform, profile_key })).toMatchObject({ code: 'ticket_refused' })
    })

    it('security: a restored account does not take the identity that another account got meanwhile', async () => {
      const { mobile, password } = await cancelled()
      const [client, identity] = [world.person(), newIdentity()]
      const typed = { account: mobile, password, need_frozen_user: 1 }
      const profile_key = await keyOf(client, identity)
      const asked = await client.bindLogin({ profile_key, ...typed })
      if (asked.ok || asked.code !== 'account_cancelled') throw new Error('not cancelled')
      const other = await registerMobile(world)
      await other.client.bindAuth({ platform, profile_key: await keyOf(world.person(), identity) })
      await client.undoCancellation({ ticket: asked.data.ticket ?? '' })
      // It has one of this platform from before, too.
      expect(await client.bindAuth({ platform, profile_key })).toMatchObject({ code: 'already_bound' })
      expect(await arrive(world.person(), identity)).toMatchObject({ data: { user_id: other.userId } })
    })
  })
})
