import { expect, it } from 'vitest'
import { dueAfter, press, registeredLongAgo, settled, signInByCode, ticketTo } from '#tests/account-api/worlds/attacks'
import { dataOf, describeWorlds, goodPassword, verifyByPassword } from '#tests/account-api/worlds/worlds'
import { proveMobile, reportLost, resetBy } from './binding/bindings'

const ofThief = 'what the thief has chosen'

describeWorlds('a stolen number on $name', (world) => {
  const resetBySms = async (mobile: string, password = ofThief) => {
    const thief = world.person()
    dataOf(await resetBy(world, mobile, password, thief))
    return thief
  }

  /** Removes the number in the settings, with a code to the email and, as the second factor, a password. */
  const removeByPassword = async (email: string, password: string) => {
    const client = await signInByCode(world, email)
    const asked = await client.unbindPlatform({ platform: 'mobile' })
    await verifyByPassword(client, asked, password)
    return client.unbindPlatform({ platform: 'mobile' })
  }

  const gone = { ok: true, data: { done: true } }
  const asks = { code: 'second_verification_required' }

  it('security: with email and old password, the owner undoes the resets of a SIM thief at once', async () => {
    const { userId, mobile, email } = await registeredLongAgo(world)
    for (let turn = 0; turn < 5; turn += 1) {
      await resetBySms(mobile, `${ofThief} ${turn}`)
      world.passMinutes(70 * 60)
    }
    expect(await removeByPassword(email, `${ofThief} 4`)).toMatchObject(asks)
    expect(await removeByPassword(email, goodPassword)).toMatchObject(gone)
    // The number gets a link, which takes the password from before the thief's.
    const link = await ticketTo(world, mobile)
    for (const password of [undefined, `${ofThief} 3`, `${ofThief} 4`])
      expect(await press(world, link, password)).toMatchObject({ ok: false })
    expect(await world.addressesOf(userId)).toMatchObject({ mobile: null, email })
  })

  it('security: with email and old password, the owner removes a stolen number at once on the page for lost numbers', async () => {
    for (const first of ['nothing', 'a reset by email', 'a press', 'a press of the thief'] as const) {
      const { userId, mobile, email } = await registeredLongAgo(world)
      await resetBySms(mobile)
      if (first === 'a reset by email') {
        await resetBy(world, email, 'five swans on the lake')
        await resetBySms(mobile)
      }
      if (first === 'a press') expect(await press(world, await ticketTo(world, email))).toMatchObject({ ok: true })
      if (first === 'a press of the thief')
        expect(await press(world, await ticketTo(world, mobile))).toMatchObject({ ok: true })
      world.passMinutes(2)
      expect(await reportLost(world, email, goodPassword), first).toMatchObject(gone)
      expect(await world.addressesOf(userId)).toMatchObject({ mobile: null, email })
    }
  })

  it('security: a thief with the SIM and a self-set password lacks two factors, in the settings and on the page', async () => {
    const { userId, mobile, email } = await registeredLongAgo(world)
    await resetBySms(mobile)
    const thief = await world.secondSession({ mobile, password: ofThief })
    world.passMinutes(2)
    const verify_ticket = await proveMobile(world, thief, mobile)
    const asked = await thief.unbindPlatform({ platform: 'email', verify_ticket })
    expect(asked).toMatchObject(asks)
    await verifyByPassword(thief, asked, ofThief)
    expect(await thief.unbindPlatform({ platform: 'email' })).toMatchObject(asks)
    const { ticket } = dataOf(await world.person().verifyPassword({ account: mobile, password: ofThief }))
    const lost = await world.person().unbindUnusableMobile({ ticket, password: ofThief })
    expect(lost).toMatchObject({ ok: true, data: { done: false } })
    expect(await world.addressesOf(userId)).toMatchObject({ mobile, email })
  })

  it('security: a thief with the mailbox and an old, leaked password gains nothing after the owner changed it', async () => {
    const changes: Record<string, (person: Awaited<ReturnType<typeof registeredLongAgo>>) => Promise<unknown>> = {
      'in the settings': async ({ mobile }) => {
        const owner = await world.secondSession({ mobile, password: goodPassword })
        return owner.updatePassword({ current_password: goodPassword, password: ofThief })
      },
      'by SMS, more than 72 hours ago': async ({ mobile }) => {
        await resetBySms(mobile)
        world.passMinutes(73 * 60)
      },
    }
    for (const [how, change] of Object.entries(changes)) {
      const person = await registeredLongAgo(world)
      await change(person)
      expect(await removeByPassword(person.email, goodPassword), how).toMatchObject(asks)
      expect(await reportLost(world, person.email, goodPassword), how).toMatchObject({ code: 'wrong_credentials' })
      expect(await world.addressesOf(person.userId)).toMatchObject({ mobile: person.mobile })
    }
  })

  it('security: a thief with only an old, leaked password can neither sign in nor prove another change', async () => {
    const { mobile, client, userId } = await registeredLongAgo(world)
    await resetBySms(mobile)
    const by = { account: mobile, password: goodPassword }
    expect(await world.person().accountLoginV2(by)).toMatchObject({ code: 'wrong_credentials' })
    expect(await world.person().verifyPassword(by)).toMatchObject({ code: 'wrong_credentials' })
    expect(await client.checkLogin({})).toMatchObject({ data: { signed_in: false } })
    const owner = await signInByCode(world, mobile)
    world.passMinutes(11)
    const asked = await owner.exportData({})
    expect(await verifyByPassword(owner, asked, goodPassword)).toMatchObject({ code: 'wrong_credentials' })
    expect(await world.addressesOf(userId)).toMatchObject({ mobile })
  })

  it('security: a mailbox thief with the password from before a reset removes the number, and the owner’s link restores it for good', async () => {
    const { userId, mobile, email } = await registeredLongAgo(world)
    await resetBySms(mobile, 'five swans on the lake')
    expect(await removeByPassword(email, goodPassword)).toMatchObject(gone)
    expect(await press(world, await ticketTo(world, mobile), goodPassword)).toMatchObject({ ok: true })
    expect(await world.addressesOf(userId)).toMatchObject({ mobile, email })
    expect(await removeByPassword(email, goodPassword)).toMatchObject(asks)
    expect(await reportLost(world, email, goodPassword)).toMatchObject({ ok: false })
    expect(await world.addressesOf(userId)).toMatchObject({ mobile, email })
  })

  it('security: a thief with the SIM cannot stop the removal by sign-in or reset, and the email can', async () => {
    for (const owner of ['waits', 'stops'] as const) {
      const { userId, mobile, email } = await registeredLongAgo(world)
      expect(await reportLost(world, email)).toMatchObject({ data: { done: false } })
      const thief = await signInByCode(world, mobile)
      const stop = await thief.stopPendingChange({ platform: 'mobile' })
      expect(stop).toMatchObject({ ...asks, data: { ways: [{ way: 'email' }, { way: 'password' }] } })
      await resetBySms(mobile)
      expect(await world.storage.pendingChanges.of(userId)).toHaveLength(1)
      if (owner === 'stops') {
        const stopping = await signInByCode(world, email)
        expect(await stopping.stopPendingChange({ platform: 'mobile' })).toMatchObject({ ok: true })
      }
      await dueAfter(world, 48 * 60)
      expect((await world.addressesOf(userId)).mobile).toBe(owner === 'stops' ? mobile : null)
    }
  })

  it('security: a thief with the SIM and its link cannot stop the removal if the account’s email is older', async () => {
    const { userId, mobile, email } = await settled(world, { older: 'email' })
    expect(await reportLost(world, email)).toMatchObject({ data: { done: false } })
    expect(await press(world, await ticketTo(world, mobile))).toMatchObject({ ok: true })
    await dueAfter(world, 48 * 60)
    expect(await world.addressesOf(userId)).toMatchObject({ mobile: null, email })
  })
})
