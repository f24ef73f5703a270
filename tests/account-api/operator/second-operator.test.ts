import { expect, it } from 'vitest'
import { changeDue } from '#account-api/addresses/binding/due-changes'
import type { Operator } from '#account-api/operator/handling'
import { type FirstOperator, faultOfSecond, oneOfTwo } from '#account-api/operator/people/second/second-operator'
import type { OperatorScope } from '#contract/operator/operator-power'
import { operateWith } from '#tests/account-api/applications/services/services'
import { disown, hours, registeredLongAgo, settled } from '#tests/account-api/worlds/attacks'
import { codeOf, dataOf, describeWorlds, freshEmail } from '#tests/account-api/worlds/worlds'
import { answeredOf, operatorsOf } from './keys/operators'

const reason = 'she has shown her passport'
const seen = 'I have called her at the number of the contract'
const password = 'the moon over a river'

describeWorlds('a recovery that two operators approve on $name', (world) => {
  const { own, by, make: makeBriefly } = operatorsOf(world)

  /** A key that stays valid while these owners’ addresses become old. */
  const make = (scopes: OperatorScope[], more: { name?: string; holder: string }) =>
    makeBriefly(scopes, { ...more, days: 366 })

  /** Keys that the application key created for two people, long enough ago. */
  const twoKeys = async () => {
    const [first, second] = [
      await make(['support'], { name: 'desk 1', holder: 'Ann' }),
      await make(['support'], { name: 'desk 2', holder: 'Bo' }),
    ]
    world.passMinutes(hours(48))
    return { first, second, ann: by(first.key), bo: by(second.key) }
  }

  /** Two operators, and a recovery that the first one requested. */
  const asked = async () => {
    const operators = await twoKeys()
    const owner = await registeredLongAgo(world)
    const to = freshEmail()
    const answer = await operators.ann.recoverUser({ user_id: owner.userId, to, reason, with_second: true })
    expect(answer).toMatchObject({ ok: true, data: { sent_at: null, agree_until: expect.any(String) } })
    return { ...operators, owner, to, agreement: { user_id: owner.userId, to, reason: seen } }
  }

  const linkTo = async (to: string) => {
    const { link, purpose } = (await world.toldLast(to)) ?? {}
    return purpose === 'recovery_link' ? (new URL(link ?? '').searchParams.get('ticket') ?? '') : undefined
  }

  const use = (ticket = '') => world.person().recoverAccount({ ticket, password })

  const listed = async (userId: string) =>
    answeredOf(await own().listAwaitingRecoveries({})).recoveries.filter(({ user_id }) => user_id === userId)

  const refusedTo = 'not_another_operator'
  const link = expect.stringContaining('/account-help/not-me?ticket=')

  it('happy: another operator sees a request with a masked address, and approves it: the link is sent at once, and the owner is notified twice', async () => {
    const { bo, owner, to, agreement } = await asked()
    const [row, ...more] = await listed(owner.userId)
    expect(more).toEqual([])
    expect(row).toMatchObject({ reason, asked_by: { name: 'desk 1', holder: 'Ann' } })
    expect(row?.to).not.toBe(to)
    expect(row?.to).toMatch(/^p\*\*\*@/)
    expect(Date.parse(row?.agree_until ?? '') - Date.parse(row?.asked_at ?? '')).toBe(hours(24) * 60_000)
    for (const address of [owner.mobile, owner.email])
      expect(await world.toldLast(address)).toMatchObject({ purpose: 'recovery_to_agree', link })
    expect((await world.activityOf(owner.userId))[0]).toEqual(['recovery_to_agree', reason])
    expect(await world.messagesTo(to)).toBe(0)

    expect(await bo.confirmRecovery(agreement)).toEqual({ ok: true, data: {}, logId: expect.any(String) })
    expect(await listed(owner.userId)).toEqual([])
    for (const address of [owner.mobile, owner.email])
      expect(await world.toldLast(address)).toMatchObject({ purpose: 'recovery_agreed', link })
    expect((await world.activityOf(owner.userId))[0]).toEqual(['recovery_agreed', seen])
    expect(await use(await linkTo(to))).toMatchObject({ ok: true })
    expect(await world.person().accountLoginV2({ account: owner.mobile, password })).toMatchObject({ ok: true })
    expect((await world.eventsOf(owner.userId)).filter(({ actor }) => actor === 'operator')).toMatchObject([
      { call: 'recoverUser', client: 'desk 1', reason, outcome: 'ok' },
      { call: 'confirmRecovery', client: 'desk 2', reason: seen, outcome: 'ok' },
    ])
  })

  it('happy: the command line requests, lists and approves a recovery', async () => {
    const { first, second } = await twoKeys()
    const owner = await registeredLongAgo(world)
    const to = freshEmail()
    const run = (key: string, ...words: string[]) => operateWith(world, words, undefined, key)
    const recover = ['users', 'recover', owner.userId, '--to', to]
    expect(await run(first.key, ...recover, '--with-two', '--reason', reason)).toMatchObject({ ok: false })
    const requested = await run(first.key, ...recover, '--with-second', '--reason', reason)
    expect(requested.text).toContain('as soon as another operator agrees')
    expect((await run(second.key, 'users', 'recoveries')).text).toMatch(
      new RegExp(`^${owner.userId}\\tp\\*\\*\\*@.*\\tasked .* by Ann \\(desk 1\\)\\tuntil .*\\t${reason}$`, 'm'),
    )
    const agree = ['users', 'agree', owner.userId]
    const unfit = await run(second.key, ...agree, to, '--to', '--reason', seen)
    expect(unfit.text).toContain('an email address: --to <email>')
    expect((await run(second.key, ...agree, '--to', to, '--reason', seen)).text).toContain('The link is sent')
    expect(await linkTo(to)).toBeDefined()
  })

  it('happy: a recovery that the owner stopped needs two operators to be requested again', async () => {
    const { ann, bo, owner, agreement } = await asked()
    dataOf(await disown(world, owner.email))
    const again = { user_id: owner.userId, to: freshEmail(), reason }
    expect(codeOf(await ann.recoverUser(again))).toBe('stopped_lately')
    expect(await ann.recoverUser({ ...again, with_second: true })).toMatchObject({ ok: true })
    expect(await bo.confirmRecovery({ ...agreement, to: again.to })).toMatchObject({ ok: true })
    expect(await linkTo(again.to)).toBeDefined()
  })

  it('happy: two operators help an owner whom no message reaches', async () => {
    const { ann, bo } = await twoKeys()
    const silent = await settled(world, { older: 'neither' })
    for (const kind of ['mobile', 'email'] as const)
      await world.storage.accounts.unbind({ accountId: silent.userId, kind, value: silent[kind] })
    const wanted = { user_id: silent.userId, to: freshEmail(), reason }
    expect(codeOf(await ann.recoverUser(wanted))).toBe('no_address')
    expect(await ann.recoverUser({ ...wanted, with_second: true })).toMatchObject({ ok: true })
    expect(await bo.confirmRecovery(wanted)).toMatchObject({ ok: true })
  })

  it('security: a holder of the scope all creates keys under other names: none of those keys can approve', async () => {
    const root = await make(['all'], { name: 'root', holder: 'Cy' })
    const makeBy = async (key: string, holder: string) =>
      answeredOf(await by(key).makeKey({ name: holder, holder, scopes: ['all'], days: 366 }))
    const [one, other] = [await makeBy(root.key, 'Di'), await makeBy(root.key, 'Ed')]
    const grandchild = await makeBy(one.key, 'Flo')
    world.passMinutes(hours(48))
    const pairs = [
      [root, one],
      [one, root],
      [one, other],
      [root, grandchild],
      [grandchild, other],
    ] as const
    for (const [first, second] of pairs) {
      const { userId: user_id } = await world.registerMobile()
      const wanted = { user_id, to: freshEmail(), reason }
      answeredOf(await by(first.key).recoverUser({ ...wanted, with_second: true }))
      expect(codeOf(await by(second.key).confirmRecovery(wanted))).toBe(refusedTo)
      expect(await linkTo(wanted.to)).toBeUndefined()
    }
    const keys = answeredOf(await own().listKeys({})).keys
    const makerOf = (id: string) => keys.find(({ key_id }) => key_id === id)?.made_by
    const makers = [root, one, grandchild].map(({ key_id }) => makerOf(key_id))
    expect(makers).toEqual([null, root.key_id, one.key_id])
  })

  it('security: the application key can be neither the first nor the second operator', async () => {
    const { to, agreement, owner } = await asked()
    expect(codeOf(await own().confirmRecovery(agreement))).toBe(refusedTo)
    const wanted = { user_id: owner.userId, to: freshEmail(), reason, with_second: true }
    expect(codeOf(await own().recoverUser(wanted))).toBe(refusedTo)
    expect(await linkTo(to)).toBeUndefined()
  })

  it('security: a thief of the application key creates two keys, which can neither request nor approve for 48 hours', async () => {
    const [one, other] = [await make(['all'], { holder: 'Gus' }), await make(['all'], { holder: 'Hal' })]
    const owner = await registeredLongAgo(world)
    const fresh = await make(['all'], { holder: 'Ida' })
    const wanted = { user_id: owner.userId, to: freshEmail(), reason, with_second: true }
    expect(codeOf(await by(fresh.key).recoverUser(wanted))).toBe(refusedTo)
    answeredOf(await by(one.key).recoverUser(wanted))
    expect(codeOf(await by(fresh.key).confirmRecovery(wanted))).toBe(refusedTo)
    expect(await by(other.key).confirmRecovery(wanted)).toMatchObject({ ok: true })
  })

  it('security: a stolen support key makes a request and is revoked: nobody can approve the request', async () => {
    const { first, bo, to, agreement } = await asked()
    answeredOf(await own().revokeKey({ key_id: first.key_id }))
    expect(codeOf(await bo.confirmRecovery(agreement))).toBe(refusedTo)
    expect(await linkTo(to)).toBeUndefined()
  })

  it('security: a recovery that one operator requests alone waits, and a second operator cannot speed it up', async () => {
    const { ann, bo } = await twoKeys()
    const owner = await registeredLongAgo(world)
    const wanted = { user_id: owner.userId, to: freshEmail(), reason }
    const alone = answeredOf(await ann.recoverUser(wanted))
    expect(alone).toMatchObject({ sent_at: expect.any(String), agree_until: null })
    expect(codeOf(await bo.confirmRecovery(wanted))).toBe('nothing_pending')
    expect(codeOf(await ann.recoverUser({ ...wanted, with_second: true }))).toBe('already')
  })

  it('security: two concurrent approvals send one link', async () => {
    const carl = await make(['support'], { holder: 'Carl' })
    const { bo, to, agreement } = await asked()
    const both = await Promise.all([bo.confirmRecovery(agreement), by(carl.key).confirmRecovery(agreement)])
    expect(both.map(codeOf).sort()).toEqual(['nothing_pending', 'ok'])
    expect(await world.messagesTo(to)).toBe(1)
  })

  it('security: a stopped request is made again for another address: the second operator approves only the named one', async () => {
    const { ann, bo, owner, to, agreement } = await asked()
    answeredOf(await ann.stopRecovery({ user_id: owner.userId, reason }))
    // The new address has the same mask.
    const other = freshEmail()
    answeredOf(await ann.recoverUser({ user_id: owner.userId, to: other, reason, with_second: true }))
    const [row] = await listed(owner.userId)
    expect(codeOf(await bo.confirmRecovery(agreement))).toBe('other_address')
    expect(codeOf(await bo.confirmRecovery({ ...agreement, to: row?.to ?? '' }))).toBe('other_address')
    for (const address of [to, other]) expect(await linkTo(address)).toBeUndefined()
  })

  it('security: an address changes, and nobody can approve the request after that', async () => {
    const { bo, owner, to, agreement } = await asked()
    await world.storage.accounts.unbind({ accountId: owner.userId, kind: 'email', value: owner.email })
    expect(codeOf(await bo.confirmRecovery(agreement))).toBe('nothing_pending')
    expect(await linkTo(to)).toBeUndefined()
  })

  it('security: an account that was cancelled meanwhile gets no link', async () => {
    const { bo, owner, agreement } = await asked()
    await world.storage.standing.cancel(owner.userId, world.deployment.now() + 1_000_000_000)
    expect(codeOf(await bo.confirmRecovery(agreement))).toBe('not_open')
  })

  it('security: a request without approval ends after 24 hours, notifies the owner, and can be made again', async () => {
    const { ann, bo, owner, to, agreement } = await asked()
    world.passMinutes(hours(24))
    expect(codeOf(await bo.confirmRecovery(agreement))).toBe('nothing_pending')
    expect(await listed(owner.userId)).toEqual([])
    await changeDue(world.service)
    expect(await linkTo(to)).toBeUndefined()
    expect(await world.toldLast(owner.mobile)).toMatchObject({ purpose: 'recovery_stopped' })
    expect(await ann.recoverUser({ user_id: owner.userId, to, reason })).toMatchObject({ ok: true })
  })
})

/** An operator by a key that the application key gave long ago. */
const operator = (more: Partial<Operator>): Operator => ({
  ...{ keyId: 'a key', userId: null, name: 'desk', holder: 'Ann', scopes: ['support'], line: 'a line' },
  ...{ createdAt: 0, expiresAt: null, factorUntil: null, ...more },
})
const another = { keyId: 'another key', line: 'another line' }
const atDesk = (userId: string) => ({ keyId: null, userId, line: userId })

it.each<[string, Partial<Operator>, Partial<Operator>, RegExp]>([
  ['one key', {}, { holder: 'Bo' }, /another operator than Ann/],
  ['two keys of one name, however it is written', {}, { ...another, holder: ' ａnn  ' }, /another operator than Ann/],
  ['a key whose creator was not recorded', {}, { ...another, holder: 'Bo', line: null }, /unknown who gave/],
  ['a key and an account at the desk', {}, { ...atDesk('bo'), holder: 'Bo' }, /may belong to one person/],
  ['an account at the desk and a key', atDesk('ann'), { ...another, holder: 'Bo' }, /may belong to one person/],
  ['one account that enters the desk twice', atDesk('ann'), atDesk('ann'), /another operator than Ann/],
])('security: %s cannot request and approve a recovery', async (_who, one, other, fault) => {
  const deployment = { now: () => Number.MAX_SAFE_INTEGER }
  const first = oneOfTwo(deployment, operator(one)) as FirstOperator
  const refused = await faultOfSecond({ deployment } as never, { first, by: operator(other) })
  expect(refused).toEqual({ fault: expect.stringMatching(fault) })
})
