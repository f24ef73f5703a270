import { describe, expect, it } from 'vitest'
import type { Client } from '../../contract/client'
import { CookieJar } from '../../contract/cookie-jar'
import { databases } from '../fixtures/databases'
import { registerMobile, worldOn } from './world'

describe.each(databases)('sessions on $name', (database) => {
  const world = worldOn(database)

  /** A person who is signed in here, and at each of these addresses. */
  const signedIn = async (...addresses: string[]) => {
    const here = await registerMobile(world)
    const others = []
    for (const address of addresses) {
      const jar = new CookieJar()
      const client = world.person({ address, jar })
      await client.accountLoginV2({ account: here.mobile, password: here.password })
      others.push(client)
    }
    return { ...here, others }
  }

  const listOf = async (client: Client) => {
    const listed = await client.listSessions({})
    if (!listed.ok) throw new Error(`no list: ${listed.code}`)
    return listed.data.sessions
  }

  const newestOf = async (accountId: string) =>
    (await world.storage.activity.newest(accountId, { offset: 0, limit: 1 }))[0]

  it('happy: lists this session first, then the one that was seen last, with where and how each began', async () => {
    const { client } = await signedIn('203.0.113.1', '203.0.113.2')
    const sessions = await listOf(client)
    expect(sessions.map(({ is_current, address, way }) => [is_current, address, way])).toEqual([
      [true, expect.stringMatching(/^10\./), 'sms'],
      [false, '203.0.113.2', 'password'],
      [false, '203.0.113.1', 'password'],
    ])
    expect(sessions[0]?.client).toEqual({ browser: '', system: '' })
  })

  it('happy: ending a session is in force at its next call, and stands in the activity with where it was', async () => {
    const { client, others, userId } = await signedIn('203.0.113.3')
    const [, other] = await listOf(client)
    expect(await client.endSession({ session_id: other?.session_id ?? '' })).toMatchObject({ ok: true })
    expect(await others[0]?.accountInfo({})).toMatchObject({ ok: false, code: 'not_signed_in' })
    expect(await client.accountInfo({})).toMatchObject({ ok: true })
    expect(await newestOf(userId)).toMatchObject({ kind: 'session_ended', detail: '203.0.113.3' })
  })

  it('happy: ending the present session is signing out', async () => {
    const { client, jar, userId } = await signedIn()
    const [present] = await listOf(client)
    expect(await client.endSession({ session_id: present?.session_id ?? '' })).toMatchObject({ ok: true })
    expect(jar.get('passport_session')).toBeUndefined()
    expect(await client.accountInfo({})).toMatchObject({ ok: false, code: 'not_signed_in' })
    expect(await newestOf(userId)).toMatchObject({ kind: 'signed_out', detail: '' })
  })

  it('happy: ending the others leaves the present one, and tells how many there were', async () => {
    const { client, others, userId } = await signedIn('203.0.113.4', '203.0.113.5')
    expect(await client.endOtherSessions({})).toMatchObject({ ok: true, data: { ended: 2 } })
    for (const other of others) expect(await other.accountInfo({})).toMatchObject({ code: 'not_signed_in' })
    expect(await listOf(client)).toHaveLength(1)
    expect(await newestOf(userId)).toMatchObject({ kind: 'other_sessions_ended', detail: '2' })
  })

  it('happy: where there are no others, nothing was done', async () => {
    const { client, userId } = await signedIn()
    expect(await client.endOtherSessions({})).toMatchObject({ ok: true, data: { ended: 0 } })
    expect(await newestOf(userId)).toMatchObject({ kind: 'registered' })
  })

  it('happy: a session that was idle for 14 days is no longer listed', async () => {
    const { client, mobile, password } = await signedIn('203.0.113.6')
    world.passMinutes(14 * 24 * 60 + 1)
    expect(await client.listSessions({})).toMatchObject({ ok: false, code: 'not_signed_in' })
    await client.accountLoginV2({ account: mobile, password })
    expect(await listOf(client)).toHaveLength(1)
  })

  it('happy: a hundred are listed at most, the present one among them', async () => {
    const { client, userId } = await signedIn()
    const at = world.setting.now() + 1000
    const session = { accountId: userId, createdAt: at, lastSeenAt: at, provenAt: at, client: '', way: 'sms' as const }
    const account = { passwordHash: (await world.storage.accounts.profile(userId))?.passwordHash ?? null }
    await world.storage.transaction(async ({ sessions }) => {
      for (let count = 0; count < 120; count += 1) {
        const id = `${userId.slice(0, 20)}-${count}`
        await sessions.begin({ ...session, id, clientAddress: '203.0.113.9', tokenHash: id }, account)
      }
    })
    const sessions = await listOf(client)
    expect(sessions).toHaveLength(100)
    expect(sessions.filter(({ is_current }) => is_current)).toEqual([sessions[0]])
  })

  it('error: a session that has ended cannot be ended again', async () => {
    const { client } = await signedIn('203.0.113.7')
    const [, other] = await listOf(client)
    await client.endSession({ session_id: other?.session_id ?? '' })
    expect(await client.endSession({ session_id: other?.session_id ?? '' })).toMatchObject({ code: 'no_such_session' })
  })

  it('security: somebody else’s session is answered like none, and lives on', async () => {
    const [ann, bob] = [await signedIn(), await signedIn()]
    const [bobs] = await listOf(bob.client)
    const strange = await ann.client.endSession({ session_id: bobs?.session_id ?? '' })
    const none = await ann.client.endSession({ session_id: '0'.repeat(32) })
    const told = (answer: typeof none) => ({ ...answer, logId: '' })
    expect(told(strange)).toEqual(told(none))
    expect(strange).toMatchObject({ ok: false, code: 'no_such_session', data: {} })
    expect(await bob.client.accountInfo({})).toMatchObject({ ok: true })
    expect((await listOf(ann.client)).map(({ session_id }) => session_id)).not.toContain(bobs?.session_id)
  })

  it('security: the others end while they call, and none of their calls after that is answered', async () => {
    const { client, others } = await signedIn('203.0.113.11', '203.0.113.12', '203.0.113.13')
    const calls = others.flatMap((other) => Array.from({ length: 4 }, () => other.accountInfo({})))
    const [ended, ...answers] = await Promise.all([client.endOtherSessions({}), ...calls])
    expect(ended).toMatchObject({ ok: true, data: { ended: 3 } })
    for (const answer of answers) expect(answer.ok || answer.code === 'not_signed_in').toBe(true)
    for (const other of others) expect(await other.accountInfo({})).toMatchObject({ code: 'not_signed_in' })
    expect(await client.accountInfo({})).toMatchObject({ ok: true })
  })

  it('security: two who end each other do not both stay', async () => {
    const { client, others } = await signedIn('203.0.113.14')
    await Promise.all([client.endOtherSessions({}), others[0]?.endOtherSessions({})])
    const left = await Promise.all([client.accountInfo({}), others[0]?.accountInfo({})])
    expect(left.filter((answer) => answer?.ok).length).toBeLessThan(2)
  })

  it('security: a proof that was asked for by a session that has ended does not bring it back', async () => {
    const { client, others, password } = await signedIn('203.0.113.15')
    world.passMinutes(11)
    const asked = await others[0]?.accountInfo({ need_plaintext: 1 })
    if (asked?.ok !== false || asked.code !== 'second_verification_required') throw new Error('not asked')
    await client.endOtherSessions({})
    const { sms_code_key } = asked.data
    const proven = await others[0]?.verifySecond({ sms_code_key, way: 'password', code: password })
    expect(proven).toMatchObject({ ok: false, code: 'not_signed_in' })
    expect(await others[0]?.accountInfo({})).toMatchObject({ ok: false, code: 'not_signed_in' })
  })
})
