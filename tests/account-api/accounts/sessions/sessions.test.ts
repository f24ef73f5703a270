import { expect, it, vi } from 'vitest'
import { allCalls, type CallName } from '#contract/calls'
import type { Client } from '#contract/client'
import { dataOf, describeWorlds } from '#tests/account-api/worlds/worlds'

const signedOut = { ok: false, code: 'not_signed_in' }
const callsOfAPerson = allCalls.filter(({ auth }) => auth === 'user')

describeWorlds('sessions on $name', (world) => {
  it.each(callsOfAPerson)('security: $name is refused without a session, with any input', async (row) => {
    const { name, input, needsOneOf: [needed = 'page'] = [] } = row
    using judged = vi.spyOn(input, 'safeParse').mockReturnValue({ success: true, data: {} })
    const call = world.person()[name as CallName] as (input: object) => Promise<unknown>
    const answer = await call({ page: 1, [needed]: 1 })
    expect(judged).toHaveBeenCalledOnce()
    expect(answer).toMatchObject(signedOut)
  })

  /** A person who is signed in here, and once from each of these client addresses. */
  const signedIn = async (...addresses: string[]) => {
    const here = await world.registerMobile()
    const others: Client[] = []
    for (const address of addresses) {
      const client = world.person({ address })
      await client.accountLoginV2({ account: here.mobile, password: here.password })
      others.push(client)
    }
    return { ...here, others, other: others[0] ?? here.client }
  }

  const listOf = async (client: Client) => dataOf(await client.listSessions({})).sessions

  const newestOf = async (accountId: string) => (await world.activityOf(accountId))[0]
  /** The id of a session in a person’s list. */
  const idOf = async (client: Client, index: number) => (await listOf(client))[index]?.session_id ?? ''

  it('happy: sessions are listed with the current one first, then by last use, with client address and sign-in method', async () => {
    const { client } = await signedIn('203.0.113.1', '203.0.113.2')
    const sessions = await listOf(client)
    expect(sessions.map(({ is_current, address, way }) => [is_current, address, way])).toEqual([
      [true, expect.stringMatching(/^10\./), 'sms'],
      [false, '203.0.113.2', 'password'],
      [false, '203.0.113.1', 'password'],
    ])
    expect(sessions[0]?.client).toEqual({ browser: '', system: '' })
  })

  it('happy: an ended session is refused at its next call, is named in the activity, and cannot be ended twice', async () => {
    const { client, other, userId } = await signedIn('203.0.113.3')
    const session_id = await idOf(client, 1)
    expect(await client.endSession({ session_id })).toMatchObject({ ok: true })
    expect(await other.accountInfo({})).toMatchObject(signedOut)
    expect(await client.accountInfo({})).toMatchObject({ ok: true })
    expect(await newestOf(userId)).toEqual(['session_ended', '203.0.113.3'])
    expect(await client.endSession({ session_id })).toMatchObject({ code: 'no_such_session' })
  })

  it('happy: ending the current session signs the person out', async () => {
    const { client, jar, userId } = await signedIn()
    expect(await client.endSession({ session_id: await idOf(client, 0) })).toMatchObject({ ok: true })
    expect(jar.get('passport_session')).toBeUndefined()
    expect(await client.accountInfo({})).toMatchObject(signedOut)
    expect(await newestOf(userId)).toEqual(['signed_out', ''])
  })

  it('happy: ending the other sessions keeps the current one and returns how many ended; if none ended, nothing is recorded', async () => {
    const { client, others, userId } = await signedIn('203.0.113.4', '203.0.113.5')
    expect(await client.endOtherSessions({})).toMatchObject({ ok: true, data: { ended: 2 } })
    for (const other of others) expect(await other.accountInfo({})).toMatchObject(signedOut)
    expect(await listOf(client)).toHaveLength(1)
    const before = await world.activityOf(userId)
    expect(before[0]).toEqual(['other_sessions_ended', '2'])
    expect(await client.endOtherSessions({})).toMatchObject({ ok: true, data: { ended: 0 } })
    expect(await world.activityOf(userId)).toEqual(before)
  })

  it('happy: a session idle for 14 days is not listed', async () => {
    const { client, mobile, password } = await signedIn('203.0.113.6')
    world.passMinutes(14 * 24 * 60 + 1)
    expect(await client.listSessions({})).toMatchObject(signedOut)
    await client.accountLoginV2({ account: mobile, password })
    expect(await listOf(client)).toHaveLength(1)
  })

  it('security: another account’s session is answered as unknown, and is not ended', async () => {
    const [ann, bob] = [await signedIn(), await signedIn()]
    const bobs = await idOf(bob.client, 0)
    const strange = await ann.client.endSession({ session_id: bobs })
    const none = await ann.client.endSession({ session_id: '0'.repeat(32) })
    const told = (answer: typeof none) => ({ ...answer, logId: '' })
    expect(told(strange)).toEqual(told(none))
    expect(strange).toMatchObject({ ok: false, code: 'no_such_session', data: {} })
    expect(await bob.client.accountInfo({})).toMatchObject({ ok: true })
    expect((await listOf(ann.client)).map(({ session_id }) => session_id)).not.toContain(bobs)
  })

  it('security: two sessions that end each other at the same time do not both survive', async () => {
    const { client, other } = await signedIn('203.0.113.14')
    await Promise.all([client.endOtherSessions({}), other.endOtherSessions({})])
    const left = await Promise.all([client.accountInfo({}), other.accountInfo({})])
    expect(left.filter(({ ok }) => ok).length).toBeLessThan(2)
  })
})
