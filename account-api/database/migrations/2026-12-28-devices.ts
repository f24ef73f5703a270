import type { Kysely } from 'kysely'
import { createLargeIndex } from './large-index'

/** Which clients may use the device grant, and by which code a person finds the request of a device. */
export const devices = {
  up: async ({ schema }: Kysely<unknown>): Promise<void> => {
    await schema
      .alterTable('open_clients')
      .addColumn('has_device_grant', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await schema.alterTable('protocol_records').addColumn('user_code_hash', 'text').execute()
  },
}

/** Few records have a user code, and each has it for a few minutes. */
export const deviceIndexes = {
  outsideTransaction: true as const,
  up: (database: Kysely<unknown>): Promise<void> =>
    createLargeIndex(database, {
      name: 'protocol_records_by_user_code',
      table: 'protocol_records',
      columns: ['user_code_hash'],
      unique: true,
      where: 'user_code_hash is not null',
    }),
}
