import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { days } from '#account-api/kernel/time'
import { type BareStorage, openStorage } from '#account-api/start/storage'
import { usualKeeping } from '#account-api/upkeep/expiry'
import { databaseNamed, databases, type OpenDatabase } from '#tests/fixtures/databases/databases'
import { lookInto, writeInto } from '#tests/fixtures/databases/look-into'

const onPostgres = databaseNamed('PostgreSQL')

const accountId = 'an account'
const activityDays = 60

/** Inserts an entry per time. The detail is its position in the list. */
const addEntries = async (place: OpenDatabase, times: readonly number[]) => {
  for (const [index, at] of times.entries())
    await writeInto(
      place,
      `insert into activity (id, account_id, kind, at, address, client, detail)
       values ($1, $2, 'signed_in', $3, '', '', $4)`,
      [`${at}-${index}`, accountId, at, String(index)],
    )
}

const detailsIn = async (place: OpenDatabase, table = 'activity'): Promise<string[]> =>
  (await lookInto<{ detail: string }>(place, `select detail from ${table} order by at, id`)).map(({ detail }) => detail)

type Opened = { place: OpenDatabase; storage: BareStorage }

/** A migrated database with the account, open while the tests of a `describe` run. */
const openOn = (database: (typeof databases)[number], use: (opened: Opened) => void) => {
  let opened: Opened
  beforeAll(async () => {
    const place = await database.open()
    opened = { place, storage: openStorage({ ...place, keeping: { ...usualKeeping, activityDays } }) }
    await opened.storage.migrate()
    const columns = 'id, account_type, language, created_at, last_used_at'
    await writeInto(place, `insert into accounts (${columns}) values ($1, 0, 'en', 0, 0)`, [accountId])
    use(opened)
  })
  afterAll(async () => {
    await opened.storage.close()
    await opened.place.close()
  })
}

describe.each(databases)('old activity on $name', (database) => {
  let { place, storage } = {} as Opened
  openOn(database, (opened) => {
    ;({ place, storage } = opened)
  })

  it('happy: a sweep deletes all entries older than the setting, however many there are', async () => {
    const now = Date.now()
    const longestMonth = days(31)
    const recent = [now - days(activityDays - 1), now]
    await addEntries(place, recent)
    const old = `insert into activity (id, account_id, kind, at, address, client, detail)
      with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < 1200)
      select 'old-' || number, $1, 'signed_in', ${now - days(activityDays) - longestMonth} - number, '', '', 'old' from numbers`
    await writeInto(place, old, [accountId])
    expect(await detailsIn(place)).toHaveLength(1202)
    await storage.sweep(now)
    expect(await detailsIn(place)).toEqual(['0', '1'])
  })
})

describe('activity entries in monthly partitions on PostgreSQL', () => {
  let { place, storage } = {} as Opened
  openOn(onPostgres, (opened) => {
    ;({ place, storage } = opened)
  })

  const partitions = async () =>
    (
      await lookInto<{ name: string }>(
        place,
        `select relname as name from pg_class join pg_inherits on inhrelid = pg_class.oid
         where inhparent = 'activity'::regclass order by relname`,
      )
    ).map(({ name }) => name)
  const now = Date.now()
  const date = new Date(now)
  const monthIn = (after: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + after)
  const nameIn = (after: number) => `activity_${new Date(monthIn(after)).toISOString().slice(0, 7).replace('-', '_')}`
  /** The middle of the month that is this many months later. */
  const later = (after: number) => monthIn(after) + days(14)

  it('happy: a new database has partitions for this and the next three months, and old entries outside them are deleted', async () => {
    expect(await partitions()).toEqual(['activity_before', 'activity_default', ...[0, 1, 2, 3].map(nameIn)].sort())
    await addEntries(place, [now - days(300), now - days(activityDays - 1), now, later(3), later(4), later(8)])
    expect(await detailsIn(place, 'activity_before')).toEqual(['0', '1'])
    expect(await detailsIn(place, nameIn(0))).toEqual(['2'])
    expect(await detailsIn(place, 'activity_default')).toEqual(['4', '5'])
    await storage.sweep(now)
    expect(await detailsIn(place)).toEqual(['1', '2', '3', '4', '5'])
  })

  it('happy: concurrent copies create a month’s partition once, with its rows from the default partition', async () => {
    await Promise.all(Array.from({ length: 8 }, () => storage.sweep(later(1))))
    expect(await partitions()).toContain(nameIn(4))
    expect(await detailsIn(place, nameIn(4))).toEqual(['4'])
    expect(await detailsIn(place, 'activity_default')).toEqual(['5'])
  })

  it('happy: partitions of expired months are dropped as a whole, and no others', async () => {
    const lastMoment = monthIn(4) + days(activityDays) - 1
    await storage.sweep(lastMoment)
    // A row that waits for the end of its month is not overdue.
    expect((await storage.overdue(lastMoment)).expiredMs.get('activity')).toBe(0)
    expect(await detailsIn(place, nameIn(3))).toEqual(['3'])
    await storage.sweep(monthIn(4) + days(activityDays))
    const left = await partitions()
    expect(left).not.toContain(nameIn(3))
    expect(left).not.toContain('activity_before')
    expect(left).toContain(nameIn(4))
    expect(await detailsIn(place)).toEqual(['4', '5'])
  })

  it('security: an erased account leaves no entry', async () => {
    await writeInto(place, 'delete from accounts where id = $1', [accountId])
    expect(await detailsIn(place)).toEqual([])
  })
})
