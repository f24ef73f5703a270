import { CompiledQuery, type DatabaseConnection, SqliteDriver } from 'kysely'
import pg from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CookieJar } from '#contract/wire/cookie-jar'
import { authorise, exchange, registerParty, signedIn } from '#tests/account-api/applications/protocol/parties'
import { protocolWorldOn } from '#tests/account-api/applications/protocol/protocol-world'
import { refresh, userInfo } from '#tests/account-api/applications/protocol/tokens'
import { copyOf } from '#tests/account-api/verification/passwords/guesses'
import { application, goodPassword, worldOn } from '#tests/account-api/worlds/world'
import { databaseNamed } from '#tests/fixtures/databases/databases'

/** The first words of every statement sent from now on. Each is a round trip, and so are begin and commit. */
const listen = (): string[] => {
  const sent: string[] = []
  const { query } = pg.Client.prototype
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const words = String(given[0]).replaceAll('"', '').trim().split(/\s+/)
    sent.push(words.slice(0, words[0] === 'insert' ? 3 : 2).join(' '))
    return (query as (...given: unknown[]) => unknown).apply(this, given)
  } as never)
  return sent
}

describe('what a sign-in costs on PostgreSQL', () => {
  const world = worldOn(databaseNamed('PostgreSQL'))
  afterEach(() => vi.restoreAllMocks())

  /** The try is counted in its own statement, and no transaction is open while the password is hashed. */
  const ending = ['insert into events', 'commit']
  const roundTrips = ['insert into nonces', 'select accounts.*,', 'with gate', 'begin', 'with account', ...ending]

  /** The statements that notify an account of an unknown browser: the limits, the account and the message. */
  const telling = [
    ...['insert into counters', 'insert into counters', 'select accounts.*,', 'insert into counters'],
    // The ticket of "this was not me" is for an address that would be heard.
    ...['select password_hash,', 'select *', 'select *', 'select *', 'select id', 'select id', 'insert into tickets'],
    'insert into outbox',
  ]

  /** Over HTTP, as from another machine: an in-process call is not signed, and stores no nonce. */
  const overHttp = { application: { ...application } }

  /** The statements of a sign-in by password in a browser. */
  const sentBy = async (mobile: string, jar: CookieJar): Promise<string[]> => {
    const client = world.person({ jar, ...overHttp })
    await world.listen()
    const sent = listen()
    expect(await client.passwordLogin({ mobile, password: goodPassword })).toMatchObject({ ok: true })
    vi.restoreAllMocks()
    return sent
  }

  it('happy: a sign-in in a known browser takes seven round trips', async () => {
    const { mobile, jar } = await world.registerMobile()
    expect(await sentBy(mobile, copyOf(jar))).toEqual(roundTrips)
  })

  it('happy: a sign-in in an unknown browser takes twelve more round trips, or two more if the account was notified often enough', async () => {
    const { mobile } = await world.registerMobile()
    expect(await sentBy(mobile, new CookieJar())).toEqual([...roundTrips.slice(0, -2), ...telling, ...ending])
    for (let turn = 0; turn < 4; turn++) await sentBy(mobile, new CookieJar())
    const counted = [...roundTrips.slice(0, -2), ...telling.slice(0, 2), ...ending]
    expect(await sentBy(mobile, new CookieJar())).toEqual(counted)
  })

  it('security: an unknown identifier and a wrong password send the same statements', async () => {
    const { mobile } = await world.registerMobile()
    for (const account of [mobile, 'nobody@example.com']) {
      await world.listen()
      const sent = listen()
      const refused = await world.person(overHttp).accountLoginV2({ account, password: 'not the password' })
      // The kinds of imported hashes, because a wrong password is compared with each.
      expect([refused.ok, sent]).toEqual([false, [...roundTrips.slice(0, 3), 'select hash_kind']])
      vi.restoreAllMocks()
      // The event of a known account follows on its own, within a second.
      await world.recording.flush()
    }
  })

  it('security: concurrent tries that are counted and taken back lock rows in one order', async () => {
    const at = world.deployment.now()
    const counter = (key: string) => ({ key, subject: null, durationMs: 60_000, cap: 1000 })
    const buckets = ['one', 'two', 'three'].map((name) => ({ name, subject: 'all', part: '', leakMs: 1, most: 10_000 }))
    const guess = { hour: Math.floor(at / 3_600_000), shard: 0 }
    const turns = Array.from({ length: 120 }, (_, turn) => turn)
    const tried = (turn: number) => {
      const gate = counter(`gate ${turn % 10}`)
      const counters = [counter('failure'), counter('address'), counter(`identifier ${turn % 3}`)]
      const keys = [gate, ...counters].map(({ key }, place) => ({ key, ends: turn % 2 === 0 && place % 3 === 0 }))
      return {
        count: { at, gate, counters, buckets, guess },
        back: { at, counters: keys, own: undefined, buckets, guess },
      }
    }
    const { tries } = world.storage
    const work = turns.map(async (turn) => {
      const { count, back } = tried(turn)
      expect((await tries.count(count)).ok).toBe(true)
      await tries.uncount({ ...back, failures: turn % 3 === 0 ? ['failure'] : [] })
    })
    await Promise.all(work)
    expect(await world.storage.counters.read('address', at)).toBe(0)
  })
})

describe('what other requests cost on PostgreSQL', () => {
  const world = protocolWorldOn(databaseNamed('PostgreSQL'))
  afterEach(() => vi.restoreAllMocks())

  it('happy: the overview of an account takes eight statements', async () => {
    const { client } = await world.registerMobile()
    const sent = listen()
    expect(await client.accountInfo({ need_overview: 1 })).toMatchObject({ ok: true })
    expect(sent).toHaveLength(8)
  })

  it('happy: the claims of a token take four statements, and a refresh eight', async () => {
    const [party, person] = [await registerParty(world), await signedIn(world)]
    const authorised = await authorise(person, party, { scope: 'openid profile offline_access', prompt: 'consent' })
    const { access_token, refresh_token } = await exchange(party, authorised)
    const sent = listen()
    await userInfo(party, access_token)
    expect(sent.splice(0)).toHaveLength(4)
    await refresh(party, refresh_token)
    expect(sent).toHaveLength(8)
  })
})

describe('what a sign-in costs on SQLite', () => {
  const world = worldOn(databaseNamed('SQLite'))
  afterEach(() => vi.restoreAllMocks())

  /** How each commit from now on waits for the disk: `synchronous` of SQLite, 2 when it does (FULL), 1 when not (NORMAL). */
  const listenToCommits = (): number[] => {
    const waits: number[] = []
    const { commitTransaction } = SqliteDriver.prototype
    vi.spyOn(SqliteDriver.prototype, 'commitTransaction').mockImplementation(async function (
      this: SqliteDriver,
      connection: DatabaseConnection,
    ) {
      const { rows } = await connection.executeQuery<{ synchronous: number }>(CompiledQuery.raw('pragma synchronous'))
      waits.push(...rows.map(({ synchronous }) => synchronous))
      await commitTransaction.call(this, connection)
    })
    return waits
  }

  it('happy: a sign-in takes two transactions, and only one waits for the disk', async () => {
    const { mobile } = await world.registerMobile()
    const waits = listenToCommits()
    expect(await world.person().passwordLogin({ mobile, password: goodPassword })).toMatchObject({ ok: true })
    expect(waits).toEqual([1, 2])
  })

  it('happy: after the count of a limit, commits wait for the disk again', async () => {
    const at = world.deployment.now()
    await world.storage.counters.add('tokens', { at, durationMs: 1000, subject: null, cap: 10 })
    const waits = listenToCommits()
    await world.registerMobile()
    expect(new Set(waits)).toEqual(new Set([2]))
  })

  it('error: after a failed count of a try, commits wait for the disk again', async () => {
    const waits = listenToCommits()
    await expect(world.storage.tries.count({} as never)).rejects.toThrow()
    await world.registerMobile()
    expect(waits).not.toContain(1)
    expect(waits.length).toBeGreaterThan(0)
  })
})
