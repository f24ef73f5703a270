import type { Connection } from '#account-api/database/schema'
import type { PictureKind } from './kinds'

export interface PictureRecord {
  accountId: string
  kind: PictureKind | 'identity'
  mediaType: 'image/jpeg'
  base64: string
}

interface ShownPicture {
  accountId: string
  kind: PictureKind
  key: string
  at: number
}

type NewPicture = PictureRecord & Pick<ShownPicture, 'key' | 'at'>

export const pictureStore = (connection: Connection) => ({
  insert: async ({ key, accountId, kind, mediaType, base64, at }: NewPicture): Promise<void> => {
    const row = { key, account_id: accountId, kind, media_type: mediaType, base64, created_at: at }
    await connection.insertInto('images').values(row).execute()
  },

  find: async (key: string): Promise<PictureRecord | undefined> =>
    connection
      .selectFrom('images')
      .select(['account_id as accountId', 'kind', 'media_type as mediaType', 'base64'])
      .where('key', '=', key)
      .executeTakeFirst(),

  /** Makes a picture the account's current one, and deletes its other pictures of that kind. */
  show: async ({ accountId, kind, key, at }: ShownPicture): Promise<void> => {
    await connection
      .updateTable('accounts')
      .set({ [kind]: key, profile_changed_at: at })
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

export type PictureStore = ReturnType<typeof pictureStore>
