import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { days } from '../../../account-api/kernel/time'
import { type OpenStorage, openStorage } from '../../../account-api/start/storage'
import { databases, type OpenDatabase } from '../../fixtures/databases/databases'
import { fill } from '../../fixtures/databases/fill'
import { type Plan, plansOf, recordStatements, type Statement } from '../../fixtures/databases/plans'
import { accountColumns, indexesOf } from '../../fixtures/databases/tables'
import { judge } from './other-engines'
import { recordAll } from './recorded-statements'

/** Statements that may look at many rows, by a part of their text, and why. */
const exceptions: Record<string, string> = {
  'from "guesses" where "hour" >= ': 'an hour has 17 rows, and those of 31 hours are kept',
  'from "services" where "removed_at" is null': 'an operator registers tens of services',
  'from "protected_sites" where "removed_at" is null': 'an operator registers tens of sites',
  'from "open_clients" where "logout_url" is not null': 'few clients want to be told, and an index has them',
  'from "imported_hash_kinds"': 'an import makes four kinds at most',
  'from "operators" inner join "accounts"': 'two hundred people are operators at most',
  'select "account_id" from "operators" limit': 'the same',
  'from "signing_keys"': 'there are a few keys at a time',
  'delete from "organisations" where': 'what an organisation may have many of has been erased in batches before',
}

describe.each(databases)('the plans of all statements on $name', (database) => {
  let place: OpenDatabase
  let storage: OpenStorage
  let statements: Statement[]
  let plans: Plan[]
  let migrated: Statement[]

  beforeAll(async () => {
    place = await database.open()
    storage = openStorage(place)
    const migrating = recordStatements()
    await storage.migrate()
    migrated = migrating.stop()
    await fill(place)
    statements = await recordAll(storage)
    plans = await plansOf(place, statements)
  })
  afterAll(async () => {
    await storage.close()
    await place.close()
  })

  const exceptionOf = (text: string) => Object.keys(exceptions).find((part) => text.includes(part))

  it('happy: no statement scans a table that grows', () => {
    const slow = statements.flatMap(({ text }, index) => {
      const faults = plans[index]?.faults ?? []
      return faults.length > 0 && !exceptionOf(text) ? [{ text, faults }] : []
    })
    expect(slow).toEqual([])
    for (const part of Object.keys(exceptions)) expect(statements.some(({ text }) => text.includes(part))).toBe(true)
  })

  it('happy: every index is used by a statement, or by the deletion of an account', async () => {
    const used = new Set(plans.flatMap(({ indexes }) => indexes))
    const unused = (await indexesOf(place)).filter(({ name, isUnique }) => !isUnique && !used.has(name))
    expect(unused.filter(({ first }) => first !== 'account_id').map(({ name }) => name)).toEqual([])
  })

  it('happy: the deletion of an account finds the rows of every table by an index', async () => {
    const { all } = await accountColumns(place)
    const indexed = (await indexesOf(place)).map(({ table, first }) => `${table}.${first}`)
    expect(all.length).toBeGreaterThan(5)
    expect(indexed).toEqual(expect.arrayContaining(all))
  })

  if (database.name === 'PostgreSQL')
    it('happy: each says why, if an engine that speaks the same protocol lacks something of it', async () => {
      // The next months are made, and those that are over are dropped.
      const later = recordStatements()
      await storage.sweep(Date.now() + days(400))
      const all = [...migrated, ...statements, ...later.stop()].map(({ text }) => text)
      expect(judge(all)).toEqual({ unexplained: [], needless: [], excluded: ['CockroachDB'] })
    })
})
