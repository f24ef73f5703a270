import { beforeAll, describe, expect, it } from 'vitest'
import { fates } from '#account-api/custody/restore/fates'
import { fill } from '#bench/seed/fill'
import { environmentOf } from '#tests/account-api/worlds/world'
import { read } from '#tests/docs/documents'
import { databaseHere, databases } from '#tests/fixtures/databases/databases'
import { lookInto, writeInto } from '#tests/fixtures/databases/look-into'
import { everyRow } from '#tests/fixtures/databases/tables'
import { openedHere } from '#tests/fixtures/hooks'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { custody, intoOf } from './backed-up'

type Rows = Awaited<ReturnType<typeof everyRow>>

/** The rows in an order that does not depend on their storage. */
const sorted = (rows: object[] = []): string[] => rows.map((row) => JSON.stringify(row)).sort()

const soon = Date.now() + 47 * 3_600_000

/** Rows that would fall due, or could be used, at the start: how one is made, and how it is known. */
const due = [
  { table: 'accounts', key: 'id', set: 'erase_at = 1', waits: `erase_at < ${soon}` },
  { table: 'organisations', key: 'id', set: 'closes_at = 1', waits: `closes_at < ${soon}` },
  { table: 'pending_changes', key: 'account_id', set: 'takes_effect_at = 1', waits: `takes_effect_at < ${soon}` },
  { table: 'pending_changes', key: 'account_id', set: 'next_attempt_at = 1', waits: 'next_attempt_at is not null' },
  {
    ...{ table: 'outbox', key: 'id', set: `delivered_at = null, given_up_at = null, body = 'x'` },
    waits: `delivered_at is null and (given_up_at is null or body <> '')`,
  },
  { table: 'invitation_batches', key: 'id', set: `state = 'sending', work_at = 1`, waits: `state = 'sending'` },
  { table: 'transfers', key: 'id', set: `state = 'pending', ended_at = null`, waits: `state = 'pending'` },
  { table: 'site_sessions', key: 'hash', set: `challenge = 'x'`, waits: 'challenge is not null' },
  { table: 'service_tickets', key: 'hash', set: 'spent_at = null', waits: 'spent_at is null' },
  { table: 'authenticators', key: 'account_id', set: 'last_step = 1', waits: 'last_step = 1' },
]

describe.each(databases)('every table after a restore on $name', (database) => {
  const folder = ownFolder('fates')
  const { at } = folder
  const from = databaseHere(database.open)
  const into = openedHere(
    async () => ({ ...(await database.open()), dataDir: at('restored') }),
    (place) => place.close(),
  )
  let before: Rows
  let after: Rows

  beforeAll(async () => {
    await fill(from, { number: 1, accounts: 200, now: Date.now() })
    for (const { table, key, set } of due)
      await writeInto(from, `update ${table} set ${set} where ${key} = (select min(${key}) from ${table})`, [])
    before = await everyRow(from)
    await custody(['backup', at('backup')], environmentOf(from))
    const { text, code } = await custody(['restore', at('backup'), ...intoOf(into)])
    if (code !== 0) throw new Error(text)
    after = await everyRow(into)
  })

  const named = (kind: 'kept' | 'emptied' | 'changed') =>
    Object.entries(fates).flatMap(([table, fate]) => (kind in fate ? table : []))

  it('security: a restore removes everything that could be used, sent or continued a second time', () => {
    expect(named('emptied').filter((table) => after[table]?.length !== 0)).toEqual([])
    expect(named('emptied').flatMap((table) => before[table] ?? []).length).toBeGreaterThan(200)
  })

  it('happy: a restore leaves everything else unchanged, except sessions, which end', () => {
    // Their foreign keys name a session, or are removed with it.
    const ofSessions = ['client_sessions']
    for (const table of named('kept').filter((name) => !ofSessions.includes(name)))
      expect(sorted(after[table]), table).toEqual(sorted(before[table]))
    expect(after.client_sessions).toHaveLength(before.client_sessions?.length ?? -1)
    expect(after.client_sessions?.every(({ session_id }) => session_id === null)).toBe(true)
  })

  it('security: after a restore everything that is due waits, and nothing is sent', async () => {
    for (const { table, waits } of due) {
      const query = `select 1 from ${table} where ${waits}`
      expect(await lookInto(from, query), `before: ${query}`).not.toEqual([])
      expect(await lookInto(into, query), query).toEqual([])
    }
  })

  it('happy: the document of restored tables names each table', () => {
    const document = read('docs/operators/restored-tables.md')
    expect(Object.keys(fates).filter((table) => !document.includes(`\`${table}\``))).toEqual([])
  })
})
