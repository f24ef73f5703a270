import type { Kysely } from 'kysely'
import { createLargeIndex } from './large-index'

/** Finds the codes that are due among any number of other messages. */
export const codesDue = {
  outsideTransaction: true as const,
  up: (database: Kysely<unknown>): Promise<void> =>
    createLargeIndex(database, {
      name: 'outbox_codes_due',
      table: 'outbox',
      columns: ['channel', 'next_attempt_at'],
      where: 'code is not null and delivered_at is null and given_up_at is null',
    }),
}
