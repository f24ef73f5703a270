import { expect, it } from 'vitest'
import type { Client } from '#contract/client'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { restoreTicket } from '#tests/account-api/addresses/binding/bindings'
import {
  atOnce,
  dataOf,
  endsOf,
  freshMobile,
  goodPassword,
  ticketIn,
  verifyByPassword,
} from '#tests/account-api/worlds/world'
import { describeWorlds } from '#tests/account-api/worlds/worlds'

const refused = { ok: false, code: 'ticket_refused' }

describeWorlds('restoring an account by smsLoginContinue on $name', (world) => {
  const cancel = async (client: Client) => {
    const cancel_ticket = ticketIn(await verifyByPassword(client, await client.cancelVerifyWay({})))
    return dataOf(await client.cancelConfirm({ cancel_ticket }))
  }

  /** A cancelled account with a mobile and an email. */
  const cancelled = async () => {
    const person = await world.registerBoth()
    // The codes of the registration no longer delay the next ones.
    world.passMinutes(2)
    await cancel(person.client)
    return person
  }

  const isCancelled = async (userId: string) => (await world.profileOf(userId)).eraseAt !== null
  const undone = async (userId: string) =>
    (await world.activityOf(userId)).filter(([kind]) => kind === 'cancellation_undone').length

  const expectStillCancelled = async (userId: string) => {
    expect(await isCancelled(userId)).toBe(true)
    expect(await world.sessionsOf(userId)).toEqual([])
    expect(await undone(userId)).toBe(0)
  }

  it('happy: the ticket of a sign-in with need_frozen_user restores the account, signs in, and notifies its owner', async () => {
    const { mobile, email, password, userId } = await cancelled()
    const client = world.person()
    const signIns = {
      smsLoginOnly: async () =>
        client.smsLoginOnly({
          mobile,
          code: await world.codeFor(mobile, mobilePurpose.login, client),
          need_frozen_user: 1,
        }),
      emailCodeLogin: async () =>
        client.emailCodeLogin({ email, code: await world.codeFor(email, emailPurpose.login), need_frozen_user: 1 }),
      accountLoginV2: () => client.accountLoginV2({ account: email, password, need_frozen_user: 1 }),
    }
    for (const [name, signIn] of Object.entries(signIns)) {
      world.passMinutes(2)
      if (!(await isCancelled(userId))) await cancel(client)
      const ticket = ticketIn(await signIn())
      const restored = { ok: true, data: { user_id: userId, is_new_user: false } }
      expect([name, await client.smsLoginContinue({ ticket })]).toMatchObject([name, restored])
      expect(await client.accountInfo({})).toMatchObject({ ok: true, data: { user_id: userId } })
      expect(await isCancelled(userId)).toBe(false)
      expect(await world.toldLast(mobile)).toMatchObject({ purpose: 'cancellation_undone' })
      expect(await world.sessionsOf(userId)).toMatchObject([{ way: 'restore' }])
    }
    expect(await undone(userId)).toBe(3)
  })

  it('error: a ticket that was used by either call, is of an earlier sign-in, or is 15 minutes old restores nothing', async () => {
    const { client, mobile, userId } = await cancelled()
    const [used, earlier] = [await restoreTicket(world, mobile), await restoreTicket(world, mobile)]
    await world.person().undoCancellation({ ticket: used })
    for (const ticket of [used, earlier])
      expect(await world.person().smsLoginContinue({ ticket })).toMatchObject(refused)
    expect([await undone(userId), (await world.sessionsOf(userId)).length]).toEqual([1, 1])
    await client.accountLoginV2({ account: mobile, password: goodPassword })
    await cancel(client)
    const continued = await restoreTicket(world, mobile)
    await client.smsLoginContinue({ ticket: continued })
    expect(await world.person().undoCancellation({ ticket: continued })).toMatchObject(refused)
    await cancel(client)
    const old = await restoreTicket(world, mobile)
    world.passMinutes(16)
    expect(await world.person().smsLoginContinue({ ticket: old })).toMatchObject(refused)
    expect(await isCancelled(userId)).toBe(true)
    expect(await world.sessionsOf(userId)).toEqual([])
  })

  it('security: one of 20 concurrent calls of both kinds with one ticket restores and signs in', async () => {
    const { mobile, userId } = await cancelled()
    const ticket = await restoreTicket(world, mobile)
    const answers = await atOnce(20, (index: number) =>
      index % 2 === 0 ? world.person().smsLoginContinue({ ticket }) : world.person().undoCancellation({ ticket }),
    )
    expect(endsOf(answers)).toEqual({ ok: 1, ticket_refused: 19 })
    expect(await undone(userId)).toBe(1)
    expect(await world.sessionsOf(userId)).toHaveLength(1)
  })

  it('security: a new holder who registers a recycled number is asked first, and does not restore the account', async () => {
    const { mobile, userId } = await cancelled()
    const holder = world.person()
    const code = await world.codeFor(mobile, mobilePurpose.register, holder)
    const ticket = ticketIn(await holder.registerByMobile({ mobile, code }))
    expect(await holder.smsLoginContinue({ ticket })).toMatchObject({ ok: false, code: 'account_cancelled' })
    expect(await holder.checkLogin({})).toMatchObject({ data: { signed_in: false } })
    await expectStillCancelled(userId)
  })

  it('security: a ticket restores only its own account, whatever session sends it', async () => {
    const [victim, attacker] = [await cancelled(), await cancelled()]
    const bystander = await world.registerMobile()
    const ticket = await restoreTicket(world, attacker.mobile)
    const entered = await bystander.client.smsLoginContinue({ ticket })
    expect(entered).toMatchObject({ ok: true, data: { user_id: attacker.userId } })
    await expectStillCancelled(victim.userId)
    expect(await isCancelled(attacker.userId)).toBe(false)
    expect(await undone(bystander.userId)).toBe(0)
  })

  it('security: an account that the operator suspended meanwhile is neither restored nor signed in to', async () => {
    const { mobile, userId } = await cancelled()
    const ticket = await restoreTicket(world, mobile)
    // As the operator's command does it: the cancellation ends, and the account is suspended.
    const { eraseAt } = await world.profileOf(userId)
    await world.storage.standing.restore(userId, eraseAt ?? 0)
    await world.storage.standing.suspend(userId, { at: world.deployment.now(), reason: 'a report' })
    expect(await world.person().smsLoginContinue({ ticket })).toMatchObject(refused)
    expect(await world.sessionsOf(userId)).toEqual([])
    expect((await world.profileOf(userId)).suspendedAt).not.toBeNull()
  })

  it('security: a number without an account is registered only by its own ticket', async () => {
    const mobile = freshMobile()
    const client = world.person()
    const code = await world.codeFor(mobile, mobilePurpose.login, client)
    const ticket = ticketIn(await client.smsLoginOnly({ mobile, code }))
    expect(await world.person().undoCancellation({ ticket })).toMatchObject(refused)
    expect(await client.smsLoginContinue({ ticket })).toMatchObject({ ok: true, data: { is_new_user: true } })
  })
})
