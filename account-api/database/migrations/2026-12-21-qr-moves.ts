import { type Kysely, sql } from 'kysely'

/**
 * QR codes that move a sign-in method to the account that shows them. No foreign key: the account that shows a code is
 * locked when the code is used, and the code ends within minutes of its sessions.
 */
export const qrMoves = {
  up: async (database: Kysely<unknown>): Promise<void> => {
    const { schema } = database
    await schema.alterTable('qr_codes').addColumn('shown_account_id', 'text').execute()
    await schema
      .alterTable('qr_codes')
      .addColumn('shown_session_id', 'text', (column) =>
        column.check(sql`(shown_account_id is null) = (shown_session_id is null)`),
      )
      .execute()
    await schema
      .alterTable('qr_codes')
      .addColumn('moves', 'text', (column) =>
        column.check(
          sql`case when shown_account_id is null then moves is null
              else moves is not null or state not in ('confirmed', 'used') end`,
        ),
      )
      .execute()
  },
}
