import { type Kysely, sql } from 'kysely'

type Setting = 'statement_timeout' | 'idle_in_transaction_session_timeout'

/**
 * The session's settings that are in milliseconds. A transaction pooler does not pass a connection's settings on,
 * because each transaction may get another server connection.
 */
export const settingsInForce = async (connection: Kysely<unknown>): Promise<Record<Setting, number>> => {
  const { rows } = await sql<{ name: Setting; ms: number }>`
    select name, cast(setting as bigint) as ms from pg_settings
    where name in ('statement_timeout', 'idle_in_transaction_session_timeout')`.execute(connection)
  return Object.fromEntries(rows.map(({ name, ms }) => [name, ms])) as Record<Setting, number>
}

/** Whether each limit is short enough. Zero means no limit. */
export const areLimited = (inForce: Record<Setting, number>, limits: Record<Setting, number>): boolean =>
  (Object.keys(limits) as Setting[]).every((name) => inForce[name] > 0 && inForce[name] <= limits[name])
