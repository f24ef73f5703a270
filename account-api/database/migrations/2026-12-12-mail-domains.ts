import { type Kysely, sql } from 'kysely'

/**
 * The mail domains of organisations, of which one has proven a domain at a time; and who has joined by one, or is let in
 * by none any more.
 */
export const mailDomains = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema
      .createTable('mail_domains')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organisation_id', 'text', (column) =>
        column.notNull().references('organisations.id').onDelete('cascade'),
      )
      .addColumn('domain', 'text', (column) => column.notNull())
      .addColumn('token', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('proven_since', 'bigint')
      .addColumn('seen_at', 'bigint')
      .addColumn('missing_since', 'bigint')
      .addColumn('next_check_at', 'bigint')
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('joining', 'text', (column) => column.notNull().defaultTo('off'))
      .addColumn('role_id', 'text')
      // Names an identity, which may be gone.
      .addColumn('chooser_id', 'text')
      .addUniqueConstraint('mail_domains_of_organisation', ['organisation_id', 'domain'])
      .addForeignKeyConstraint('joining_roles_exist', ['organisation_id', 'role_id'], 'roles', [
        'organisation_id',
        'id',
      ])
      .addCheckConstraint('proven_domains_are_checked', sql`(proven_since is null) = (next_check_at is null)`)
      .addCheckConstraint('unproven_domains_are_closed', sql`proven_since is not null or joining = 'off'`)
      .execute()
    await schema
      .createIndex('mail_domains_proven_once')
      .on('mail_domains')
      .column('domain')
      .unique()
      .where(sql.ref('proven_since'), 'is not', null)
      .execute()
    await schema
      .createIndex('mail_domains_due')
      .on('mail_domains')
      .column('next_check_at')
      .where(sql.ref('next_check_at'), 'is not', null)
      .execute()

    await schema
      .createTable('domain_joins')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organisation_id', 'text', (column) =>
        column.notNull().references('organisations.id').onDelete('cascade'),
      )
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('is_kept_out', 'integer', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('domain_joins_of_account', ['account_id', 'organisation_id', 'email'])
      .execute()
    await schema.createIndex('domain_joins_by_email').on('domain_joins').columns(['organisation_id', 'email']).execute()
  },
}
