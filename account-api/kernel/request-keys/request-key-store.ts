import type { Connection } from '#account-api/database/schema'

export const requestKeyStore = (connection: Connection) => ({
  /**
   * Claims a key for its request. False when another request has it, which is answered or still running. A claim left
   * by a stopped process is taken over after its end.
   */
  claim: async (hash: string, { at, expiresAt }: { at: number; expiresAt: number }): Promise<boolean> => {
    const claimed = await connection
      .insertInto('request_keys')
      .values({ hash, answer: null, expires_at: expiresAt })
      .onConflict((conflict) =>
        conflict
          .column('hash')
          .doUpdateSet({ answer: null, expires_at: expiresAt })
          .where('request_keys.expires_at', '<=', at),
      )
      .returning('hash')
      .executeTakeFirst()
    return claimed !== undefined
  },

  /** Stores the sealed answer to the request that has claimed a key. */
  answer: async (hash: string, { answer, expiresAt }: { answer: string; expiresAt: number }): Promise<void> => {
    await connection
      .updateTable('request_keys')
      .set({ answer, expires_at: expiresAt })
      .where('hash', '=', hash)
      .execute()
  },

  /** The sealed answer to a key. Null while its request is running; undefined when nobody has claimed the key. */
  find: async (hash: string): Promise<string | null | undefined> => {
    const found = await connection
      .selectFrom('request_keys')
      .select('answer')
      .where('hash', '=', hash)
      .executeTakeFirst()
    return found?.answer
  },

  /** Releases the key of a request that has changed nothing. */
  release: async (hash: string): Promise<void> => {
    await connection.deleteFrom('request_keys').where('hash', '=', hash).execute()
  },
})

export type RequestKeyStore = ReturnType<typeof requestKeyStore>
