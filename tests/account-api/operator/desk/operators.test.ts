import { expect, it } from 'vitest'
import { createAccount } from '#account-api/accounts/account/account'
import { operate } from '#tests/account-api/applications/services/services'
import { answeredOf, operatorsOf } from '#tests/account-api/operator/keys/operators'
import { withAuthenticator } from '#tests/account-api/verification/authenticators/apps'
import { withPasskey } from '#tests/account-api/verification/passkeys/devices'
import { describeWorlds } from '#tests/account-api/worlds/worlds'
import { atDesk, newOperator, reason } from './desk'

describeWorlds('people who are operators on $name', (world) => {
  const { own, by } = operatorsOf(world)
  const add = (user_id: string) => own().addOperator({ user_id, scopes: ['support'], reason })

  it('happy: the command line grants, lists and revokes the role, and the person is notified each time', async () => {
    const { userId, mobile, email } = await withAuthenticator(world, await world.registerBothFast())
    const added = await operate(world, 'operators', 'add', userId, '--scopes', 'support,clients', '--reason', reason)
    expect(added).toEqual({ ok: true, text: `User ${userId} may enter the operator's desk, and is notified.` })
    expect((await world.activityOf(userId))[0]).toEqual(['operator_added', reason])
    for (const address of [mobile, email])
      expect(await world.toldLast(address)).toMatchObject({ purpose: 'operator_added', link: null })
    const { username } = await world.profileOf(userId)
    const line = `${userId}\t${username}\t${username}\tsupport,clients\tsince 20`
    expect((await operate(world, 'operators')).text).toContain(line)
    expect((await operate(world, 'operators', 'list')).text).toContain('\tby application key')
    const removed = await operate(world, 'operators', 'remove', userId, '--reason', 'she has left')
    expect(removed).toMatchObject({ ok: true, text: expect.stringContaining('is no longer an operator') })
    expect((await world.activityOf(userId))[0]).toEqual(['operator_removed', 'she has left'])
    for (const address of [mobile, email])
      expect(await world.toldLast(address)).toMatchObject({ purpose: 'operator_removed', link: null })
    expect((await operate(world, 'operators')).text).not.toContain(userId)
  })

  it('happy: an operator with the scope all grants the role at the desk, and the list and the event name them', async () => {
    const chief = await atDesk(world, 'all')
    const { userId: user_id } = await withAuthenticator(world, await world.registerBothFast())
    answeredOf(await by(chief.token).addOperator({ user_id, scopes: ['read'], reason }))
    const { operators } = answeredOf(await by(chief.token).listOperators({}))
    expect(operators[0]).toMatchObject({ user_id, scopes: ['read'], added_by: chief.userId })
    expect((await world.eventsOf(user_id)).at(-1)).toMatchObject({ call: 'addOperator', client: chief.userId })
  })

  it('error: an account without a second factor that counts is refused', async () => {
    const person = await world.registerBothFast()
    expect(await add(person.userId)).toMatchObject({ code: 'no_second_factor' })
    await withPasskey(person)
    expect(await add(person.userId)).toMatchObject({ code: 'no_second_factor' })
    world.passMinutes(73 * 60)
    expect(await add(person.userId)).toMatchObject({ ok: true })
  })

  it('error: a person without an address, an unknown person and an existing operator are refused by their codes', async () => {
    const operator = await newOperator(world, 'read')
    expect(await add(operator.userId)).toMatchObject({ code: 'already' })
    expect(await add('nobody')).toMatchObject({ code: 'no_such_user' })
    const frozen = await withAuthenticator(world, await world.registerBothFast())
    await own().freezeUser({ user_id: frozen.userId, reason })
    expect(await add(frozen.userId)).toMatchObject({ code: 'not_open' })
    const silent = await withAuthenticator(world, await world.registerMobileOnly())
    await world.storage.accounts.unbind({ kind: 'mobile', value: silent.mobile, accountId: silent.userId })
    expect(await add(silent.userId)).toMatchObject({ code: 'no_address' })
    expect(await own().removeOperator({ user_id: frozen.userId, reason })).toMatchObject({ code: 'no_such_operator' })
  })

  it('error: invalid arguments for the role are reported, and nothing is changed', async () => {
    const { userId } = await withAuthenticator(world, await world.registerBothFast())
    for (const [words, text] of [
      [['add', userId, '--scopes', 'reed', '--reason', reason], /^Name the operator's scopes: --scopes read,/],
      [['add', userId, '--scope', 'read', '--reason', reason], /^Name the operator's scopes/],
      [['add', userId, '--scopes', 'read', '--why', reason], /^Give a reason/],
      [['remove', userId, '--reason', ' '], /^Give a reason/],
    ] as const)
      expect(await operate(world, 'operators', ...words)).toEqual({ ok: false, text: expect.stringMatching(text) })
    expect(await world.storage.operators.find(userId)).toBeUndefined()
  })

  it('security: one of two people who grant the role at the same time succeeds', async () => {
    const { userId } = await withAuthenticator(world, await world.registerBothFast())
    const answers = await Promise.all([add(userId), add(userId)])
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
  })

  it('security: there are at most two hundred operators', async () => {
    const { userId } = await withAuthenticator(world, await world.registerBothFast())
    const { deployment, storage } = world
    const many = await storage.transaction(async (stores) => {
      const ids: string[] = []
      for (let nth = 0; nth < 200; nth += 1)
        ids.push(await createAccount(stores, { identifiers: [], passwordHash: null, language: 'en' }))
      const role = { scopes: ['read'] as const, addedAt: deployment.now(), addedBy: 'a test', line: null }
      for (const accountId of ids) await stores.operators.insert({ accountId, ...role })
      return ids
    })
    expect(await add(userId)).toMatchObject({ code: 'too_many' })
    for (const id of many) await storage.operators.remove(id)
    expect(await add(userId)).toMatchObject({ ok: true })
  })
})
