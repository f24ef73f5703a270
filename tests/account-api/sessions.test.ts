import { describe, expect, it } from 'vitest'
import type { Client } from '../../contract/client'
import { CookieJar } from '../../contract/cookie-jar'
import { databases } from '../fixtures/databases'
import { registerMobile, worldOn } from './world'

describe.each(databases)('sessions on $name', (database) => {
  const world = worldOn(database)

  /** A person who is signed in here and from each of these client addresses. */
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

  const newestOf = async (accountId: string) => (await world.storage.activity.list(accountId, { limit: 1 }))[0]

  it('happy: lists the current session first, then the most recently seen, with client address and sign-in method', async () => {
    const { client } = await signedIn('203.0.113.1', '203.0.113.2')
    const sessions = await listOf(client)
    expect(sessions.map(({ is_current, address, way }) => [is_current, address, way])).toEqual([
      [true, expect.stringMatching(/^10\./), 'sms'],
      [false, '203.0.113.2', 'password'],
      [false, '203.0.113.1', 'password'],
    ])
    expect(sessions[0]?.client).toEqual({ browser: '', system: '' })
  })

  it('happy: an ended session is refused at its next call, and the activity names its client address', async () => {
    const { client, others, userId } = await signedIn('203.0.113.3')
    const [, other] = await listOf(client)
    expect(await client.endSession({ session_id: other?.session_id ?? '' })).toMatchObject({ ok: true })
    expect(await others[0]?.accountInfo({})).toMatchObject({ ok: false, code: 'not_signed_in' })
    expect(await client.accountInfo({})).toMatchObject({ ok: true })
    expect(await newestOf(userId)).toMatchObject({ kind: 'session_ended', detail: '203.0.113.3' })
  })

  it('happy: ending the current session signs out', async () => {
    const { client, jar, userId } = await signedIn()
    const [present] = await listOf(client)
    expect(await client.endSession({ session_id: present?.session_id ?? '' })).toMatchObject({ ok: true })
    expect(jar.get('passport_session')).toBeUndefined()
    expect(await client.accountInfo({})).toMatchObject({ ok: false, code: 'not_signed_in' })
    expect(await newestOf(userId)).toMatchObject({ kind: 'signed_out', detail: '' })
  })

  it('happy: ending the other sessions keeps the current one and answers how many ended', async () => {
    const { client, others, userId } = await signedIn('203.0.113.4', '203.0.113.5')
    expect(await client.endOtherSessions({})).toMatchObject({ ok: true, data: { ended: 2 } })
    for (const other of others) expect(await other.accountInfo({})).toMatchObject({ code: 'not_signed_in' })
    expect(await listOf(client)).toHaveLength(1)
    expect(await newestOf(userId)).toMatchObject({ kind: 'other_sessions_ended', detail: '2' })
  })

  it('happy: without other sessions, nothing ends and nothing is recorded', async () => {
    const { client, userId } = await signedIn()
    expect(await client.endOtherSessions({})).toMatchObject({ ok: true, data: { ended: 0 } })
    expect(await newestOf(userId)).toMatchObject({ kind: 'registered' })
  })

  it('happy: a session idle for 14 days is not listed', async () => {
    const { client, mobile, password } = await signedIn('203.0.113.6')
    world.passMinutes(14 * 24 * 60 + 1)
    expect(await client.listSessions({})).toMatchObject({ ok: false, code: 'not_signed_in' })
    await client.accountLoginV2({ account: mobile, password })
    expect(await listOf(client)).toHaveLength(1)
  })

  it('happy: at most 100 sessions are listed, with the current one among them', async () => {
    const { client, userId } = await signedIn()
    const at = world.setting.now() + 1000
    const factors = { mobile: at, email: null, password: null }
    const begun = { createdAt: at, lastSeenAt: at, provenAt: at, way: 'sms' as const, identityId: null, factors }
    const session = { accountId: userId, ...begun }
    const nobody = { clientAddress: '203.0.113.9', client: '' }
    const account = { passwordHash: (await world.storage.accounts.profile(userId))?.passwordHash ?? null }
    await world.storage.transaction(async ({ sessions }) => {
      for (let count = 0; count < 120; count += 1) {
        const id = `${userId.slice(0, 20)}-${count}`
        const entry = { ...nobody, id, accountId: userId, kind: 'signed_in' as const, at, detail: 'sms' }
        const known = { tokenHash: id, accountId: userId, sessionId: id, signedInAt: at, expiresAt: at }
        const browser = { ...known, ...nobody, had: [], replacedExpireAt: at, most: 20 }
        await sessions.begin({ ...session, ...nobody, id, tokenHash: id }, account, { browser, entry })
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

  it('security: a session of another account is answered like an unknown one, and stays', async () => {
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

  it('security: other sessions end even while they make calls, and later calls are refused', async () => {
    const { client, others } = await signedIn('203.0.113.11', '203.0.113.12', '203.0.113.13')
    const calls = others.flatMap((other) => Array.from({ length: 4 }, () => other.accountInfo({})))
    const [ended, ...answers] = await Promise.all([client.endOtherSessions({}), ...calls])
    expect(ended).toMatchObject({ ok: true, data: { ended: 3 } })
    for (const answer of answers) expect(answer.ok || answer.code === 'not_signed_in').toBe(true)
    for (const other of others) expect(await other.accountInfo({})).toMatchObject({ code: 'not_signed_in' })
    expect(await client.accountInfo({})).toMatchObject({ ok: true })
  })

  it('security: two sessions that end each other at once do not both survive', async () => {
    const { client, others } = await signedIn('203.0.113.14')
    await Promise.all([client.endOtherSessions({}), others[0]?.endOtherSessions({})])
    const left = await Promise.all([client.accountInfo({}), others[0]?.accountInfo({})])
    expect(left.filter((answer) => answer?.ok).length).toBeLessThan(2)
  })

  it('security: a second verification does not revive an ended session', async () => {
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
