import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenStorage, openStorage } from '../../../account-api/start/storage'
import { databases, type OpenDatabase } from '../../fixtures/databases/databases'
import { fill } from '../../fixtures/databases/fill'
import { isQuery, type Plan, plansOf } from '../../fixtures/databases/plans'
import { accountColumns, indexesOf } from '../../fixtures/databases/tables'
import { readRecord } from '../../fixtures/record'
import { judge } from './other-engines'

/** Statements that may look at many rows, by a part of their text, and why. */
const exceptions: Record<string, string> = {
  'from "guesses" where "hour" >= ': 'an hour has 17 rows, and those of 31 hours are kept',
  'from "services" where "removed_at" is null': 'an operator registers tens of services',
  'from "protected_sites" where "removed_at" is null': 'an operator registers tens of sites',
  'from "open_apis" where "removed_at" is null': 'an operator registers tens of APIs',
  'from "open_clients" where "logout_url" is not null': 'few clients want to be told, and an index has them',
  'from "imported_hash_kinds"': 'an import makes four kinds at most',
  'from "operators" inner join "accounts"': 'two hundred people are operators at most',
  'select "account_id" from "operators" limit': 'the same',
  'from "signing_keys"': 'there are a few keys at a time',
  'delete from "organisations" where': 'what an organisation may have many of has been erased in batches before',
}

const record = readRecord()

it('happy: a statement of rules that run on SQLite alone is executed by other rules too', () => {
  expect(record.missedOnPostgres).toEqual([])
})

describe.each(databases)('the plans of all statements on $name', ({ name, open }) => {
  let place: OpenDatabase
  let storage: OpenStorage
  let plans: Plan[]
  const statements = record.statements[name].filter(isQuery)

  beforeAll(async () => {
    place = await open()
    storage = openStorage(place)
    await storage.migrate()
    await fill(place)
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

  it('happy: no statement has a time in its text, so that databases know it when it comes again', () => {
    expect(statements.filter(({ text }) => /\d{12}/.test(text))).toEqual([])
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
})

describe('what other engines lack', () => {
  it('happy: each statement that needs it has a reason', () => {
    const all = record.statements.PostgreSQL.map(({ text }) => text)
    expect(judge(all)).toEqual({ unexplained: [], needless: [], excluded: ['CockroachDB'] })
  })
})
