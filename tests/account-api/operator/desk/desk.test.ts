import { expect, it } from 'vitest'
import { createAccount } from '#account-api/accounts/account/account'
import type { OperatorClient } from '#contract/client'
import { operate } from '#tests/account-api/applications/services/services'
import { answeredOf } from '#tests/account-api/operator/keys/operators'
import { withAuthenticator } from '#tests/account-api/verification/authenticators/apps'
import { withPasskey } from '#tests/account-api/verification/passkeys/devices'
import { hours } from '#tests/account-api/worlds/attacks'
import { codeOf, dataOf, describeWorlds, freshEmail, refused } from '#tests/account-api/worlds/worlds'
import { everyRow } from '#tests/fixtures/databases/tables'
import {
  askedKey,
  atDesk,
  deskOf,
  deskTicket,
  enterAgain,
  enterDesk,
  newOperator,
  provenOperator,
  reason,
} from './desk'

describeWorlds('the operator’s desk, and the people there, on $name', (world) => {
  const { own, by, make, shown, issue, redeemed } = deskOf(world)

  it('happy: an operator who has proven the app enters, is shown with name and scopes, and acts', async () => {
    const { userId, token } = await atDesk(world, 'read', 'support')
    expect(token).toMatch(/^butterfly_desk_[\w-]{43}$/)
    const { username } = await world.profileOf(userId)
    const now = world.deployment.now()
    const answer = await shown(token)
    expect(answer).toEqual({
      ...{ ok: true, logId: expect.any(String) },
      data: {
        ...{ name: username, holder: username, user_id: userId, scopes: ['read', 'support'] },
        ...{ expires_at: expect.any(String), factor_until: expect.any(String) },
      },
    })
    const ends = answer.ok ? Date.parse(answer.data.expires_at ?? '') : 0
    expect(ends - now).toBeGreaterThan(7.9 * 3_600_000)
    expect(ends - now).toBeLessThanOrEqual(8 * 3_600_000)
    expect((await world.activityOf(userId))[0]).toEqual(['desk_entered', ''])
    const other = await world.registerMobileOnly()
    expect(await by(token).freezeUser({ user_id: other.userId, reason })).toMatchObject({ ok: true })
  })

  it('happy: an operator key shows its name and scopes in the same way', async () => {
    const { key, expires_at } = await make(['clients'], { name: 'pipeline', holder: 'a program' })
    const data = { name: 'pipeline', holder: 'a program', scopes: ['clients'], user_id: null, expires_at }
    expect(await shown(key)).toEqual({ ok: true, data: { ...data, factor_until: null }, logId: expect.any(String) })
    expect(await own().showOperator({})).toMatchObject({ ok: true, data: { scopes: ['all'], expires_at: null } })
  })

  it('happy: the events of entering, acting and leaving name the operator', async () => {
    const { userId, token } = await atDesk(world, 'support')
    const other = await world.registerMobileOnly()
    await by(token).freezeUser({ user_id: other.userId, reason: 'case 4711' })
    expect(dataOf(await world.person().leaveDesk({ token }))).toEqual({})
    const ofDesk = (await world.eventsOf(userId)).filter(({ call }) => /desk/i.test(call))
    expect(ofDesk.filter(({ outcome }) => outcome === 'second_verification_required')).toHaveLength(1)
    const done = ofDesk.filter(({ outcome }) => outcome === 'ok')
    expect(done.map(({ call, actor }) => [call, actor])).toEqual([
      ['issueDeskTicket', 'account'],
      ['redeemDeskTicket', 'account'],
      ['leaveDesk', 'account'],
    ])
    expect((await world.eventsOf(other.userId)).at(-1)).toMatchObject({
      ...{ call: 'freezeUser', actor: 'operator', client: userId, outcome: 'ok', reason: 'case 4711' },
    })
    const [line] = world.linesWith('an operator acted', other.userId)
    expect(line).toMatchObject({ operator: userId, call: 'freezeUser', reason: 'case 4711' })
    expect(line).not.toHaveProperty('key')
  })

  it('happy: leaving ends the session at the desk, but not the account’s session', async () => {
    const { client, token } = await atDesk(world, 'read')
    expect(dataOf(await world.person().leaveDesk({ token }))).toEqual({})
    expect(await shown(token)).toMatchObject({ ok: false, code: 'key_refused' })
    expect(dataOf(await world.person().leaveDesk({ token }))).toEqual({})
    expect(dataOf(await client.checkLogin({}))).toMatchObject({ signed_in: true })
    expect(await shown(await enterAgain(world, client))).toMatchObject({ ok: true })
  })

  it('happy: a browser that enters again ends its previous session', async () => {
    const { client, token } = await atDesk(world, 'read')
    const waiting = await deskTicket(client)
    const again = await enterAgain(world, client)
    expect(await shown(token)).toMatchObject({ code: 'key_refused' })
    expect(await shown(again)).toMatchObject({ ok: true })
    expect(await redeemed(waiting)).toBe('desk_ticket_refused')
  })

  it('security: a proof of the app is valid for ten minutes', async () => {
    const operator = await provenOperator(world, 'read')
    world.passMinutes(9)
    await deskTicket(operator.client)
    world.passMinutes(2)
    expect(await askedKey(operator.client)).toBeTruthy()
  })

  it('security: the desk closes after 30 minutes without use', async () => {
    const { token } = await atDesk(world, 'read')
    world.passMinutes(29)
    expect(await shown(token)).toMatchObject({ ok: true })
    world.passMinutes(29)
    expect(await shown(token)).toMatchObject({ ok: true })
    world.passMinutes(31)
    expect(await shown(token)).toMatchObject({ code: 'key_refused' })
  })

  it('security: the desk closes after 8 hours, even in use', async () => {
    const { token } = await atDesk(world, 'read')
    for (let quarter = 0; quarter < 8 * 3 - 1; quarter += 1) {
      world.passMinutes(20)
      expect(await shown(token)).toMatchObject({ ok: true })
    }
    world.passMinutes(20)
    expect(await shown(token)).toMatchObject({ code: 'key_refused' })
  })

  it('security: an account gets at most 30 tickets an hour', async () => {
    const operator = await provenOperator(world, 'read')
    const counted = { subject: operator.userId, durationMs: 3_600_000, cap: 30, at: world.deployment.now() }
    const key = `deskTickets:${operator.userId}`
    for (let count = 2; count < 30; count += 1) await world.storage.counters.add(key, counted)
    await deskTicket(operator.client)
    await refused(issue(operator.client), 'too_many_requests')
  })

  it('security: neither a ticket nor a token is in the database or in the log', async () => {
    const { client, token } = await atDesk(world, 'support')
    const { ticket, verifier } = await deskTicket(client)
    await by(token).freezeUser({ user_id: 'nobody', reason })
    await shown(`${token}x`)
    const kept = JSON.stringify(await everyRow(world.place)) + world.logged()
    for (const secret of [ticket, verifier, token, token.slice(-43)]) expect(kept).not.toContain(secret)
  })

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

  /** The client of an operator who enters the desk in a session of today. */
  const enter = async (person: Parameters<typeof enterDesk>[1]): Promise<OperatorClient> =>
    by(await enterDesk(world, person))

  const wantedFor = async () => {
    const { userId: user_id } = await world.registerBothFast()
    return { user_id, to: freshEmail(), reason }
  }

  const agreed = async (first: OperatorClient, second: OperatorClient) => {
    const wanted = await wantedFor()
    answeredOf(await first.recoverUser({ ...wanted, with_second: true }))
    return codeOf(await second.confirmRecovery(wanted))
  }

  /** Two people whose roles are old enough, at the desk. */
  const twoAtDesk = async () => {
    const people = [await newOperator(world, 'support'), await newOperator(world, 'support')] as const
    world.passMinutes(hours(48))
    return { people, first: await enter(people[0]), second: await enter(people[1]) }
  }

  it('happy: two people who got the role by the application key can approve for each other', async () => {
    const { first, second } = await twoAtDesk()
    expect(await agreed(first, second)).toBe('ok')
  })

  it('security: an operator who grants the role to their own second account cannot approve with it', async () => {
    const giver = await newOperator(world, 'all')
    const spare = await newOperator(world, 'support')
    const other = await newOperator(world, 'support')
    const atDesk = await enter(giver)
    for (const { userId: user_id } of [spare, other]) {
      answeredOf(await own().removeOperator({ user_id, reason }))
      answeredOf(await atDesk.addOperator({ user_id, scopes: ['support'], reason }))
    }
    world.passMinutes(hours(48))
    const [first, second] = [await enter(spare), await enter(other)]
    expect(await agreed(first, second)).toBe('not_another_operator')
    expect(await agreed(first, await enter(giver))).toBe('not_another_operator')
  })

  it('security: two keys created by one operator cannot approve for each other', async () => {
    const giver = await newOperator(world, 'all')
    const atDesk = await enter(giver)
    const keyOf = async (holder: string) =>
      by(answeredOf(await atDesk.makeKey({ name: holder, holder, scopes: ['all'], days: 90 })).key)
    const [one, other] = [await keyOf('Di'), await keyOf('Ed')]
    world.passMinutes(hours(48))
    expect(await agreed(one, other)).toBe('not_another_operator')
  })

  it('security: an operator’s requests end with the role, even if it is granted again', async () => {
    const { people, first, second } = await twoAtDesk()
    const wanted = await wantedFor()
    answeredOf(await first.recoverUser({ ...wanted, with_second: true }))
    answeredOf(await own().removeOperator({ user_id: people[0].userId, reason }))
    expect(codeOf(await second.confirmRecovery(wanted))).toBe('not_another_operator')
    answeredOf(await own().addOperator({ user_id: people[0].userId, scopes: ['support'], reason }))
    expect(codeOf(await second.confirmRecovery(wanted))).toBe('not_another_operator')
  })
})
