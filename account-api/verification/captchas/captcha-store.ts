import type { Connection } from '#account-api/database/schema'

/** A challenge in its stored form: pictures as base64 PNG, the solution as JSON. */
export interface CaptchaRecord {
  id: string
  subtype: string
  /** The browser that opened it. No other browser may see or answer it. */
  visitor: string
  solution: string
  spoken: string
  scene: string
  piece: string | null
  expiresAt: number
}

/** An attempt at a challenge, with the data for checking its answer. */
export interface CaptchaTry extends Pick<CaptchaRecord, 'subtype' | 'solution' | 'spoken'> {
  /** The hash of the ticket of its decision. */
  decision: string
  triesLeft: number
}

export const captchaStore = (connection: Connection) => ({
  insert: async (made: CaptchaRecord & { decision: string; at: number; tries: number }): Promise<void> => {
    const { at: created_at, expiresAt: expires_at, tries: tries_left, ...captcha } = made
    const row = { ...captcha, created_at, expires_at, tries_left, solved_at: null }
    await connection.insertInto('captchas').values(row).execute()
  },

  find: async (id: string, { visitor, at }: { visitor: string; at: number }): Promise<CaptchaRecord | undefined> => {
    return connection
      .selectFrom('captchas')
      .select(['id', 'subtype', 'visitor', 'solution', 'spoken', 'scene', 'piece', 'expires_at as expiresAt'])
      .where('id', '=', id)
      .where('visitor', '=', visitor)
      .where('expires_at', '>', at)
      .where('solved_at', 'is', null)
      .executeTakeFirst()
  },

  /** Uses up one attempt, in one statement. Undefined when none is left. */
  takeTry: async (id: string, { visitor, at }: { visitor: string; at: number }): Promise<CaptchaTry | undefined> =>
    connection
      .updateTable('captchas')
      .set((column) => ({ tries_left: column('tries_left', '-', 1) }))
      .where('id', '=', id)
      .where('visitor', '=', visitor)
      .where('expires_at', '>', at)
      .where('solved_at', 'is', null)
      .where('tries_left', '>', 0)
      .returning(['decision', 'subtype', 'solution', 'spoken', 'tries_left as triesLeft'])
      .executeTakeFirst(),

  /** True only for the first call that solves it. */
  solve: async (id: string, at: number): Promise<boolean> => {
    const row = await connection
      .updateTable('captchas')
      .set({ solved_at: at })
      .where('id', '=', id)
      .where('solved_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  },
})

export type CaptchaStore = ReturnType<typeof captchaStore>
