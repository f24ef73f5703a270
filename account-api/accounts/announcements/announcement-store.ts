import type { Selectable } from 'kysely'
import type { Connection, Schema } from '#account-api/database/schema'

/** Announcements on the sign-in page, such as a downtime of an hour. */
export interface Announcement {
  id: string
  texts: AnnouncementTexts
  startsAt: number
  endsAt: number
}

export interface AnnouncementTexts {
  en: string
  'zh-Hans': string
}

export const announcementStore = (connection: Connection) => ({
  insert: async ({ id, texts, startsAt, endsAt }: Announcement): Promise<void> => {
    const row = { id, text_en: texts.en, text_zh_hans: texts['zh-Hans'], starts_at: startsAt, ends_at: endsAt }
    await connection.insertInto('announcements').values(row).execute()
  },

  /** Announcements that have not ended, ordered by their end. */
  coming: async (at: number, limit: number): Promise<Announcement[]> => {
    const rows = await connection
      .selectFrom('announcements')
      .selectAll()
      .where('ends_at', '>', at)
      .orderBy('ends_at')
      .limit(limit)
      .execute()
    return rows.map(record)
  },

  /** Ends an announcement. False when it has ended or does not exist. */
  end: async (id: string, at: number): Promise<boolean> => {
    const { numUpdatedRows } = await connection
      .updateTable('announcements')
      .set({ ends_at: at })
      .where('id', '=', id)
      .where('ends_at', '>', at)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
})

export type AnnouncementStore = ReturnType<typeof announcementStore>

const record = (row: Selectable<Schema['announcements']>): Announcement => ({
  id: row.id,
  texts: { en: row.text_en, 'zh-Hans': row.text_zh_hans },
  startsAt: row.starts_at,
  endsAt: row.ends_at,
})
