import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../dialect'

/** QR codes to sign in with. They live for minutes, so PostgreSQL keeps no log of them. */
export const qrCodes = {
  up: async (database: Kysely<unknown>): Promise<void> => {
    const { schema } = database
    await schema
      .createTable('qr_codes')
      .addColumn('polling_hash', 'text', (column) => column.primaryKey())
      .addColumn('scanned_hash', 'text', (column) => column.notNull().unique())
      .addColumn('letters_hash', 'text', (column) => column.notNull().unique())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('matching_number', 'integer', (column) => column.notNull())
      .addColumn('matching_numbers', 'text', (column) => column.notNull())
      .addColumn('leads_to', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('client', 'text', (column) => column.notNull())
      .addColumn('account_id', 'text', (column) => column.references('accounts.id').onDelete('cascade'))
      .addColumn('session_id', 'text')
      .addColumn('proven_at', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addCheckConstraint('qr_codes_states', sql`state in ('new', 'scanned', 'confirmed', 'denied', 'used')`)
      .addCheckConstraint(
        'qr_codes_scanned_by',
        sql`(account_id is null) = (session_id is null) and (state = 'new' or session_id is not null)`,
      )
      .addCheckConstraint('qr_codes_proven', sql`state not in ('confirmed', 'used') or proven_at is not null`)
      .execute()
    await schema.createIndex('qr_codes_by_end').on('qr_codes').column('expires_at').execute()
    await schema.createIndex('qr_codes_by_account').on('qr_codes').column('account_id').execute()
    if (isPostgres(database)) await sql`alter table qr_codes set unlogged`.execute(database)
  },
}
