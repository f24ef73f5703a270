import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endingRule } from '../../../account-api/accounts/sessions/session-ends'
import type { Stores } from '../../../account-api/closing/service'
import { type OpenStorage, openStorage } from '../../../account-api/start/storage'
import { databases, type OpenDatabase } from '../../fixtures/databases/databases'
import { fill, filledNow } from '../../fixtures/databases/fill'
import { type Plan, plansOf, recordStatements, type Statement } from '../../fixtures/databases/plans'
import { accountColumns, indexesOf } from '../../fixtures/databases/tables'
import { everyCall } from './every-statement'

/** Statements that may look at many rows, by a part of their text, and why. */
const exceptions: Record<string, string> = {
  'from "guesses" where "hour" >= ': 'an hour has 17 rows, and those of 31 hours are kept',
  'from "services" where "removed_at" is null': 'an operator registers tens of services',
  'from "protected_sites" where "removed_at" is null': 'an operator registers tens of sites',
  'from "open_clients" where "logout_url" is not null': 'few clients want to be told, and an index has them',
  'from "imported_hash_kinds"': 'an import makes four kinds at most',
  'from "signing_keys"': 'there are a few keys at a time',
  'delete from "organisations" where': 'what an organisation may have many of has been erased in batches before',
}

describe.each(databases)('the plans of all statements on $name', (database) => {
  let place: OpenDatabase
  let storage: OpenStorage
  let statements: Statement[]
  let plans: Plan[]

  beforeAll(async () => {
    place = await database.open()
    storage = openStorage(place)
    await storage.migrate()
    await fill(place)
    // Whatever ends something ends too much for one statement.
    const { atOnce } = endingRule
    endingRule.atOnce = 1
    const recording = recordStatements()
    try {
      await storage.transaction(async (stores) => {
        for (const [name, methods] of Object.entries(everyCall))
          for (const call of Object.values(methods as Record<string, (store: unknown) => Promise<unknown>[]>))
            await Promise.all(call(stores[name as keyof Stores]))
      })
      await storage.overdue(filledNow)
      // One batch of each table is enough.
      const batches = new Set<string>()
      const enough = new AbortController()
      await storage.sweep(filledNow, {
        stopped: enough.signal,
        onBatch: ({ table }) => (batches.has(table) ? enough.abort() : batches.add(table)),
      })
    } finally {
      statements = recording.stop()
      // Other files of this process use it, too.
      endingRule.atOnce = atOnce
    }
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
})
