import { sql } from 'kysely'
import type { Connection } from '#account-api/database/schema'
import type { CodeChannel } from '#account-api/kernel/outbox/message'

export interface CodeSlot {
  channel: CodeChannel
  target: string
  purpose: number
}

/**
 * Selects a code of a slot: by the key that was returned for it, or by its requester. Undefined: the newest code of any
 * requester.
 */
export type NamedCode = { key: string } | { asker: string } | undefined

export interface CodeRecord {
  key: string
  createdAt: number
  expiresAt: number
  /** The remaining attempts: for calls that name the code, or for the others, depending on the query. */
  triesLeft: number
  usedAt: number | null
  /** True when the account of the address knows the requesting browser. */
  isKnownBrowser: boolean
}

interface NewCode extends Pick<CodeRecord, 'key' | 'isKnownBrowser' | 'expiresAt'> {
  asker: string
  hash: string
  at: number
  tries: number
  notBefore: number
}

export const codeStore = (connection: Connection) => ({
  /**
   * Replaces the asker's code of a slot, which keeps its key.
   * @returns the key; undefined when nothing changed: the asker has an unused code that is younger than `notBefore`
   */
  put: async (
    slot: CodeSlot,
    { asker, isKnownBrowser, key, hash, at, expiresAt, tries, notBefore }: NewCode,
  ): Promise<string | undefined> => {
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
          .doUpdateSet({ ...fresh, earlier_hash: sql.ref('codes.hash') })
          .where((where) =>
            where.or([where('codes.created_at', '<=', notBefore), where('codes.used_at', 'is not', null)]),
          ),
      )
      .returning('key')
      .executeTakeFirst()
    return put?.key
  },

  find: async (slot: CodeSlot, named?: NamedCode): Promise<CodeRecord | undefined> => {
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

  /**
   * Checks a code, in one statement. `hashes` are its hashes with each key of the ring: a correct one marks the code
   * used (with `consume`), a wrong one uses up an attempt. Calls that do not name the code have their own attempts.
   * Undefined when no code exists to check. `earlierHash`: the hash of the same requester's previous code.
   */
  attempt: async (
    slot: CodeSlot,
    { named, hashes, at, consume }: { named: NamedCode; hashes: readonly string[]; at: number; consume: boolean },
  ): Promise<{ right: boolean; triesLeft: number; asker: string; earlierHash: string | null } | undefined> => {
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
      .returning(['hash', 'earlier_hash', 'asker', tries])
      .executeTakeFirst()
    // All hashes are keyed, so the timing of the comparison reveals nothing about the code.
    return (
      tried && {
        right: hashes.includes(tried.hash),
        triesLeft: tried[tries],
        asker: tried.asker,
        earlierHash: tried.earlier_hash,
      }
    )
  },

  /** The codes for other purposes that a requester got at the address of a slot. */
  othersOf: (
    { channel, target, purpose }: CodeSlot,
    { asker, at }: { asker: string; at: number },
  ): Promise<{ purpose: number; hash: string }[]> =>
    connection
      .selectFrom('codes')
      .select(['purpose', 'hash'])
      .where('channel', '=', channel)
      .where('target', '=', target)
      .where('asker', '=', asker)
      .where('purpose', '<>', purpose)
      .where('expires_at', '>', at)
      .execute(),

  forget: async (slot: CodeSlot, asker: string): Promise<void> => {
    await inSlot(connection.deleteFrom('codes'), slot).where('asker', '=', asker).execute()
  },

  end: async (slot: CodeSlot, at: number): Promise<void> => {
    await inSlot(connection.updateTable('codes'), slot).set({ used_at: at }).where('used_at', 'is', null).execute()
  },
})

export type CodeStore = ReturnType<typeof codeStore>

const triesOf = (named: NamedCode) => (named ? 'tries_left' : 'unnamed_tries_left')

/** The key of the selected code. A slot has few codes, because few are sent. */
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
