import { type Kysely, sql } from 'kysely'

/** QR codes by which a person signed in elsewhere lets a screen answer a request of an application. They move nothing. */
export const qrOpenRequests = {
  up: async (database: Kysely<unknown>): Promise<void> => {
    await database.schema
      .alterTable('qr_codes')
      .addColumn('open_request', 'text', (column) =>
        column.check(sql`open_request is null or (shown_account_id is null and leads_to = '')`),
      )
      .execute()
  },
}
