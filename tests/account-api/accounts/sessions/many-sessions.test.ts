import { describe, expect, it } from 'vitest'
import { openSession } from '#account-api/accounts/sessions/session'
import { hashToken } from '#account-api/kernel/random'
import { CookieJar } from '#contract/wire/cookie-jar'
import { sessionCookie } from '#contract/wire/headers'
import { cancelByMobile, resetBy, takeOver } from '#tests/account-api/addresses/binding/bindings'
import { disown, registeredSettled, signInByCode } from '#tests/account-api/worlds/attacks'
import { dataOf, describeWorlds, goodPassword, isSignedIn } from '#tests/account-api/worlds/worlds'
import { lookInto, writeInto } from '#tests/fixtures/databases/look-into'

const another = 'seven lamps over the bay'

describeWorlds('many sessions of one account on $name', (world) => {
  it('happy: an account has at most 100 sessions, and the oldest ends first', async () => {
    const owner = await world.registerMobileOnly()
    const account = { id: owner.userId, passwordHash: null, asksAuthenticator: false }
    const from = { clientAddress: '203.0.113.9', client: '' }
    const begun: string[] = []
    for (let count = 0; count < 101; count += 1) {
      const beginning = { account, way: 'sms', from, isUncounted: true } as const
      const session = await world.storage.transaction((stores) => openSession(stores, beginning))
      begun.push(session.id)
    }
    expect(await isSignedIn(owner.client)).toBe(false)
    const left = (await world.sessionsOf(owner.userId)).map(({ id }) => id)
    expect(left.toSorted()).toEqual(begun.slice(1).toSorted())
  })

  it('security: a thief’s 60 sessions by the password block neither another way to sign in nor a reset', async () => {
    const { mobile, password } = await world.registerMobile()
    const enter = () => world.person().accountLoginV2({ account: mobile, password })
    await world.atOneMoment(async () => {
      for (let count = 0; count < 60; count += 1) dataOf(await enter())
      expect(await enter()).toMatchObject({ code: 'too_many_requests', data: { retry_after: 60 } })
    })
    await signInByCode(world, mobile)
    dataOf(await resetBy(world, mobile, another))
    // The right passwords did not count as wrong, and the new one signs in.
    expect(await enter()).toMatchObject({ code: 'wrong_credentials' })
    dataOf(await world.person().accountLoginV2({ account: mobile, password: another }))
  })

  describe('an account with more sessions than one statement ends', () => {
    const many = 450

    /** A person with a session, a second one, and hundreds beyond the limit. A thief has one of those. */
    const crowded = async () => {
      const owner = await registeredSettled(world)
      const client = await world.secondSession(owner)
      await writeInto(
        world.place,
        `with recursive rows (i) as (select 1 union all select i + 1 from rows where i < ${many})
         insert into sessions (id, token_hash, account_id, created_at, last_seen_at, due_at, proven_at, address, client, way,
           ancestors, let_in_by, root_way, root_proven_at)
         select account_id || '-' || i, id || '-' || i, account_id, created_at, last_seen_at, due_at, proven_at, '', '', 'sms',
           '', 'mobile', 'sms', proven_at
         from rows, sessions where account_id = $1 and way = 'password'`,
        [owner.userId],
      )
      const token = `a stolen token of ${owner.userId}`
      const id = `${owner.userId}-1`
      await writeInto(world.place, `update sessions set token_hash = $1 where id = $2`, [hashToken(token), id])
      const thief = world.person({ jar: new CookieJar({ [sessionCookie]: token }) })
      expect(await isSignedIn(thief)).toBe(true)
      return { ...owner, client, thief }
    }

    const rowsOf = async (userId: string): Promise<number> => {
      const count = `select count(*) as count from sessions where account_id = '${userId}'`
      const [row] = await lookInto<{ count: number | string }>(world.place, count)
      return Number(row?.count)
    }

    type Crowded = Awaited<ReturnType<typeof crowded>>

    const change = { current_password: goodPassword, password: another }
    /** Acts that end the sessions, and how many sessions remain. */
    const ends: [string, number, (owner: Crowded) => Promise<{ ok: boolean }>][] = [
      ['signing out everywhere', 0, ({ client }) => client.logout({ all: 1 })],
      ['ending the other sessions', 1, ({ client }) => client.endOtherSessions({})],
      ['a new password', 1, ({ client }) => client.updatePassword(change)],
      ['a reset', 1, ({ mobile }) => resetBy(world, mobile, another)],
      ['“this was not me”', 0, ({ client, mobile }) => client.exportData({}).then(() => disown(world, mobile))],
      ['a cancellation', 0, async (owner) => ({ ok: true, data: await cancelByMobile(world, owner) })],
      ['a takeover of the number', 1, ({ mobile }) => takeOver(world, mobile)],
    ]

    it('happy: at most 100 of them are listed, the current one first', async () => {
      const { client } = await crowded()
      const { sessions } = dataOf(await client.listSessions({}))
      expect(sessions).toHaveLength(100)
      expect(sessions.filter(({ is_current }) => is_current)).toEqual([sessions[0]])
    })

    it.each(ends)(
      'security: %s ends all sessions, deletes 200 immediately, and leaves the others to a sweep',
      async (_, left, end) => {
        const owner = await crowded()
        const before = await rowsOf(owner.userId)
        expect(await end(owner)).toMatchObject({ ok: true })
        const living = await world.sessionsOf(owner.userId)
        expect(living.length).toBeLessThanOrEqual(left)
        // A reset starts its own session.
        expect(before - (await rowsOf(owner.userId))).toBeLessThanOrEqual(200)
        expect(await isSignedIn(owner.thief)).toBe(false)
        await world.storage.sweep(world.deployment.now())
        expect(await rowsOf(owner.userId)).toBe(living.length)
        expect((await world.sessionsOf(owner.userId)).map(({ id }) => id)).toEqual(living.map(({ id }) => id))
      },
    )
  })
})
