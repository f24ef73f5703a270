import { expect, it } from 'vitest'
import { dataOf, describeWorlds, refused } from '#tests/account-api/worlds/worlds'
import { everyRow } from '#tests/fixtures/databases/tables'
import { askedKey, atDesk, deskOf, deskTicket, enterAgain, provenOperator, reason } from './desk'

describeWorlds('the operator’s desk on $name', (world) => {
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
})
