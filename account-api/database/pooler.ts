import { type Kysely, sql } from 'kysely'

type Setting = 'statement_timeout' | 'idle_in_transaction_session_timeout'

/**
 * What a session has of settings that count in milliseconds. A pooler by transaction keeps what a connection asks for
 * from the server, as that is another one for each transaction.
 */
export const settingsInForce = async (connection: Kysely<unknown>): Promise<Record<Setting, number>> => {
  const { rows } = await sql<{ name: Setting; ms: number }>`
    select name, cast(setting as bigint) as ms from pg_settings
    where name in ('statement_timeout', 'idle_in_transaction_session_timeout')`.execute(connection)
  return Object.fromEntries(rows.map(({ name, ms }) => [name, ms])) as Record<Setting, number>
}

/** Whether each limit is as short as it has to be. Zero is no limit. */
export const areLimited = (inForce: Record<Setting, number>, limits: Record<Setting, number>): boolean =>
  (Object.keys(limits) as Setting[]).every((name) => inForce[name] > 0 && inForce[name] <= limits[name])
