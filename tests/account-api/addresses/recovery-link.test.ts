import { expect, it } from 'vitest'
import { changeDue } from '#account-api/addresses/binding/due-changes'
import { operate } from '#tests/account-api/applications/services/services'
import { days, disown, dueAfter, hours, registeredLongAgo, settled } from '#tests/account-api/worlds/attacks'
import { codeOf, dataOf, describeWorlds, freshEmail, goodPassword, refused } from '#tests/account-api/worlds/worlds'

const reason = 'she has shown her passport'
const password = 'the moon over a river'

describeWorlds('a recovery by the operator on $name', (world) => {
  const recover = (userId: string, to: string) =>
    operate(world, 'users', 'recover', userId, '--to', to, '--reason', reason)

  /** An account whose owner has asked for help, and where the link goes. */
  const asked = async (account: { userId: string }) => {
    const to = freshEmail()
    expect(await recover(account.userId, to)).toMatchObject({ ok: true })
    return to
  }

  /** The ticket of the link, once it has been sent. */
  const sent = async (to: string, wait = hours(48)) => {
    await dueAfter(world, wait + 1)
    const { link, purpose } = (await world.toldLast(to)) ?? {}
    return purpose === 'recovery_link' ? (new URL(link ?? '').searchParams.get('ticket') ?? '') : undefined
  }

  /** An owner, and the ticket of the link that was sent. */
  const withLink = async () => {
    const owner = await registeredLongAgo(world)
    return { owner, ticket: (await sent(await asked(owner))) ?? '' }
  }

  const use = (ticket: string) => world.person().recoverAccount({ ticket, password })

  it('happy: an owner who cannot sign in is notified at all addresses, waits, and sets a new password', async () => {
    const owner = await registeredLongAgo(world)
    const to = await asked(owner)
    const link = expect.stringContaining('/account-help/not-me?ticket=')
    for (const address of [owner.mobile, owner.email])
      expect(await world.toldLast(address)).toMatchObject({ purpose: 'recovery_asked', link })
    expect((await world.activityOf(owner.userId))[0]).toEqual(['recovery_asked', reason])
    expect(await world.messagesTo(to)).toBe(0)

    const ticket = (await sent(to)) ?? ''
    const check = await world.person().recoverAccountCheck({ ticket })
    expect(check).toMatchObject({ ok: true, data: { email: expect.stringMatching(/^p\*\*\*@/) } })
    expect(await use(ticket)).toMatchObject({ ok: true })
    expect(await world.sessionsOf(owner.userId)).toEqual([])
    const former = { account: owner.mobile, password: goodPassword }
    await refused(world.person().accountLoginV2(former), 'wrong_credentials')
    expect(await world.person().accountLoginV2({ account: owner.mobile, password })).toMatchObject({ ok: true })
    await world.expectTold('email_change_asked', owner.mobile, owner.email)

    await dueAfter(world, hours(49))
    expect(await world.profileOf(owner.userId)).toMatchObject({ email: to })
  })

  it('happy: an account without an email gets the link’s address as an unconfirmed email', async () => {
    const owner = await world.registerMobile()
    const to = await asked(owner)
    expect(await use((await sent(to)) ?? '')).toMatchObject({ ok: true })
    expect(await world.profileOf(owner.userId)).toMatchObject({ email: null, unverifiedEmail: to })
  })

  it('happy: a lost authenticator is removed, and every address is notified', async () => {
    const owner = await registeredLongAgo(world)
    const secret = { sealed: 's', sealedBy: 'k', since: 1, asks: true, lastStep: 0 }
    await world.storage.authenticators.put({ accountId: owner.userId, ...secret })
    expect(await use((await sent(await asked(owner))) ?? '')).toMatchObject({ ok: true })
    expect(await world.profileOf(owner.userId)).toMatchObject({ authenticatorSince: null, asksAuthenticator: false })
    expect((await world.activityOf(owner.userId)).map(([kind]) => kind)).toContain('authenticator_removed')
  })

  it('security: the link in the notice of a recovery stops it before its own link is sent, and signs nobody in', async () => {
    const owner = await registeredLongAgo(world)
    const to = await asked(owner)
    // A reader of one of the owner's mailboxes gets no more by it.
    const reader = world.person()
    dataOf(await reader.secureAccount({ ticket: await world.linkTicketTo(owner.email) }))
    expect(dataOf(await reader.checkLogin({}))).toMatchObject({ signed_in: false })
    expect(await sent(to)).toBeUndefined()
    expect(await world.addressesOf(owner.userId)).toMatchObject({ mobile: owner.mobile, email: owner.email })
    expect((await world.activityOf(owner.userId)).map(([kind]) => kind)).toContain('recovery_stopped')
  })

  it('security: an owner who is signed in somewhere stops a recovery in the settings', async () => {
    const owner = await registeredLongAgo(world)
    const to = await asked(owner)
    const client = await world.secondSession(owner)
    const { pending_changes } = dataOf(await client.accountInfo({}))
    expect(pending_changes).toMatchObject([{ way: 'recovery_link' }])
    expect(await client.stopPendingChange({ platform: 'recovery_link' })).toMatchObject({ ok: true })
    expect(await sent(to)).toBeUndefined()
  })

  it('security: a stopped recovery cannot be requested again for a week', async () => {
    const owner = await registeredLongAgo(world)
    await asked(owner)
    dataOf(await disown(world, owner.email))
    const to = freshEmail()
    expect((await recover(owner.userId, to)).text).toContain('within the last 7 days')
    world.passMinutes(days(7))
    expect(await recover(owner.userId, to)).toMatchObject({ ok: true })
  })

  it('happy: an operator who mistyped the address stops the recovery, and can request it again at once', async () => {
    const owner = await registeredLongAgo(world)
    const wrong = await asked(owner)
    const stop = () => operate(world, 'users', 'stop-recovery', owner.userId, '--reason', 'the address was mistyped')
    expect(await stop()).toMatchObject({ ok: true })
    expect(await stop()).toMatchObject({ ok: false })
    const to = await asked(owner)
    expect(await sent(to)).toBeDefined()
    expect(await world.messagesTo(wrong)).toBe(0)
  })

  it('security: if a thief gets and uses a recovery link, an older address restores everything', async () => {
    const { owner, ticket } = await withLink()
    expect(await use(ticket)).toMatchObject({ ok: true })
    const thief = await world.secondSession({ ...owner, password })
    expect(await thief.unbindPlatform({ platform: 'mobile', wait: 1 })).toMatchObject({ ok: false })
    dataOf(await disown(world, owner.mobile))
    expect(await thief.accountInfo({})).toMatchObject({ code: 'not_signed_in' })
    expect(codeOf(await world.person().accountLoginV2({ account: owner.mobile, password }))).toBe('wrong_credentials')
    await dueAfter(world, hours(49))
    expect(await world.addressesOf(owner.userId)).toMatchObject({ mobile: owner.mobile, email: owner.email })
  })

  it('security: a stolen link sets nothing after its first use, or in a second use at the same moment', async () => {
    const { ticket } = await withLink()
    const both = await Promise.all([use(ticket), use(ticket)])
    expect(both.map(codeOf).sort()).toEqual(['ok', 'ticket_refused'])
    expect(codeOf(await use(ticket))).toBe('ticket_refused')
  })

  it('error: neither ten openings by a mail scanner nor a refused password use up the link', async () => {
    const { ticket } = await withLink()
    for (let turn = 0; turn < 10; turn += 1)
      expect(await world.person().recoverAccountCheck({ ticket })).toMatchObject({ ok: true })
    await refused(world.person().recoverAccount({ ticket, password: 'password' }), 'password_refused')
    expect(await use(ticket)).toMatchObject({ ok: true })
  })

  it.each(
    Object.entries<(owner: { userId: string; email: string; hash: string | null }) => Promise<unknown>>({
      'a press of “this was not me”': ({ email }) => disown(world, email),
      'a new password': (owner) =>
        world.storage.accounts.replacePassword(owner.userId, { was: owner.hash, becomes: 'h' }),
      'another address': ({ userId, email }) =>
        world.storage.accounts.unbind({ accountId: userId, kind: 'email', value: email }),
      'a cancellation': (owner) => world.storage.standing.cancel(owner.userId, world.deployment.now() + 1_000_000_000),
      'an erasure': async (owner) => {
        await world.storage.standing.cancel(owner.userId, 1)
        await world.storage.standing.erase(owner.userId, world.deployment.now())
      },
      'a freeze that has ended': async ({ userId }) => {
        await operate(world, 'users', 'freeze', userId, '--reason', reason)
        await operate(world, 'users', 'unfreeze', userId, '--reason', reason)
      },
    }),
  )('security: %s ends a sent link and a pending recovery', async (_what, change) => {
    const [first, other] = [await registeredLongAgo(world), await registeredLongAgo(world)]
    const ticket = (await sent(await asked(first))) ?? ''
    const to = await asked(other)
    for (const { userId, email } of [first, other])
      await change({ userId, email, hash: (await world.profileOf(userId)).passwordHash })
    expect(codeOf(await use(ticket))).toBe('ticket_refused')
    expect(codeOf(await world.person().recoverAccountCheck({ ticket }))).toBe('ticket_refused')
    expect(await sent(to)).toBeUndefined()
  })

  it('security: a link expires after 7 days', async () => {
    const { owner, ticket } = await withLink()
    world.passMinutes(days(7) + 1)
    expect(codeOf(await use(ticket))).toBe('ticket_refused')
    await changeDue(world.service)
    expect(await world.storage.pendingChanges.of(owner.userId)).toEqual([])
    expect(await recover(owner.userId, freshEmail())).toMatchObject({ ok: true })
  })

  it('security: only one of two recoveries requested at the same time is created, and its message goes to one address', async () => {
    const owner = await registeredLongAgo(world)
    const answers = await Promise.all([recover(owner.userId, freshEmail()), recover(owner.userId, freshEmail())])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('error: an account without addresses, a suspended account, and an address that cannot get the link are refused', async () => {
    const owner = await registeredLongAgo(world)
    const other = await world.registerEmail()
    const refusalOf = async (to: string, userId = owner.userId) => (await recover(userId, to)).text
    expect(await refusalOf('no address')).toContain('Give an email address')
    expect(await refusalOf('+8613800138000')).toContain('Give an email address')
    expect(await refusalOf(owner.email)).toContain('has this address already')
    expect(await refusalOf(other.email)).toContain('Another account')
    expect(await refusalOf(freshEmail(), 'nobody')).toContain('no such user')
    await operate(world, 'users', 'freeze', other.userId, '--reason', reason)
    expect(await refusalOf(freshEmail(), other.userId)).toContain('frozen')
    const silent = await settled(world, { older: 'neither' })
    for (const kind of ['mobile', 'email'] as const)
      await world.storage.accounts.unbind({ accountId: silent.userId, kind, value: silent[kind] })
    expect(await refusalOf(freshEmail(), silent.userId)).toContain('nobody could stop it')
  })
})
