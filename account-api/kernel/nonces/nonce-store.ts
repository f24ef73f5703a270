import { sql } from 'kysely'
import { isPostgres } from '../../database/dialect'
import type { Connection } from '../../database/schema'

/** The row of the memory of nonces. */
const memory = 'nonces'

/**
 * @param rememberedSince on SQLite, nonces of older signatures may have been forgotten, and are refused
 * @param signatureClock the clock that checks signatures
 */
export const nonceStore = (
  connection: Connection,
  { rememberedSince, signatureClock }: { rememberedSince: number; signatureClock: () => number },
) => ({
  /** True for a nonce that is new. False for a known one, and for one from before the memory of nonces begins. */
  add: async (nonce: string, { signedAt, expiresAt }: { signedAt: number; expiresAt: number }): Promise<boolean> => {
    if (!isPostgres(connection)) return signedAt >= rememberedSince && insert(connection, { nonce, expiresAt })
    const isRemembered = sql`exists (select 1 from nonce_memory where memory = ${memory} and since <= ${signedAt})`
    if (await insert(connection, { nonce, expiresAt }, isRemembered)) return true
    // A replay, or a crash of the database has emptied the memory. A signature's time has whole seconds.
    const since = Math.floor(signatureClock() / 1000) * 1000
    await connection
      .insertInto('nonce_memory')
      .values({ memory, since })
      .onConflict((conflict) => conflict.column('memory').doNothing())
      .execute()
    return insert(connection, { nonce, expiresAt }, isRemembered)
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
