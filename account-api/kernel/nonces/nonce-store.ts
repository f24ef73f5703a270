import { sql } from 'kysely'
import { isPostgres } from '#account-api/database/dialect'
import type { Connection } from '#account-api/database/schema'

/** The row of the memory of nonces. */
const memory = 'nonces'

type Added = 'new' | 'known' | 'forgotten'

/**
 * @param rememberedSince on SQLite, nonces of older signatures may have been forgotten, and are refused
 * @param signatureClock the clock that checks signatures
 */
export const nonceStore = (
  connection: Connection,
  { rememberedSince, signatureClock }: { rememberedSince: number; signatureClock: () => number },
) => ({
  /** Remembers a nonce. `forgotten`: its signature is older than the memory of nonces, which may have had it. */
  add: async (nonce: string, { signedAt, expiresAt }: { signedAt: number; expiresAt: number }): Promise<Added> => {
    if (!isPostgres(connection)) {
      if (signedAt < rememberedSince) return 'forgotten'
      return (await insert(connection, { nonce, expiresAt })) ? 'new' : 'known'
    }
    const isRemembered = sql`exists (select 1 from nonce_memory where memory = ${memory} and since <= ${signedAt})`
    if (await insert(connection, { nonce, expiresAt }, isRemembered)) return 'new'
    // A replay, or a crash of the database has emptied the memory. A signature's time has whole seconds.
    const since = Math.floor(signatureClock() / 1000) * 1000
    await connection
      .insertInto('nonce_memory')
      .values({ memory, since })
      .onConflict((conflict) => conflict.column('memory').doNothing())
      .execute()
    if (await insert(connection, { nonce, expiresAt }, isRemembered)) return 'new'
    const { rows } = await sql<{ remembered: boolean }>`select ${isRemembered} as remembered`.execute(connection)
    return rows[0]?.remembered ? 'known' : 'forgotten'
  },
})

export type NonceStore = ReturnType<typeof nonceStore>

/** False for a nonce that is known, or when the condition does not hold. */
const insert = async (
  connection: Connection,
  { nonce, expiresAt }: { nonce: string; expiresAt: number },
  condition = sql`true`,
): Promise<boolean> => {
  const { rows } = await sql`
    insert into nonces (nonce, expires_at) select cast(${nonce} as text), cast(${expiresAt} as bigint) where ${condition}
    on conflict (nonce) do nothing returning nonce`.execute(connection)
  return rows.length > 0
}
