import type { CaptchaStore } from './captcha-store'
import type { Connection } from '../../database/schema'

export const captchaStore = (connection: Connection): CaptchaStore => ({
  insert: async ({ id, decision, subtype, visitor, solution, spoken, scene, piece, at, expiresAt, tries }) => {
    await connection
      .insertInto('captchas')
      .values({
        id,
        decision,
        subtype,
        visitor,
        solution,
        spoken,
        scene,
        piece,
        created_at: at,
        expires_at: expiresAt,
        tries_left: tries,
        solved_at: null,
      })
      .execute()
  },

  find: async (id, { visitor, at }) => {
    const row = await connection
      .selectFrom('captchas')
      .select(['id', 'subtype', 'visitor', 'solution', 'spoken', 'scene', 'piece', 'expires_at as expiresAt'])
      .where('id', '=', id)
      .where('visitor', '=', visitor)
      .where('expires_at', '>', at)
      .where('solved_at', 'is', null)
      .executeTakeFirst()
    return row
  },

  takeTry: async (id, { visitor, at }) =>
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

  solve: async (id, at) => {
    const solved = await connection
      .updateTable('captchas')
      .set({ solved_at: at })
      .where('id', '=', id)
      .where('solved_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    return solved !== undefined
  },
})
