import { type Kysely, sql } from 'kysely'

/**
 * Applications that ask people for authorisation, what people have authorised, the records of the protocol, and the keys
 * that sign its tokens. A record of an authorisation goes with it, and so do those of a session, however each ends.
 */
export const openAuthorisation = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema
      .createTable('open_clients')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('icon', 'text')
      .addColumn('organisation_id', 'text', (column) => column.references('organisations.id').onDelete('cascade'))
      .addColumn('redirect_uris', 'text', (column) => column.notNull())
      .addColumn('post_logout_uris', 'text', (column) => column.notNull())
      .addColumn('logout_url', 'text')
      .addColumn('scopes', 'text', (column) => column.notNull())
      .addColumn('is_first_party', 'integer', (column) => column.notNull())
      .addColumn('is_verified', 'integer', (column) => column.notNull())
      .addColumn('secret_hash', 'text')
      .addColumn('previous_secret_hash', 'text')
      .addColumn('previous_secret_until', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('disabled_at', 'bigint')
      .addColumn('removed_at', 'bigint')
      .addCheckConstraint('open_clients_overlap', sql`(previous_secret_hash is null) = (previous_secret_until is null)`)
      .execute()
    await schema.createIndex('open_clients_of_owner').on('open_clients').columns(['organisation_id', 'id']).execute()

    await schema
      .createTable('authorisations')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('client_id', 'text', (column) => column.notNull().references('open_clients.id').onDelete('cascade'))
      .addColumn('identity_id', 'text', (column) => column.references('identities.id').onDelete('cascade'))
      .addColumn('scopes', 'text', (column) => column.notNull())
      .addColumn('declined', 'text', (column) => column.notNull())
      .addColumn('granted_at', 'bigint', (column) => column.notNull())
      .addColumn('used_at', 'bigint')
      .addUniqueConstraint('authorisations_of_client', ['client_id', 'account_id'])
      // An identity is of one account. The end of an identity finds its authorisations by it.
      .addUniqueConstraint('authorisations_of_identity', ['identity_id', 'client_id'])
      .execute()
    await schema.createIndex('authorisations_of_account').on('authorisations').column('account_id').execute()

    await schema
      .createTable('protocol_records')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('payload', 'text', (column) => column.notNull())
      .addColumn('grant_hash', 'text')
      .addColumn('authorisation_id', 'text', (column) => column.references('authorisations.id').onDelete('cascade'))
      .addColumn('session_id', 'text', (column) => column.references('sessions.id').onDelete('cascade').unique())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('consumed_at', 'bigint')
      .execute()
    for (const column of ['grant_hash', 'authorisation_id'])
      await schema
        .createIndex(`protocol_records_by_${column}`)
        .on('protocol_records')
        .column(column)
        .where(sql.ref(column), 'is not', null)
        .execute()
    await schema.createIndex('protocol_records_by_end').on('protocol_records').column('expires_at').execute()

    await schema
      .createTable('signing_keys')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('algorithm', 'text', (column) => column.notNull())
      .addColumn('generation', 'integer', (column) => column.notNull())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('signs_from', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('signing_keys_of_generation', ['algorithm', 'generation'])
      .execute()
  },
}
