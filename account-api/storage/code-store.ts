import { sql } from 'kysely'
import type { CodeSlot, CodeStore } from '../domain/code/code-store'
import type { Connection } from './schema'

export const codeStore = (connection: Connection): CodeStore => ({
  put: async (slot, { key, hash, at, expiresAt, tries, notBefore }) => {
    const fresh = {
      key,
      hash,
      created_at: at,
      expires_at: expiresAt,
      tries_left: tries,
      used_at: null,
      locked_until: 0,
    }
    const put = await connection
      .insertInto('codes')
      .values({ ...slot, ...fresh })
      .onConflict((conflict) =>
        conflict
          .columns(['channel', 'target', 'purpose'])
          .doUpdateSet(fresh)
          .where('codes.locked_until', '<=', at)
          .where((where) =>
            where.or([where('codes.created_at', '<=', notBefore), where('codes.used_at', 'is not', null)]),
          ),
      )
      .returning('key')
      .executeTakeFirst()
    return put !== undefined
  },

  find: async (slot) => {
    const row = await inSlot(connection.selectFrom('codes').selectAll(), slot).executeTakeFirst()
    return (
      row && {
        key: row.key,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
        triesLeft: row.tries_left,
        usedAt: row.used_at,
        lockedUntil: row.locked_until,
      }
    )
  },

  attempt: async (slot, { hashes, at, lockUntil, consume }) => {
    const right = sql<boolean>`hash in (${sql.join(hashes)})`
    const tried = await inSlot(connection.updateTable('codes'), slot)
      .set({
        used_at: consume ? sql`case when ${right} then cast(${at} as bigint) else used_at end` : sql`used_at`,
        tries_left: sql`case when ${right} then tries_left else tries_left - 1 end`,
        locked_until: sql`case when ${right} or tries_left > 1 then locked_until else cast(${lockUntil} as bigint) end`,
      })
      .where('used_at', 'is', null)
      .where('expires_at', '>', at)
      .where('tries_left', '>', 0)
      .returning(['hash', 'tries_left'])
      .executeTakeFirst()
    // All hashes are keyed, so the comparison tells nothing about the code.
    return tried && { right: hashes.includes(tried.hash), triesLeft: tried.tries_left }
  },

  end: async (slot, at) => {
    await inSlot(connection.updateTable('codes'), slot).set({ used_at: at }).where('used_at', 'is', null).execute()
  },
})

const inSlot = <Query extends { where(column: never, is: never, value: never): Query }>(query: Query, slot: CodeSlot) =>
  Object.entries(slot).reduce(
    (narrowed, [column, value]) => narrowed.where(column as never, '=' as never, value as never),
    query,
  )
