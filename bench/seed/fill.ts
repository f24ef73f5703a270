import { openStorage } from '#account-api/start/storage'
import { hashPassword } from '#account-api/verification/hashing/hash'
import type { ApiDatabase } from '#tests/fixtures/databases/look-into'
import { type Person, personOf, type Seed, seededPassword } from './person'
import { shares, tables } from './shares/shares'
import { openWriter, type Row, type Writer } from './writer'

/** Accounts that are written together with all their rows. */
const atOnce = 2000

/** SQLite keeps its nonces in memory. */
const notOnSqlite = 'nonces'

/** A finished fill, as recorded in the database. */
export interface Filled {
  number: number
  accounts: number
  now: number
}

/** The database has rows that were not seeded. */
export class NotOurs extends Error {}

/** The hash that all seeded accounts share. */
export const seededHash = (): Promise<string> => hashPassword({ forNew: undefined }, seededPassword)

/**
 * Fills a database with accounts and all their rows. Earlier seeded rows are replaced.
 * @returns the number of rows by table
 * @throws NotOurs
 */
export const fill = async (at: ApiDatabase, seed: Omit<Seed, 'passwordHash'>): Promise<Record<string, number>> => {
  const storage = openStorage(at)
  await storage.migrate()
  await storage.close()
  await begin(at)
  const passwordHash = await seededHash()
  const writer = await openWriter(at, { isBulk: true })
  try {
    const counts = await writePeople(writer, at, { ...seed, passwordHash }, { from: 0, to: seed.accounts })
    await writer.run('delete from seeded')
    await writer.insert('seeded', [{ number: seed.number, accounts: seed.accounts, now: seed.now }])
    await writer.run('analyze')
    return counts
  } finally {
    await writer.close()
  }
}

/** Empties a seeded database, and marks it as one. */
const begin = async (at: ApiDatabase): Promise<void> => {
  const writer = await openWriter(at, { isBulk: false })
  try {
    const marked = await seededAt(writer, at)
    const someRow = await writer.run('select 1 as found from accounts union all select 1 from outbox limit 1')
    if (!marked && someRow.length > 0) throw new NotOurs()
    await writer.run('create table if not exists seeded (number integer, accounts integer, now bigint)')
    await writer.run('delete from seeded')
    if (at.databaseUrl !== undefined) await writer.run(`truncate ${tables.join(', ')}`)
    else for (const table of tables.toReversed()) await writer.run(`delete from ${table}`)
  } finally {
    await writer.close()
  }
}

/** When a database was seeded before, even if the fill was not finished. */
const seededAt = async (writer: Writer, at: ApiDatabase): Promise<boolean> => {
  const found = await writer.run(
    at.databaseUrl === undefined
      ? `select 1 as found from sqlite_master where name = 'seeded'`
      : `select 1 as found where to_regclass('seeded') is not null`,
  )
  return found.length > 0
}

/** The fill of a database. Undefined: none, or an interrupted one. */
export const filledAt = async (at: ApiDatabase): Promise<Filled | undefined> => {
  const writer = await openWriter(at, { isBulk: false })
  try {
    if (!(await seededAt(writer, at))) return undefined
    const [filled] = await writer.run<Filled>('select number, accounts, now from seeded')
    // bigint arrives as text.
    return filled && { ...filled, now: Number(filled.now) }
  } finally {
    await writer.close()
  }
}

/** Writes all rows of the people with these numbers, without `to`. */
export const writePeople = async (
  writer: Writer,
  at: ApiDatabase,
  seed: Seed,
  { from, to }: { from: number; to: number },
): Promise<Record<string, number>> => {
  const written = tables.filter((table) => at.databaseUrl !== undefined || table !== notOnSqlite)
  const counts: Record<string, number> = {}
  for (let first = from; first < to; first += atOnce) {
    const people = Array.from({ length: Math.min(atOnce, to - first) }, (_, index) => personOf(seed, first + index))
    for (const table of written) {
      const share = shares[table] as (person: Person) => Row[]
      const rows = people.flatMap(share)
      counts[table] = (counts[table] ?? 0) + rows.length
      if (rows.length > 0) await writer.insert(table, rows)
    }
  }
  return counts
}
