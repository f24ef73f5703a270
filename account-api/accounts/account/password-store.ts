import type { Connection } from '../../database/schema'
import type { EarlierPassword } from './account-record'

/** The password on the row of an account. */
export const passwordStore = (connection: Connection) => ({
  /**
   * Replaces the password hash. False when the account has another hash than `was` by now.
   * @param hash `chosenAt`: when somebody chose the new password, if anybody did. `earlier`: none by default
   */
  replacePassword: async (
    accountId: string,
    {
      was,
      becomes,
      chosenAt = null,
      earlier = null,
    }: { was: string | null; becomes: string | null; chosenAt?: number | null; earlier?: EarlierPassword | null },
  ): Promise<boolean> => {
    const replaced = await connection
      .updateTable('accounts')
      .set({
        password_hash: becomes,
        password_chosen_at: chosenAt,
        password_breached_at: null,
        earlier_password_hash: earlier?.hash ?? null,
        earlier_password_taken_at: earlier?.takenAt ?? null,
      })
      .where('id', '=', accountId)
      .where('password_hash', was === null ? 'is' : '=', was)
      .returning('id')
      .executeTakeFirst()
    return replaced !== undefined
  },

  /** Replaces the hash of a password by another of the same password. False when the account has another hash by now. */
  rehash: async (accountId: string, { was, becomes }: { was: string; becomes: string }): Promise<boolean> => {
    const rehashed = await connection
      .updateTable('accounts')
      .set({ password_hash: becomes })
      .where('id', '=', accountId)
      .where('password_hash', '=', was)
      .returning('id')
      .executeTakeFirst()
    return rehashed !== undefined
  },

  /** Notes that a password is a breached one. False when that was noted already, or the account has another password. */
  noteBreached: async (
    accountId: string,
    { passwordHash, at }: { passwordHash: string; at: number },
  ): Promise<boolean> => {
    const noted = await connection
      .updateTable('accounts')
      .set({ password_breached_at: at })
      .where('id', '=', accountId)
      .where('password_hash', '=', passwordHash)
      .where('password_breached_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    return noted !== undefined
  },
})
