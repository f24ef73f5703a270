import { type Kysely, sql } from 'kysely'
import { migrationState } from '#account-api/database/migrate'
import { migrations } from '#account-api/database/migrations/index'
import { settingsInForce } from '#account-api/database/pooler'
import { limitsOf } from '#account-api/database/postgres'
import { lookIntoDatabase, lookLimits } from '#account-api/start/checks/database-state'
import type { Finding, Probe } from '#account-api/start/checks/finding'
import type { Read } from '#account-api/start/checks/judged-settings'
import { BadEnvironment } from '#settings/settings'

type Name = 'DATABASE_URL' | 'DATABASE_DIRECT_URL'

/** A migration and the calls run at once, because the migration needs its own connection. */
const besidePool = 1

/** The rights of a connection's role, and its server. */
interface Seen {
  /** Null: no schema of its search path exists. */
  schema: string | null
  may_create: boolean
  is_read_only: boolean
  /** Tables that it may not read and write, and tables that it may not alter. */
  closed: number
  foreign: number
  /** The number of connections that the role, the database and the server allow. */
  connections: number
  /** Identifies a database of a server. */
  place: string
}

const look = async (database: Kysely<unknown>): Promise<Seen> => {
  const { rows } = await sql<Seen>`
    select
      current_schema() as schema,
      coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as may_create,
      pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as is_read_only,
      (select count(*)::int from pg_class t where t.relnamespace = s.oid and t.relkind in ('r', 'p') and not (
        has_table_privilege(t.oid, 'SELECT') and has_table_privilege(t.oid, 'INSERT')
        and has_table_privilege(t.oid, 'UPDATE') and has_table_privilege(t.oid, 'DELETE'))) as closed,
      (select count(*)::int from pg_class t where t.relnamespace = s.oid and t.relkind in ('r', 'p')
        and not pg_has_role(t.relowner, 'USAGE')) as foreign,
      least(
        nullif(r.rolconnlimit, -1), nullif(d.datconnlimit, -1),
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      ) as connections,
      concat_ws(' ', pg_postmaster_start_time(), d.oid) as place
    from pg_roles r
    join pg_database d on d.datname = current_database()
    left join pg_namespace s on s.nspname = current_schema()
    where r.rolname = current_user`.execute(database)
  const [seen] = rows
  if (!seen) throw new BadEnvironment('the server reports nothing about this user')
  return seen
}

interface Looked extends Seen {
  isPooled: boolean
  /** Migrations wait, or the database is empty. */
  isToMigrate: boolean
}

const lookAt = async (url: string): Promise<Looked | undefined> =>
  lookIntoDatabase({ DATABASE_URL: url, DATA_DIR: '' }, async (schema) => {
    const database = schema as unknown as Kysely<unknown>
    const { pending } = await migrationState(database, migrations)
    const { idle_in_transaction_session_timeout: idleMs } = await settingsInForce(database)
    const isPooled = idleMs !== limitsOf(lookLimits).idle_in_transaction_session_timeout
    return { ...(await look(database)), isPooled, isToMigrate: pending.length > 0 }
  })

/**
 * Checks the rights of the PostgreSQL role: to write, to create tables for migrations, and to open as many connections
 * as the pool has. Also checks that DATABASE_DIRECT_URL is the same database, without the pooler.
 */
export const databaseRole = ({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct, DATABASE_POOL_SIZE }: Read): Probe[] => {
  if (url === undefined) return []
  const settings = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_POOL_SIZE']
  const ofRole = async (): Promise<Finding[]> => {
    const seen = await openedAt(url)
    // Another probe reports that it cannot be opened.
    if (!seen || 'problem' in seen) return []
    const found = [...writing(seen), ...connecting(seen, DATABASE_POOL_SIZE ?? 0)]
    if (direct === undefined) return [...found, ...migrating('DATABASE_URL', seen), ...pooled(seen)]
    const past = await openedAt(direct)
    return [...found, ...(past ? ofDirect(seen, past) : [])]
  }
  return [{ about: 'DATABASE_URL', reads: settings, look: ofRole }]
}

const openedAt = (url: string): Promise<Looked | { problem: string } | undefined> =>
  lookAt(url).catch((error: unknown) => {
    if (error instanceof BadEnvironment) return { problem: error.message }
    throw error
  })

const ofDirect = (seen: Looked, past: Looked | { problem: string }): Finding[] => {
  const about: Name = 'DATABASE_DIRECT_URL'
  if ('problem' in past) {
    const found = past.problem.replace(/^DATABASE_URL |\.$/g, '')
    return [{ level: 'error', about, found }]
  }
  if (past.place !== seen.place)
    return [
      {
        ...{ level: 'error', about, found: 'it leads to another database than DATABASE_URL' },
        toDo: 'Name the same server and database: migrations use it',
      },
    ]
  if (past.isPooled)
    return [
      {
        ...{ level: 'error', about, found: 'it leads through a pooler too' },
        toDo: 'Name the server itself: a migration needs its own session',
      },
    ]
  const faults = migrating(about, past)
  return faults.length > 0 ? faults : [{ level: 'ok', about, found: 'it leads to the same database, past the pooler' }]
}

/** The rights that calls need. */
const writing = ({ schema, is_read_only, closed }: Looked): Finding[] => {
  const about: Name = 'DATABASE_URL'
  if (schema === null)
    return [
      { level: 'error', about, found: 'no schema of the search path exists', toDo: 'Create one, or set search_path' },
    ]
  if (is_read_only)
    return [
      {
        ...{
          level: 'error',
          about,
          found: 'the server takes no writes: it is a standby, or read-only by its settings',
        },
        toDo: 'Name the primary',
      },
    ]
  if (closed > 0)
    return [
      {
        ...{
          level: 'error',
          about,
          found: `this user may not read and write ${closed} tables of the schema ${schema}`,
        },
        toDo: 'Let the user who owns them grant it SELECT, INSERT, UPDATE and DELETE',
      },
    ]
  return [{ level: 'ok', about, found: 'this user may read and write' }]
}

/** The rights that a migration needs. Until one is pending, the operator has time to grant them. */
const migrating = (about: Name, { schema, may_create, foreign, isToMigrate }: Looked): Finding[] => {
  const lacks = [
    ...(may_create ? [] : ['make tables']),
    ...(foreign === 0 ? [] : [`alter ${foreign} tables that belong to another user`]),
  ]
  if (lacks.length === 0 || schema === null) return []
  const when = isToMigrate ? 'which the next start has to' : 'which an upgrade may have to'
  return [
    {
      ...{ level: isToMigrate ? 'error' : 'warning', about },
      found: `this user may not ${lacks.join(' and ')} in the schema ${schema}, ${when}`,
      toDo: 'Make this user the owner of the database and of its tables',
    },
  ]
}

const connecting = ({ connections, isPooled }: Looked, poolSize: number): Finding[] => {
  const about = 'DATABASE_POOL_SIZE'
  // The pooler has its own connections.
  if (isPooled || connections >= poolSize + besidePool) return []
  return [
    {
      ...{ level: 'error', about },
      found: `this user may open ${connections} connections, and one account API opens ${poolSize + besidePool}`,
      toDo: 'Raise the limit of the role, of the database or of the server, or lower this; count each copy',
    },
  ]
}

const pooled = ({ isPooled, isToMigrate }: Looked): Finding[] =>
  isPooled
    ? [
        {
          ...{ level: isToMigrate ? 'error' : 'warning', about: 'DATABASE_DIRECT_URL' },
          found: 'it is not set, and DATABASE_URL leads through a pooler, which migrations cannot use',
          toDo: 'Name the same database without the pooler',
        },
      ]
    : []
