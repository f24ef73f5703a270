import { expect, it } from 'vitest'
import { beginAct, eventOf } from '#account-api/kernel/events/event'
import { failureKeys } from '#account-api/verification/password-guesses/failures'
import { emailPurpose } from '#contract/terms/purposes'
import { operate } from '#tests/account-api/applications/services/services'
import { logOf, openWithMember } from '#tests/account-api/organisations/members/members'
import { registeredLongAgo } from '#tests/account-api/worlds/attacks'
import {
  codeOf,
  dataOf,
  describeWorlds,
  freshAddress,
  freshEmail,
  goodPassword,
} from '#tests/account-api/worlds/worlds'
import { operatorsOf } from './keys/operators'

const reason = 'she has called us'

describeWorlds('what an operator does for a person on $name', (world) => {
  const show = async (...words: string[]) => (await operate(world, 'users', 'show', ...words)).text

  it('happy: a person is found by every identifier, by id, and by an organisation’s ids for them', async () => {
    const { sec_subject_uid, manager, bo } = await openWithMember(world)
    const { username } = await world.profileOf(bo.userId)
    const [place] = await world.storage.members.ofAccount(bo.userId, { offset: 0, limit: 1 })
    const ids = [bo.userId, bo.mobile, username, place?.member.userPublicId ?? '', place?.member.publicId ?? '']
    for (const named of ids) expect(await show(named), named).toContain(`user id\t${bo.userId}`)
    expect(await show(bo.mobile)).toContain(`(${sec_subject_uid})\tno role`)
    expect(await show(manager.mobile)).toContain('\tmanager')
    expect(await show('nobody@example.com')).toBe('There is no user nobody@example.com.')
  })

  it('happy: people are found by the beginning of a name, username, email or number, and addresses are masked', async () => {
    const { own } = operatorsOf(world)
    const { userId, mobile, email, client } = await world.registerBoth()
    dataOf(await client.accountSet({ name: 'Quilla O’Ötzi 李' }))
    const { username } = await world.profileOf(userId)
    const found = async (search: string) => {
      const answer = await own().findUsers({ search })
      return answer.ok ? answer.data.users.map(({ user_id }) => user_id) : []
    }
    for (const search of ['quILLa ', "quilla o'otzi", username.slice(0, 12), email.slice(0, -3), mobile.slice(0, -1)])
      expect(await found(search), search).toContain(userId)
    for (const search of ['uilla', '%', 'zz', email.slice(1)]) expect(await found(search), search).not.toContain(userId)
    const said = (await operate(world, 'users', 'find', 'quilla')).text
    expect(said).toContain(`${userId}\t${username}\tQuilla O’Ötzi 李`)
    for (const address of [mobile, email]) expect(said).not.toContain(address)
    expect(await operate(world, 'users', 'find', 'quillas')).toMatchObject({ text: expect.stringContaining('No user') })
  })

  it('happy: a person is found by the log id of their call, including refused calls', async () => {
    const { mobile, userId } = await world.registerMobile()
    await world.person().accountLoginV2({ account: mobile, password: 'wrong again' })
    const logIds = (await world.eventsOf(userId)).map(({ log_id }) => String(log_id))
    expect(logIds).toHaveLength(2)
    for (const logId of logIds) expect(await show(logId)).toContain(`user id\t${userId}`)
    expect(await show('f'.repeat(32))).toBe(`There is no user ${'f'.repeat(32)}.`)
  })

  it('security: a chosen log id that matches two accounts finds neither', async () => {
    const [one, other] = [await world.registerMobile(), await world.registerMobile()]
    const [event] = await world.eventsOf(one.userId)
    const logId = String(event?.log_id)
    const act = beginAct({ call: 'c', actor: 'visitor', logId, accountId: other.userId })
    await world.storage.events.insert(eventOf(act, 'ok'))
    expect(await show(logId)).toBe(`There is no user ${logId}.`)
  })

  it('error: a program learns by an error code why a person was not helped', async () => {
    const { mobile, email, userId: user_id } = await world.registerBoth()
    const { own } = operatorsOf(world)
    const codes = {
      restored: await own().restoreUser({ user_id, reason }),
      typed: await own().recoverUser({ user_id, to: mobile, reason }),
      own: await own().recoverUser({ user_id, to: email, reason }),
      stopped: await own().stopRecovery({ user_id, reason }),
      nobody: await own().recoverUser({ user_id: 'nobody', to: email, reason }),
    }
    expect(codes).toMatchObject({
      restored: { ok: false, code: 'not_cancelled' },
      typed: { ok: false, code: 'invalid_input', description: 'Give an email address.' },
      own: { ok: false, code: 'own_address' },
      stopped: { ok: false, code: 'nothing_pending' },
      nobody: { ok: false, code: 'no_such_user' },
    })
  })

  it('happy: an operator sees sign-in methods, sessions, activity, and failed messages', async () => {
    const { mobile, email, userId } = await registeredLongAgo(world)
    dataOf(await world.person().accountLoginV2({ account: email, password: goodPassword }))
    await operate(world, 'users', 'end-sessions', userId, '--reason', reason)
    dataOf(await world.person().accountLoginV2({ account: email, password: goodPassword }))
    const message = await world.toldLast(mobile)
    await world.storage.outbox.postpone(message?.id ?? '', world.deployment.now() + 600_000, 'EENVELOPE 450')
    const text = await show(mobile)
    const parts = ['password\tset', 'authenticator\tnone', 'session\t', `sessions_ended\t${reason}`, 'EENVELOPE 450']
    for (const part of parts) expect(text).toContain(part)
    expect(text.split('\n').filter((line) => line.startsWith('act\t')).length).toBeLessThanOrEqual(20)
  })

  it('security: addresses, codes, links and secrets are masked, and showing whole addresses is logged as an event', async () => {
    const { mobile, email, userId, client } = await registeredLongAgo(world)
    const code = await world.codeFor(email, emailPurpose.login, client)
    const { passwordHash } = await world.profileOf(userId)
    const text = await show(userId)
    for (const secret of [mobile, email, code, passwordHash ?? 'none', 'ticket=']) expect(text).not.toContain(secret)
    expect(world.logged()).not.toContain('an operator was shown')
    expect((await world.eventsOf(userId)).map(({ call }) => call)).not.toContain('showUser')
    const plain = await show(userId, '--plain')
    for (const address of [mobile, email]) expect(plain).toContain(address)
    for (const secret of [code, passwordHash ?? 'none', 'ticket=']) expect(plain).not.toContain(secret)
    expect(world.logged()).toContain(`"account":"${userId}","msg":"an operator was shown the addresses of an account"`)
    expect((await world.eventsOf(userId)).at(-1)).toMatchObject({ call: 'revealUser', actor: 'operator' })
    expect(await show(userId, '--all')).toContain('is no option')
  })

  it('happy: pending usernames are listed, approved and refused, and their accounts are notified', async () => {
    const names = async (...words: string[]) => (await operate(world, 'names', ...words)).text
    const waiting = async (username: string) => {
      const person = await world.registerEmail()
      expect(await person.client.accountSet({ username })).toMatchObject({ data: { is_sensitive: 1 } })
      return person
    }
    expect(await names()).toBe('No username awaits review.')
    const [first, second] = [await waiting('support-desk'), await waiting('官方小店')]
    const lines = (await names()).split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(new RegExp(`^${first.userId}\tsupport-desk\tinstead of user-\\w{8}\tsince 20\\d\\d-`))
    expect(lines[1]).toContain(`${second.userId}\t官方小店\t`)

    expect(await names('approve', first.userId)).toContain('support-desk is approved')
    expect(dataOf(await first.client.accountInfo({}))).toMatchObject({ username: 'support-desk', held_username: null })
    expect(await world.toldLast(first.email)).toMatchObject({ purpose: 'username_changed' })

    await names('refuse', second.userId)
    const left = { username: expect.stringMatching(/^user-/), held_username: null }
    expect(dataOf(await second.client.accountInfo({}))).toMatchObject(left)
    expect((await world.toldLast(second.email))?.body).toContain('官方小店')
    expect(await names()).toBe('No username awaits review.')
  })

  it('happy: an operator restores a cancelled account for a person who cannot sign in, and the person is notified', async () => {
    const { mobile, userId } = await world.registerMobile()
    const restore = () => operate(world, 'users', 'restore', userId, '--reason', reason)
    expect(await restore()).toMatchObject({ ok: false, text: 'This user is not cancelled.' })
    await world.storage.standing.cancel(userId, world.deployment.now() + 1_000_000)
    expect(await restore()).toMatchObject({ ok: true })
    expect(await world.profileOf(userId)).toMatchObject({ eraseAt: null })
    expect(await world.toldLast(mobile)).toMatchObject({ purpose: 'account_restored', link: null })
    expect((await world.activityOf(userId))[0]).toEqual(['account_restored', reason])
    expect(await operate(world, 'users', 'restore', 'nobody', '--reason', reason)).toMatchObject({ ok: false })
    expect(await operate(world, 'users', 'restore', userId, '--reason', ' ')).toMatchObject({ ok: false })
  })

  it('happy: a release lets a person with too many wrong passwords sign in, and the person is notified', async () => {
    const { email, userId } = await world.registerEmail()
    const address = freshAddress()
    const type = (password: string, from = address) =>
      world.person({ address: from }).accountLoginV2({ account: email, password })
    for (let turn = 0; turn < 12; turn += 1) await type('wrong again')
    expect(codeOf(await type(goodPassword))).not.toBe('ok')
    const released = await operate(world, 'limits', 'release', 'passwords', email, '--reason', reason)
    expect(released).toMatchObject({ ok: true })
    expect(codeOf(await type(goodPassword, freshAddress()))).toBe('ok')
    expect(await world.activityOf(userId)).toContainEqual(['limits_released', reason])
  })

  it('security: a release keeps the count behind the wrong-password warning', async () => {
    const { email, userId } = await world.registerEmail()
    await world.person().accountLoginV2({ account: email, password: 'wrong again' })
    const wrongOnes = () => {
      const at = world.deployment.now()
      return world.storage.counters.readAll(failureKeys(userId, at))
    }
    expect([...(await wrongOnes()).values()]).toEqual([1])
    await operate(world, 'limits', 'release', 'passwords', email, '--reason', reason)
    expect([...(await wrongOnes()).values()]).toEqual([1])
  })

  it('happy: releasing the code limit of an address without an account works, and notifies nobody', async () => {
    const email = freshEmail()
    const ask = () => world.person().sendEmailCode({ email, type: emailPurpose.login })
    for (let turn = 0; turn < 3; turn += 1) await ask()
    expect(codeOf(await ask())).toBe('resend_too_soon')
    expect((await operate(world, 'limits', 'release', 'codes', email, '--reason', reason)).text).not.toContain('told')
    expect(codeOf(await ask())).toBe('ok')
  })

  it('happy: the limits of a client address and its network can be released, each by its name', async () => {
    const address = freshAddress()
    const counted = () => world.storage.counters.read(`wrongPasswordsFromAnAddress:${address}`, world.deployment.now())
    await world.person({ address }).accountLoginV2({ account: freshEmail(), password: 'wrong again' })
    expect(await counted()).toBe(1)
    const bucket = { name: 'passwordsFromAClientAddress', subject: address, part: '' }
    expect(await world.storage.buckets.emptyAt(bucket)).toBeDefined()
    for (const what of ['passwords', 'codes', 'factors', 'captchas'])
      expect(await operate(world, 'limits', 'release', what, address, '--reason', reason)).toMatchObject({ ok: true })
    expect(await counted()).toBe(0)
    expect(await world.storage.buckets.emptyAt(bucket)).toBeUndefined()
    const said = await operate(world, 'limits', 'release', 'everything', address, '--reason', reason)
    expect(said).toMatchObject({ ok: false, text: expect.stringContaining('passwords, codes, factors, captchas') })
  })

  it('happy: an operator raises an organisation’s SMS invitations for some days, and its manager is notified', async () => {
    const { organisation, sec_subject_uid, manager } = await openWithMember(world)
    const allow = (...words: string[]) =>
      operate(world, 'organisations', 'allow', sec_subject_uid, ...words, '--reason', reason)
    const standing = async () => dataOf(await manager.client.listInvitationChannels({ sec_subject_uid })).sms
    const before = (await standing())?.most
    expect(await allow('500', '7')).toMatchObject({ ok: true })
    expect(await standing()).toMatchObject({ most: 500 })
    expect(await world.newsTo(manager.mobile)).toContain('allowance_raised')
    const [entry] = (await logOf(world, organisation)).slice(-1)
    expect(entry).toMatchObject({ kind: 'allowance_raised', after: { allowance: 500, reason } })
    expect((await operate(world, 'organisations', 'show', sec_subject_uid)).text).toContain('500 until')
    world.passMinutes(7 * 24 * 60 + 1)
    expect((await standing())?.most).not.toBe(500)
    expect(before).toBeLessThan(500)
    for (const given of ['0 7', '10001 7', 'many 7', '500 91', '500 -1'])
      expect((await allow(...given.split(' '))).text).toContain('Give a number from 1 to 10000')
  })
})
