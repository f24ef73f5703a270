import type { PictureStore } from './picture-store'
import type { Connection } from '../../database/schema'

export const pictureStore = (connection: Connection): PictureStore => ({
  insert: async ({ key, accountId, kind, mediaType, base64, at }) => {
    await connection
      .insertInto('images')
      .values({ key, account_id: accountId, kind, media_type: mediaType, base64, created_at: at })
      .execute()
  },

  find: async (key) =>
    connection
      .selectFrom('images')
      .select(['account_id as accountId', 'kind', 'media_type as mediaType', 'base64'])
      .where('key', '=', key)
      .executeTakeFirst(),

  show: async (accountId, kind, key) => {
    await connection
      .updateTable('accounts')
      .set({ [kind]: key })
      .where('id', '=', accountId)
      .execute()
    await connection
      .deleteFrom('images')
      .where('account_id', '=', accountId)
      .where('kind', '=', kind)
      .where('key', '!=', key)
      .execute()
  },
})
