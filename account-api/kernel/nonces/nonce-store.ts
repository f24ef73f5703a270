import { sql } from 'kysely'
import { isPostgres } from '#account-api/database/dialect'
import type { Connection } from '#account-api/database/schema'

const memory = 'nonces'

type Added = 'new' | 'known' | 'forgotten'

/**
 * @param rememberedSince on SQLite, older nonces may have been forgotten, so older signatures are refused
 * @param signatureClock the clock that checks signatures
 */
export const nonceStore = (
  connection: Connection,
  { rememberedSince, signatureClock }: { rememberedSince: number; signatureClock: () => number },
) => ({
  /** Stores a nonce. `forgotten`: its signature is older than the stored nonces, so it may be a replay. */
  add: async (nonce: string, { signedAt, expiresAt }: { signedAt: number; expiresAt: number }): Promise<Added> => {
    if (!isPostgres(connection)) {
      if (signedAt < rememberedSince) return 'forgotten'
      return (await insert(connection, { nonce, expiresAt })) ? 'new' : 'known'
    }
    const isRemembered = sql`exists (select 1 from nonce_memory where memory = ${memory} and since <= ${signedAt})`
    if (await insert(connection, { nonce, expiresAt }, isRemembered)) return 'new'
    // A replay, or a crash of the database has emptied the table. A signature's time has whole seconds.
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

/** False when the nonce is known, or when the condition does not hold. */
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
