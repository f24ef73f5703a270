import { expect, it } from 'vitest'
import { changeDue } from '#account-api/addresses/binding/due-changes'
import { issueProfile } from '#account-api/addresses/platforms/platform'
import type { Client } from '#contract/client'
import { emailPurpose } from '#contract/terms/purposes'
import { disown, dueAfter, hours, lacking, registeredLongAgo, signInByCode } from '#tests/account-api/worlds/attacks'
import {
  atOnce,
  dataOf,
  describeWorlds,
  endsOf,
  freshEmail,
  freshMobile,
  goodPassword,
  ticketIn,
  verifyByPassword,
} from '#tests/account-api/worlds/worlds'
import {
  emailCode,
  maskedMobile,
  newMobileCode,
  proveEmail,
  proveFactor,
  proveMobile,
  replaceEmail,
  reportLost,
  resetBy,
} from './binding/bindings'

const another = 'seven lamps over the bay'
const waits = { ok: true, data: { done: false, takes_effect_at: expect.any(String) } }
const done = { ok: true, data: { done: true, takes_effect_at: null } }
const isSignedIn = (signed_in: boolean) => ({ data: { signed_in } })

describeWorlds('whole attacks on the sign-in methods of an account, on $name', (world) => {
  type Person = Awaited<ReturnType<typeof registeredLongAgo>>

  const enter = (address: string) => signInByCode(world, address)
  const enterByPassword = (mobile: string, password = goodPassword) => world.secondSession({ mobile, password })

  const resetByEmail = async (email: string) => expect(await resetBy(world, email, another)).toMatchObject({ ok: true })

  it.each(['mobile', 'email'] as const)(
    'security: a thief of the password cannot remove the %s at once, and the owner’s sign-in by it keeps it',
    async (platform) => {
      const { userId, mobile, email, [platform]: address } = await registeredLongAgo(world)
      const thief = await enterByPassword(mobile)
      expect(await thief.unbindPlatform({ platform })).toMatchObject(lacking('mobile', 'email'))
      expect(await world.addressesOf(userId)).toMatchObject({ mobile, email })
      expect(await thief.unbindPlatform({ platform, wait: 1 })).toMatchObject(waits)
      const told = { purpose: `${platform}_removal_asked`, link: expect.stringContaining('?ticket=') }
      for (const each of [mobile, email]) expect(await world.toldLast(each)).toMatchObject(told)
      await enter(address)
      await world.expectTold(`${platform}_removal_stopped`, mobile, email)
      await dueAfter(world, hours(48))
      expect(await world.addressesOf(userId)).toMatchObject({ mobile, email })
    },
  )

  it('security: a thief of the password gains nothing by their own email', async () => {
    const { userId, mobile, password } = await world.registerMobile()
    world.passMinutes(hours(24 * 100))
    const thief = await enterByPassword(mobile)
    const email = freshEmail()
    expect(await thief.bindEmail({ email, code: await emailCode(world, thief, email) })).toMatchObject({ ok: true })
    const ticket = await proveEmail(world, thief, email)
    expect(await thief.unbindPlatform({ platform: 'mobile', verify_ticket: ticket })).toMatchObject(lacking('mobile'))
    world.passMinutes(2)
    await proveFactor(world, thief, email)
    expect(await thief.unbindPlatform({ platform: 'mobile' })).toMatchObject(lacking('mobile'))
    // The page for a lost number proves no more.
    world.passMinutes(2)
    const lost = { ticket: await world.validatedTicket(email, emailPurpose.notSignedIn), password }
    expect(await world.person().unusableMobileCheck(lost)).toMatchObject({ data: { password_helps: false } })
    expect(await world.person().unbindUnusableMobile(lost)).toMatchObject({ data: { done: false } })
    expect(await world.addressesOf(userId)).toMatchObject({ mobile })
  })

  it('security: a thief of the mailbox who resets the password has one factor, and the owner’s number stays', async () => {
    const { userId, mobile, email } = await registeredLongAgo(world)
    await resetByEmail(email)
    const thief = await enterByPassword(mobile, another)
    world.passMinutes(2)
    const ticket = await proveEmail(world, thief, email)
    expect(await thief.unbindPlatform({ platform: 'mobile', verify_ticket: ticket })).toMatchObject(lacking('mobile'))
    // A new password and the mailbox do not help on the page for a lost number either.
    expect(await reportLost(world, email, another)).toMatchObject({ data: { done: false } })
    expect(await world.addressesOf(userId)).toMatchObject({ mobile })
    // Anyone who asked has proven the mailbox, so the owner says more than that the number is theirs.
    await enter(mobile)
    expect(await world.storage.pendingChanges.of(userId)).toHaveLength(1)
    dataOf(await disown(world, mobile))
    await dueAfter(world, hours(48))
    expect(await world.addressesOf(userId)).toMatchObject({ mobile, email })
  })

  it('security: a thief of the phone cannot replace its number while the account has an older email', async () => {
    const { userId, mobile, email } = await registeredLongAgo(world)
    const thief = await enter(mobile)
    world.passMinutes(2)
    const ticket = await proveMobile(world, thief, mobile)
    const theirs = freshMobile()
    const change = { ticket, mobile: theirs, code: await newMobileCode(world, thief, { ticket, mobile: theirs }) }
    expect(await thief.rebindMobile(change)).toMatchObject(lacking('email', 'password'))
    expect(dataOf(await thief.rebindMobile({ ...change, wait: 1 })).takes_effect_at).toEqual(expect.any(String))
    expect(await world.addressesOf(userId)).toMatchObject({ mobile })
    expect(await world.toldLast(email)).toMatchObject({ purpose: 'mobile_change_asked' })
    expect(await world.messagesTo(theirs)).toBe(1)
    dataOf(await disown(world, email))
    await dueAfter(world, hours(48))
    expect(await world.addressesOf(userId)).toMatchObject({ mobile, email })
  })

  const cancel = async ({ mobile, email }: Person) => {
    const owner = await enterByPassword(mobile)
    const cancel_ticket = await proveEmail(world, owner, email, 'cancellation')
    expect(await owner.cancelConfirm({ cancel_ticket })).toMatchObject({ ok: true })
  }

  const ends: Record<string, (person: Person) => Promise<unknown>> = {
    'a reset of the password': ({ email }) => resetByEmail(email),
    'a change of the password': async ({ mobile, password }) => {
      const owner = await enterByPassword(mobile)
      return owner.updatePassword({ current_password: password, password: another })
    },
    '“this was not me”': ({ email }) => disown(world, email),
    'restoring the account after a cancellation': async (person) => {
      await cancel(person)
      const { email: account, password } = person
      const asked = await world.person().accountLoginV2({ account, password, need_frozen_user: 1 })
      return world.person().undoCancellation({ ticket: ticketIn(asked) })
    },
  }

  it.each(Object.entries(ends))(
    'security: %s drops all pending changes, and the addresses are notified',
    async (_end, end) => {
      const person = await registeredLongAgo(world)
      const { userId, mobile, email } = person
      const thief = await enterByPassword(mobile)
      await thief.unbindPlatform({ platform: 'mobile', wait: 1 })
      await thief.unbindPlatform({ platform: 'email', wait: 1, without_address: 1 })
      expect(await world.storage.pendingChanges.of(userId)).toHaveLength(2)
      await end(person)
      expect(await world.storage.pendingChanges.of(userId)).toEqual([])
      const told = await world.newsTo(mobile, 20)
      expect(told).toEqual(expect.arrayContaining(['mobile_removal_stopped', 'email_removal_stopped']))
      await dueAfter(world, hours(48))
      expect(await world.addressesOf(userId)).toMatchObject({ mobile, email })
    },
  )

  it('security: repeated requests send a bounded number of messages', async () => {
    const { mobile, email, userId } = await registeredLongAgo(world)
    const thief = await enterByPassword(mobile)
    const before = await world.messagesTo(email)
    const answers = []
    for (let turn = 0; turn < 12; turn += 1) {
      answers.push(await thief.unbindPlatform({ platform: 'mobile', wait: 1 }))
      answers.push(await thief.unbindPlatform({ platform: 'mobile', wait: 1 }))
      await thief.stopPendingChange({ platform: 'mobile' })
    }
    expect(endsOf(answers)).toMatchObject({ ok: 10 })
    expect(answers.at(-1)).toMatchObject({ code: 'too_many_requests', data: { retry_after: expect.any(Number) } })
    expect((await world.messagesTo(email)) - before).toBe(10)
    expect(await world.addressesOf(userId)).toMatchObject({ mobile })
  })

  it('security: when a stop and twenty workers handle a due change at the same time, exactly one succeeds', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { userId, mobile, email } = await registeredLongAgo(world)
      const thief = await enterByPassword(mobile)
      await thief.unbindPlatform({ platform: 'mobile', wait: 1 })
      world.passMinutes(hours(48))
      const owner = await enter(email)
      const before = await world.messagesTo(mobile)
      await Promise.all([owner.stopPendingChange({ platform: 'mobile' }), atOnce(20, () => changeDue(world.service))])
      const { mobile: now } = await world.addressesOf(userId)
      const [newest] = await world.activityOf(userId)
      expect(newest?.[0]).toBe(now === null ? 'mobile_removed' : 'mobile_removal_stopped')
      expect((await world.messagesTo(mobile)) - before).toBe(1)
    }
  })

  it('happy: a wait that no method of the account can shorten is announced before the first code', async () => {
    const slow = async (client: Client) => dataOf(await client.accountInfo({ need_changes: 1 })).slow_changes
    const { client, mobile } = await world.registerMobileOnly()
    expect(await slow(client)).toEqual([])
    // A new password lets its person in, and is no second factor yet.
    dataOf(await client.setPassword({ password: another }))
    expect(await slow(client)).toEqual([{ way: 'mobile', hours: 48 }])
    const wanted = { ticket: await proveMobile(world, client, mobile), mobile: freshMobile() }
    const asked = await client.rebindMobile({ ...wanted, code: await newMobileCode(world, client, wanted) })
    expect(asked).toMatchObject({ ok: true, data: { takes_effect_at: expect.any(String) } })
    expect(await slow(await enter((await registeredLongAgo(world)).mobile))).toEqual([])
  })

  /** A person with an old account who has requested another email, which has to wait. */
  const replacing = async () => {
    const person = await registeredLongAgo(world)
    const client = await enter(person.email)
    world.passMinutes(2)
    const wanted = freshEmail()
    await replaceEmail(world, client, { email: person.email, becomes: wanted, wait: 1 })
    return { ...person, client, wanted }
  }

  it('happy: a pending replacement is made when it is due, and every address is notified', async () => {
    const { userId, mobile, email, client, wanted } = await replacing()
    const pending_changes = [{ way: 'email', becomes: 'p***@example.com' }]
    expect(await client.accountInfo({})).toMatchObject({ data: { pending_changes } })
    // Who asked could prove the old address, so a sign-in with it does not stop the change.
    await enter(email)
    const other = await enter(mobile)
    await dueAfter(world, hours(48))
    expect(await world.addressesOf(userId)).toMatchObject({ mobile, email: wanted })
    await world.expectTold('email_changed', mobile, email, wanted)
    expect(await client.checkLogin({})).toMatchObject(isSignedIn(false))
    expect(await other.checkLogin({})).toMatchObject(isSignedIn(true))
  })

  it('happy: a removal ends the sessions that began by the address, and keeps the current session', async () => {
    const { mobile, email } = await registeredLongAgo(world)
    const [sms, mail, known] = [await enter(mobile), await enter(email), await enterByPassword(mobile)]
    world.passMinutes(2)
    await proveFactor(world, sms, email)
    const lost = await enter(mobile)
    expect(await sms.unbindPlatform({ platform: 'mobile' })).toMatchObject(done)
    expect(await lost.checkLogin({})).toMatchObject(isSignedIn(false))
    for (const client of [sms, mail, known]) expect(await client.checkLogin({})).toMatchObject(isSignedIn(true))
  })

  it('error: a pending replacement is dropped and reported if another account has the address by then', async () => {
    const { userId, email, mobile, wanted } = await replacing()
    const holder = await world.registerEmail({ email: wanted })
    await dueAfter(world, hours(48))
    expect(await world.addressesOf(userId)).toMatchObject({ email })
    expect(await world.addressesOf(holder.userId)).toMatchObject({ email: wanted })
    expect(await world.toldLast(mobile)).toMatchObject({ purpose: 'email_removal_stopped' })
  })

  it('error: if both of the last two sign-in methods have pending removals, one stays', async () => {
    const { userId, mobile, email } = await registeredLongAgo(world)
    const account = await world.storage.accounts.profile(userId)
    const client = await enter(mobile)
    await client.unbindPlatform({ platform: 'mobile', wait: 1 })
    await client.unbindPlatform({ platform: 'email', wait: 1 })
    await world.storage.accounts.replacePassword(userId, { was: account?.passwordHash ?? '', becomes: null })
    await dueAfter(world, hours(48))
    const { mobile: number, email: mailbox } = await world.addressesOf(userId)
    expect([number, mailbox].filter((value) => value === mobile || value === email)).toHaveLength(1)
    expect(await world.storage.pendingChanges.of(userId)).toEqual([])
  })

  it('happy: a third-party identity is replaced at once with two factors, and otherwise when it is due', async () => {
    const { mobile, userId } = await registeredLongAgo(world)
    const key = (name: string) =>
      issueProfile(world.service, { platform: 'example', openid: `${userId} ${name}`, name })
    const client = await enterByPassword(mobile)
    await client.bindAuth({ platform: 'example', profile_key: await key('Ann') })
    const bea = { platform: 'example', profile_key: await key('Bea'), change_bind: 1 }
    expect(await client.bindAuth(bea)).toMatchObject(lacking('mobile', 'email'))
    const waiting = await client.bindAuth({ ...bea, wait: 1 })
    expect(waiting).toMatchObject({ data: { takes_effect_at: expect.any(String) } })
    const names = async () => (await world.storage.platforms.of(userId)).map(({ name }) => name)
    expect(await names()).toEqual(['Ann'])
    expect(await client.bindVerifyInfo({})).toMatchObject({ data: { platforms: [{ becomes: 'Bea' }] } })
    await dueAfter(world, hours(48))
    expect(await names()).toEqual(['Bea'])
    const owner = await enter(mobile)
    const cyd = { platform: 'example', profile_key: await key('Cyd'), change_bind: 1 }
    const asked = await owner.bindAuth(cyd)
    await verifyByPassword(owner, asked)
    expect(await owner.bindAuth(cyd)).toMatchObject({ data: { takes_effect_at: null } })
    expect(await names()).toEqual(['Cyd'])
  })

  it('happy: a pending removal is not carried out on a cancelled account', async () => {
    const person = await registeredLongAgo(world)
    const { userId, mobile, email } = person
    const client = await enterByPassword(mobile)
    await client.unbindPlatform({ platform: 'mobile', wait: 1 })
    await cancel(person)
    await dueAfter(world, hours(48))
    expect(await world.addressesOf(userId)).toMatchObject({ mobile, email })
    expect(await world.toldLast(email)).toMatchObject({ purpose: 'mobile_removal_stopped' })
  })

  it('happy: a message about a pending change gives its time, in words that fit the change', async () => {
    const { mobile, email } = await registeredLongAgo(world)
    const client = await enterByPassword(mobile)
    await client.unbindPlatform({ platform: 'email', wait: 1 })
    expect((await world.toldLast(mobile))?.body).toContain('to remove the email address of your account')
    await client.stopPendingChange({ platform: 'email' })
    expect((await world.toldLast(email))?.body).toContain('stays with your account')
    expect((await world.toldLast(mobile))?.body).not.toContain(maskedMobile(mobile))
  })
})
