import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { DefaultQueryExecutor } from 'kysely'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { eraseDue } from '#account-api/closing/cancellation/erasure'
import { fairRule } from '#account-api/database/fair-sqlite'
import { batchRule } from '#account-api/kernel/queue/batches'
import { newId } from '#account-api/kernel/random'
import { switchOff } from '#account-api/operator/webhooks/switching-off'
import { sqliteFile } from '#account-api/start/storage'
import { cancelByMobile } from '#tests/account-api/addresses/binding/bindings'
import { operate } from '#tests/account-api/applications/services/services'
import { addWebhook, told } from '#tests/account-api/operator/webhooks/webhooks'
import { dataOf, describeWorlds, worldOn } from '#tests/account-api/worlds/worlds'
import { databases } from '#tests/fixtures/databases/databases'
import { changeForTest } from '#tests/fixtures/hooks'

/** Counts the event loop’s turns while work is done. */
const turnsOf = async (work: () => Promise<unknown>): Promise<number> => {
  let [turns, isOver] = [0, false]
  const count = () => {
    if (isOver) return
    turns += 1
    setImmediate(count)
  }
  setImmediate(count)
  await work()
  isOver = true
  return turns
}

/** The rows that statements on a table return or change during work: in total, and of the largest statement. */
const rowsOf = async (table: string, work: () => Promise<unknown>): Promise<{ all: number; longest: number }> => {
  const named = new RegExp(`^\\s*(select|delete|update)\\b[^(]*\\b${table}\\b`)
  using sent = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery')
  await work()
  const counts = sent.mock.calls.map(([{ sql }], nth) => {
    const { rows = [], numAffectedRows = 0 } = named.test(sql) ? (sent.mock.settledResults[nth]?.value ?? {}) : {}
    return Math.max(rows.length, Number(numAffectedRows))
  })
  return { all: counts.reduce((sum, each) => sum + each), longest: Math.max(...counts) }
}

/** Each statement takes too long, so the next one yields first. */
beforeEach(() => {
  changeForTest(fairRule, { longestTurnMs: 0 })
  changeForTest(batchRule, { rows: 2 })
})

describeWorlds('work on many rows, on $name', (world) => {
  const rows = 9

  /** A webhook with pending deliveries, or with dead letters. */
  const webhookWith = async (nextAttemptAt: number | null) => {
    const { id } = await addWebhook(world, 'https://hooks.example/')
    const one = () => ({ id: newId(world.deployment.now()), webhookId: id, eventId: null, nextAttemptAt })
    await world.storage.deliveries.insert(Array.from({ length: rows }, one))
    return id
  }

  it('happy: removing a client ends its grants in batches', async () => {
    await operate(world, 'client', 'add', 'orchard', 'https://orchard.example/back', 'Orchard')
    for (let count = 0; count < rows; count += 1) {
      const { userId: accountId } = await world.registerMobile()
      const granted = { scopes: [], declined: [], agreedTo: null, grantedIn: null, memberId: null, grantedAt: 0 }
      await world.storage.authorisations.put({ id: newId(0), accountId, clientId: 'orchard', ...granted })
    }
    const removed = await rowsOf('authorisations', () => operate(world, 'client', 'remove', 'orchard'))
    expect(removed).toEqual({ all: rows, longest: batchRule.rows })
    expect(await world.storage.authorisations.endOfClient('orchard', rows)).toBe(0)
  })

  it('happy: switching a webhook off buries its deliveries in batches', async () => {
    const id = await webhookWith(world.deployment.now())
    const webhook = { id, organisationId: null }
    const buried = await rowsOf('webhook_deliveries', () => switchOff(world.service, { webhook, because: 'operator' }))
    expect(buried).toEqual({ all: rows, longest: batchRule.rows })
    expect(await world.storage.deliveries.count(id, 'dead', 100)).toBe(rows)
  })

  it('happy: a retry of dead letters and the removal of a webhook work in batches', async () => {
    const id = await webhookWith(null)
    const ofAll = { all: rows, longest: batchRule.rows }
    expect(await rowsOf('webhook_deliveries', () => told(world, 'retry', 'all', id))).toEqual(ofAll)
    expect(await world.storage.deliveries.count(id, 'waiting', 100)).toBe(rows)
    expect(await rowsOf('webhook_deliveries', () => told(world, 'remove', id))).toEqual(ofAll)
    expect(await world.storage.deliveries.count(id, 'waiting', 100)).toBe(0)
  })

  /** A person with much activity, such as a robot that signs in each minute. */
  const busyPerson = async () => {
    const person = await world.registerMobile()
    const at = world.deployment.now()
    const [kind, clientAddress, client] = ['signed_in', '10.0.0.1', 'test'] as const
    for (let count = 0; count < rows; count += 1) {
      const entry = { id: newId(at), accountId: person.userId, kind, at, clientAddress, client, detail: '' }
      await world.storage.activity.insert(entry)
    }
    return person
  }

  it('happy: an export reads long lists in batches, and omits nothing', async () => {
    const { client } = await busyPerson()
    let exported: { kind?: unknown }[] | undefined
    const read = await rowsOf('activity', async () => {
      exported = dataOf(await client.exportData({})).data.activity
    })
    expect(read).toEqual({ all: rows + 2, longest: batchRule.rows })
    expect(exported?.filter(({ kind }) => kind === 'signed_in')).toHaveLength(rows)
  })

  it('happy: an account with much activity is erased in batches', async () => {
    const person = await busyPerson()
    await cancelByMobile(world, person)
    world.passMinutes(30 * 24 * 60 + 1)
    expect(await rowsOf('activity', () => eraseDue(world.service))).toEqual({ all: rows + 2, longest: batchRule.rows })
    expect(await world.storage.accounts.profile(person.userId)).toBeUndefined()
  })
})

describe.each(databases.filter(({ name }) => name === 'SQLite'))(
  'another process that writes to the file',
  (sqlite) => {
    const world = worldOn(sqlite)

    /** Locks the file as another process does, while work is done. */
    const held = async (work: (release: () => void) => Promise<void>) => {
      const other = new DatabaseSync(join(world.place.dataDir, sqliteFile))
      other.exec('begin immediate')
      try {
        await work(() => other.exec('rollback'))
      } finally {
        other.close()
      }
    }

    it('happy: a write waits without blocking the thread or readers, and continues afterwards', async () => {
      const { client } = await world.registerMobile()
      await held(async (release) => {
        let isWritten = false
        const writing = world.storage.probe().then(() => {
          isWritten = true
        })
        const beginning = world.storage.transaction(async () => undefined)
        expect(await client.accountInfo({})).toMatchObject({ ok: true })
        expect(await turnsOf(() => client.accountInfo({}))).toBeGreaterThan(0)
        expect(isWritten).toBe(false)
        release()
        await Promise.all([writing, beginning])
      })
    })

    it('error: a write that waits too long is refused, and the next one succeeds', async () => {
      const { client } = await world.registerMobile()
      const { longestWaitMs } = fairRule
      changeForTest(fairRule, { longestWaitMs: 0 })
      await held(async () => {
        await expect(world.storage.probe()).rejects.toThrow('database is locked')
        await expect(client.accountSet({ name: 'Ada' })).rejects.toThrow()
      })
      changeForTest(fairRule, { longestWaitMs })
      expect(await client.accountSet({ name: 'Ada' })).toMatchObject({ ok: true })
    })
  },
)
