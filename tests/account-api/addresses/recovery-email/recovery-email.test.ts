import { expect, it } from 'vitest'
import { recoveryEmailRule } from '#account-api/addresses/recovery-email/recovery-email'
import type { Client } from '#contract/client'
import { emailPurpose } from '#contract/terms/purposes'
import { proveFactor } from '#tests/account-api/addresses/binding/bindings'
import { press, signInByCode, ticketsTo, ticketTo } from '#tests/account-api/worlds/attacks'
import { codeOf, dataOf, describeWorlds, freshEmail, goodPassword, refused } from '#tests/account-api/worlds/worlds'
import { recoveryCode, recoveryOf, setRecovery, withRecovery } from './recovery-emails'

describeWorlds('a recovery address on $name', (world) => {
  const infoOf = async ({ client }: Awaited<ReturnType<typeof world.registerBoth>>) =>
    dataOf(await client.recoveryEmailInfo({}))

  it('happy: a recovery address is added with its code, all addresses are notified, and no address of the account is added again', async () => {
    const ann = await world.registerBoth()
    const recovery = await setRecovery(world, ann.client)
    expect(await infoOf(ann)).toMatchObject({ email: expect.stringMatching(/^p\*\*\*@/) })
    expect(dataOf(await ann.client.accountInfo({})).recovery_email).toMatch(/^p\*\*\*@/)
    for (const to of [ann.mobile, ann.email, recovery])
      expect((await world.newsTo(to))[0], to).toBe('recovery_email_added')
    expect((await world.activityOf(ann.userId))[0]?.[0]).toBe('recovery_email_added')
    const same = { code: 'invalid_input', data: { fields: [{ field: 'email', reason: 'same' }] } }
    for (const email of [ann.email, recovery])
      expect(await ann.client.sendRecoveryEmailCode({ email })).toMatchObject(same)
  })

  it('happy: a recovery address counts after 72 hours, and then gets copies of messages', async () => {
    const ann = await world.registerBoth()
    const recovery = await setRecovery(world, ann.client)
    expect((await infoOf(ann)).counts_from).not.toBeNull()
    await ann.client.updatePassword({ current_password: goodPassword, password: 'a lake under the moon' })
    expect(await world.newsTo(recovery, 20)).not.toContain('password_changed')
    world.passMinutes(72 * 60)
    expect((await infoOf(ann)).counts_from).toBeNull()
    await ann.client.updatePassword({ current_password: 'a lake under the moon', password: goodPassword })
    expect((await world.newsTo(recovery))[0]).toBe('password_changed')
  })

  it('happy: the recovery address gets a copy of the message about a sign-in from a new browser', async () => {
    const { mobile, recovery } = await withRecovery(world)
    await signInByCode(world, mobile)
    expect((await world.newsTo(recovery))[0]).toBe('signed_in_new')
  })

  it('happy: a new recovery address replaces the earlier one, which is notified and can undo that', async () => {
    const ann = await withRecovery(world)
    await signInFresh(ann)
    const next = await setRecovery(world, ann.client)
    expect(await recoveryOf(world, ann.userId)).toBe(next)
    expect((await world.newsTo(ann.recovery))[0]).toBe('recovery_email_changed')
    expect(await press(world, await ticketTo(world, ann.recovery))).toMatchObject({ ok: true })
    expect(await recoveryOf(world, ann.userId)).toBe(ann.recovery)
  })

  it('happy: a removed recovery address is notified', async () => {
    const ann = await withRecovery(world)
    await signInFresh(ann)
    dataOf(await ann.client.removeRecoveryEmail({}))
    expect(await infoOf(ann)).toMatchObject({ email: null, counts_from: null })
    expect((await world.newsTo(ann.recovery))[0]).toBe('recovery_email_removed')
    expect(codeOf(await ann.client.removeRecoveryEmail({}))).toBe('nothing_bound')
  })

  it('security: a code that binds an email proves no recovery address', async () => {
    const { client, userId } = await world.registerMobile()
    const email = freshEmail()
    const code = await world.codeFor(email, emailPurpose.bind, client)
    expect(codeOf(await client.setRecoveryEmail({ email, code }))).toBe('code_expired')
    expect(await recoveryOf(world, userId)).toBeNull()
  })

  it('security: a recovery address cannot sign in, reset or bind, and can still be bound by its own account', async () => {
    const { recovery } = await withRecovery(world)
    const visitor = world.person()
    for (const type of [emailPurpose.login, emailPurpose.resetPassword, emailPurpose.notSignedIn]) {
      await visitor.sendEmailCode({ email: recovery, type })
      expect((await world.newsTo(recovery))[0]).toBe('no_account')
    }
    world.passMinutes(2)
    const other = await world.registerEmail({ email: recovery })
    expect(dataOf(await other.client.accountInfo({})).email_verified).toBe(true)
  })

  it('security: the email of another account may be a recovery address, which gives that account nothing', async () => {
    const [ann, bob] = [await world.registerBoth(), await world.registerBoth()]
    await setRecovery(world, ann.client, bob.email)
    expect(await recoveryOf(world, ann.userId)).toBe(bob.email)
    expect(await world.addressesOf(bob.userId)).toMatchObject({ email: bob.email })
    world.passMinutes(4 * 24 * 60)
    await signInFresh(ann)
    dataOf(await ann.client.removeRecoveryEmail({}))
    // Bob presses, but only for Ann’s account.
    dataOf(await press(world, await ticketTo(world, bob.email)))
    expect(await recoveryOf(world, ann.userId)).toBe(bob.email)
    expect(await world.sessionsOf(bob.userId)).toHaveLength(1)
  })

  it('security: a mailbox can be the recovery address of few accounts, and only its code shows which', async () => {
    const email = freshEmail()
    for (let count = 0; count < recoveryEmailRule.mostAccounts; count++) {
      const { userId } = await world.registerBothFast()
      await world.storage.recoveryEmails.put({ accountId: userId, email, addedAt: world.deployment.now() })
    }
    const { client, userId } = await world.registerMobileOnly()
    const code = await recoveryCode(world, client, email)
    await refused(client.setRecoveryEmail({ email, code }), 'recovery_email_full', { most: 10 })
    expect(await recoveryOf(world, userId)).toBeNull()
  })

  it('security: a recovery address added by a thief gets no message and undoes nothing before the owner can object', async () => {
    const owner = await world.registerBoth()
    world.passMinutes(30 * 24 * 60)
    const thief = await signInByCode(world, owner.mobile)
    const planted = await setRecovery(world, thief)
    expect(await ticketsTo(world, planted)).toEqual([])
    expect(await press(world, await ticketTo(world, owner.email))).toMatchObject({ ok: true })
    expect(await recoveryOf(world, owner.userId)).toBeNull()
    expect((await world.newsTo(planted))[0]).toBe('recovery_email_removed')
  })

  it('security: after a press, a recovery address is changed with a proof of the guarding address alone', async () => {
    const ann = await withRecovery(world)
    await removeByBoth(ann)
    dataOf(await press(world, await ticketTo(world, ann.email)))
    const again = await signInByCode(world, ann.mobile)
    expect(await again.removeRecoveryEmail({})).toMatchObject({
      code: 'second_verification_required',
      data: { ways: [{ way: 'email' }] },
    })
  })

  it('security: a phone thief who makes the phone the guard does not silence the recovery address', async () => {
    const owner = await withRecovery(world)
    dataOf(await (await signInByCode(world, owner.mobile)).removeRecoveryEmail({ wait: 1 }))
    dataOf(await press(world, await ticketTo(world, owner.mobile)))
    const thief = await signInByCode(world, owner.mobile)
    expect(codeOf(await thief.removeRecoveryEmail({}))).toBe('second_verification_required')
    expect(await recoveryOf(world, owner.userId)).toBe(owner.recovery)
  })

  it('security: a stranger’s mailbox, once removed as recovery address, can restore itself once', async () => {
    const owner = await withRecovery(world)
    await removeByBoth(owner)
    dataOf(await press(world, await ticketTo(world, owner.recovery)))
    expect(await recoveryOf(world, owner.userId)).toBe(owner.recovery)
    expect(await world.sessionsOf(owner.userId)).toEqual([])
    await removeByBoth(owner)
    // Of the later messages, the one about the sign-in has a link. It was sent before the removal, so it is refused.
    expect(codeOf(await press(world, await ticketTo(world, owner.recovery)))).toBe('ticket_refused')
    expect(await recoveryOf(world, owner.userId)).toBeNull()
  })

  it('security: two concurrent changes leave one recovery address, and each sends a message', async () => {
    const { client, mobile, userId } = await world.registerBoth()
    const emails = [freshEmail(), freshEmail()]
    const codes = [] as string[]
    for (const email of emails) codes.push(await recoveryCode(world, client, email))
    await Promise.all(
      emails.map(async (email, nth) => dataOf(await client.setRecoveryEmail({ email, code: codes[nth] ?? '' }))),
    )
    expect(emails).toContain(await recoveryOf(world, userId))
    expect((await world.newsTo(mobile, 2)).sort()).toEqual(['recovery_email_added', 'recovery_email_changed'])
  })

  /** Proves two factors, as removing an old recovery address requires. */
  const signInFresh = async ({ client, mobile }: { client: Client; mobile: string }) => {
    dataOf(await client.accountLoginV2({ account: mobile, password: goodPassword }))
    await proveFactor(world, client, mobile)
  }

  /** Removes the recovery address with codes to both addresses. */
  const removeByBoth = async ({ mobile, email }: { mobile: string; email: string }) => {
    const client = await signInByCode(world, mobile)
    await proveFactor(world, client, email)
    dataOf(await client.removeRecoveryEmail({}))
  }
})
