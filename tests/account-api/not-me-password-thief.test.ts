import { describe, expect, it } from 'vitest'
import type { Client } from '../../contract/client'
import { databases } from '../fixtures/databases'
import {
  changeAddress,
  changePassword,
  methodsOf,
  ordersOf,
  press,
  registeredSettled,
  settled,
  signInByCode,
  stolenTicket,
  ticketsTo,
} from './attacks'
import { emailCode, mobileCode, registerMobileOnly } from './bindings'
import { freshEmail, freshMobile, goodPassword, registerEmail, registerMobile, type World, worldOn } from './world'

const fiveDays = 5 * 24 * 60
const otherPassword = 'what the thief has chosen'

const signedIn = async (world: World, account: string): Promise<Client> => {
  const thief = world.person()
  const entered = await thief.accountLoginV2({ account, password: goodPassword })
  if (!entered.ok) throw new Error(`not signed in: ${entered.code}`)
  return thief
}

describe.each(databases)('a thief of the password on $name', (database) => {
  const world = worldOn(database)

  /** The thief changes the password, binds a mobile, and downloads the data: three messages for the owner. */
  const takeByMobile = async () => {
    const owner = await registerEmail(world)
    world.passMinutes(fiveDays)
    const thief = await signedIn(world, owner.email)
    const theirs = freshMobile()
    const changed = await thief.updatePassword({ current_password: goodPassword, password: otherPassword })
    const bound = await thief.bindMobile({ mobile: theirs, code: await mobileCode(world, thief, theirs) })
    expect([changed.ok, bound.ok, (await thief.exportData({})).ok]).toEqual([true, true, true])
    return { ...owner, thief, theirs, links: await ticketsTo(world, owner.email) }
  }

  /** The thief binds an email, downloads the data, and removes the owner's number. */
  const takeByEmail = async () => {
    const owner = await registerMobile(world)
    world.passMinutes(fiveDays)
    const thief = await signedIn(world, owner.mobile)
    const theirs = freshEmail()
    const bound = await thief.bindEmail({ email: theirs, code: await emailCode(world, thief, theirs) })
    expect([bound.ok, (await thief.exportData({})).ok]).toEqual([true, true])
    await changeAddress(world, owner.userId, { kind: 'mobile' })
    return { ...owner, thief, theirs, links: await ticketsTo(world, owner.mobile) }
  }

  it('security: the link about the first change takes back the second one too', async () => {
    const { email, userId, thief, theirs, links } = await takeByMobile()
    expect(links).toHaveLength(3)
    expect(await press(world, links[0] ?? '')).toMatchObject({ ok: true, data: { password_ended: true } })
    expect(await methodsOf(world, userId)).toEqual({ mobile: null, email, openids: [], hasPassword: false })
    expect(await thief.accountInfo({})).toMatchObject({ code: 'not_signed_in' })
    expect(await ticketsTo(world, theirs)).toEqual([])
  })

  it('security: whichever of three links the owner presses, in whatever order, the thief’s mobile and password are gone', async () => {
    for (const order of ordersOf([0, 1, 2])) {
      const { mobile, email, userId } = await settled(world, { older: 'mobile', password: 'hash' })
      await changePassword(world, userId, 'hash of the thief')
      await changeAddress(world, userId, { kind: 'mobile', becomes: freshMobile() })
      await changePassword(world, userId, 'another of the thief')
      const links = await ticketsTo(world, email)
      for (const index of order) expect(await press(world, links[index] ?? '')).toMatchObject({ ok: true })
      const left = { mobile, email, openids: [], hasPassword: false }
      expect(await methodsOf(world, userId), `links ${order.join(', ')}`).toEqual(left)
    }
  })

  it('security: the thief uses a link too, in every order with the owner’s, and the owner’s number comes back', async () => {
    const orders = ordersOf(['bound', 'removed', 'thief'] as const).filter((order) => order.join() !== 'thief')
    for (const order of orders) {
      const { mobile, email, userId } = await settled(world, { older: 'mobile', password: 'hash' })
      await changeAddress(world, userId, { kind: 'email' })
      const theirs = freshEmail()
      await changeAddress(world, userId, { kind: 'email', becomes: theirs })
      await changeAddress(world, userId, { kind: 'mobile' })
      const [, bound = '', removed = ''] = await ticketsTo(world, mobile)
      // No message brought it.
      expect(await ticketsTo(world, theirs)).toEqual([])
      const thief = await stolenTicket(world, userId, { kind: 'email', value: theirs })
      for (const who of order) {
        const answer = await press(world, { bound, removed, thief }[who])
        expect(answer).toMatchObject(who === 'thief' ? { code: 'ticket_refused' } : { ok: true })
      }
      const left = { mobile, email, openids: [], hasPassword: false }
      expect(await methodsOf(world, userId), order.join(', ')).toEqual(left)
    }
  })

  it('security: after the press, the owner signs in with the number that came back', async () => {
    const { mobile, userId, links } = await takeByEmail()
    expect(await press(world, links.at(-1) ?? '')).toMatchObject({ ok: true })
    expect(await methodsOf(world, userId)).toEqual({ mobile, email: null, openids: [], hasPassword: false })
    const owner = await signInByCode(world, mobile)
    expect(await owner.accountInfo({})).toMatchObject({ data: { user_id: userId } })
  })

  it('security: the address that the thief has brought gets no link, even of later changes and after the press', async () => {
    const { mobile, theirs, links } = await takeByEmail()
    await press(world, links[0] ?? '')
    const toThem = await world.storage.outbox.newest(theirs, 100)
    expect(toThem.map(({ purpose }) => purpose)).toEqual([
      'email_removed',
      'mobile_removed',
      'data_exported',
      'email_bound',
      'bind',
    ])
    // What was taken off is told without any link.
    expect(toThem[0]).toMatchObject({ link: null, body: expect.not.stringContaining('http') })
    for (const { link } of toThem.slice(1, 4)) expect(link).toBe('http://localhost:3000/account-help/not-me')
    const [told] = await world.storage.outbox.newest(mobile, 1)
    expect(told).toMatchObject({ purpose: 'account_secured' })
  })

  it('security: a link says before the press what it puts back and takes off, in full', async () => {
    const { mobile, theirs, links } = await takeByEmail()
    for (const ticket of links)
      expect(await world.person().secureAccountCheck({ ticket })).toMatchObject({
        data: {
          puts_back: [`+86 138****${mobile.slice(-4)}`],
          takes_off: [`${theirs.slice(0, 1)}***@example.com`],
          elsewhere: [],
          asks_password: false,
        },
      })
  })

  it('security: a thief who sets the password of an account that had none loses it to the first link', async () => {
    const { mobile, userId, client } = await registerMobileOnly(world)
    await client.setPassword({ password: otherPassword })
    expect(await press(world, (await ticketsTo(world, mobile))[0] ?? '')).toMatchObject({ ok: true })
    expect(await methodsOf(world, userId)).toMatchObject({ mobile, hasPassword: false })
  })

  it('security: when only a password is left, it is the one from before the thief’s', async () => {
    const { mobile, userId, password, links } = await takeByEmail()
    const thief = await signedIn(world, (await world.storage.accounts.profile(userId))?.username ?? '')
    await thief.updatePassword({ current_password: goodPassword, password: otherPassword })
    // Somebody else registers with the number, and stays.
    await registerMobile(world, { mobile, password: 'of another person' })
    expect(await press(world, links[0] ?? '')).toMatchObject({ ok: true, data: { password_ended: false } })
    expect(await methodsOf(world, userId)).toEqual({ mobile: null, email: null, openids: [], hasPassword: true })
    const { username } = (await world.storage.accounts.profile(userId)) ?? { username: '' }
    expect(await world.person().accountLoginV2({ account: username, password: otherPassword })).toMatchObject({
      ok: false,
    })
    expect(await world.person().accountLoginV2({ account: username, password })).toMatchObject({ ok: true })
  })

  it('security: a press ends pending changes, and proofs, resets and other tickets of the account', async () => {
    const owner = await registeredSettled(world)
    const thief = await signedIn(world, owner.mobile)
    const proven = await thief.verifyPassword({ account: owner.mobile, password: goodPassword })
    const asked = await thief.verifyPassword({ account: owner.mobile, password: goodPassword })
    await thief.unbindUnusableMobile({ ticket: asked.ok ? asked.data.ticket : '' })
    expect(await world.storage.pendingChanges.of(owner.userId)).toHaveLength(1)
    expect(await press(world, (await ticketsTo(world, owner.mobile)).at(-1) ?? '')).toMatchObject({ ok: true })
    expect(await world.storage.pendingChanges.of(owner.userId)).toEqual([])
    expect(await thief.unbindUnusableMobile({ ticket: proven.ok ? proven.data.ticket : '' })).toMatchObject({
      code: 'ticket_refused',
    })
    expect(await methodsOf(world, owner.userId)).toMatchObject({ mobile: owner.mobile, email: owner.email })
  })
})
