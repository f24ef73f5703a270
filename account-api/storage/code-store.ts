import { sql } from 'kysely'
import type { CodeSlot, CodeStore, NamedCode } from '../domain/code/code-store'
import type { Connection } from './schema'

export const codeStore = (connection: Connection): CodeStore => ({
  put: async (slot, { asker, isKnownBrowser, key, hash, at, expiresAt, tries, notBefore }) => {
    const fresh = {
      by_known_browser: isKnownBrowser ? 1 : 0,
      hash,
      created_at: at,
      expires_at: expiresAt,
      tries_left: tries,
      unnamed_tries_left: tries,
      used_at: null,
    }
    const put = await connection
      .insertInto('codes')
      .values({ ...slot, asker, key, ...fresh })
      .onConflict((conflict) =>
        conflict
          .columns(['channel', 'target', 'purpose', 'asker'])
          .doUpdateSet(fresh)
          .where((where) =>
            where.or([where('codes.created_at', '<=', notBefore), where('codes.used_at', 'is not', null)]),
          ),
      )
      .returning('key')
      .executeTakeFirst()
    return put?.key
  },

  find: async (slot, named) => {
    const row = await inSlot(connection.selectFrom('codes').selectAll(), slot)
      .where('key', '=', keyOf(connection, slot, named))
      .executeTakeFirst()
    return (
      row && {
        key: row.key,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
        triesLeft: row[triesOf(named)],
        usedAt: row.used_at,
        isKnownBrowser: row.by_known_browser === 1,
      }
    )
  },

  attempt: async (slot, { named, hashes, at, consume }) => {
    const tries = triesOf(named)
    const right = sql<boolean>`hash in (${sql.join(hashes)})`
    const tried = await inSlot(connection.updateTable('codes'), slot)
      .set({
        used_at: consume ? sql`case when ${right} then cast(${at} as bigint) else used_at end` : sql`used_at`,
        [tries]: sql`case when ${right} then ${sql.ref(tries)} else ${sql.ref(tries)} - 1 end`,
      })
      .where('key', '=', keyOf(connection, slot, named))
      .where('used_at', 'is', null)
      .where('expires_at', '>', at)
      .where(tries, '>', 0)
      .returning(['hash', tries])
      .executeTakeFirst()
    // All hashes are keyed, so the comparison tells nothing about the code.
    return tried && { right: hashes.includes(tried.hash), triesLeft: tried[tries] }
  },

  forget: async (slot, asker) => {
    await inSlot(connection.deleteFrom('codes'), slot).where('asker', '=', asker).execute()
  },

  end: async (slot, at) => {
    await inSlot(connection.updateTable('codes'), slot).set({ used_at: at }).where('used_at', 'is', null).execute()
  },
})

const triesOf = (named: NamedCode) => (named ? 'tries_left' : 'unnamed_tries_left')

/** The key of the code that is meant. A slot has few codes, because few are sent. */
const keyOf = (connection: Connection, slot: CodeSlot, named: NamedCode) => {
  if (named && 'key' in named) return named.key
  const keys = inSlot(connection.selectFrom('codes').select('key'), slot)
  return named
    ? keys.where('asker', '=', named.asker)
    : keys.orderBy('created_at', 'desc').orderBy('key', 'desc').limit(1)
}

const inSlot = <Query extends { where(column: never, is: never, value: never): Query }>(query: Query, slot: CodeSlot) =>
  Object.entries(slot).reduce(
    (narrowed, [column, value]) => narrowed.where(column as never, '=' as never, value as never),
    query,
  )
