import type { Connection } from '#account-api/database/schema'
import type { EarlierPassword } from './account-record'

export const passwordStore = (connection: Connection) => {
  const whileHash = (accountId: string, hash: string | null) =>
    connection
      .updateTable('accounts')
      .where('id', '=', accountId)
      .where('password_hash', hash === null ? 'is' : '=', hash)
      .returning('id')

  return {
    /**
     * Replaces the password hash. False when the account no longer has the hash `was`.
     * @param hash `chosenAt`: when the person chose the new password, if they did. `earlier`: none by default
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
      const set = {
        password_hash: becomes,
        password_chosen_at: chosenAt,
        password_breached_at: null,
        earlier_password_hash: earlier?.hash ?? null,
        earlier_password_taken_at: earlier?.takenAt ?? null,
      }
      return (await whileHash(accountId, was).set(set).executeTakeFirst()) !== undefined
    },

    /**
     * Replaces the hash of a password with another hash of the same password. False when the account's hash has
     * changed.
     */
    rehash: async (accountId: string, { was, becomes }: { was: string; becomes: string }): Promise<boolean> =>
      (await whileHash(accountId, was).set({ password_hash: becomes }).executeTakeFirst()) !== undefined,

    /** Notes that a password is breached. False when that was noted already, or the account has another password. */
    noteBreached: async (
      accountId: string,
      { passwordHash, at }: { passwordHash: string; at: number },
    ): Promise<boolean> => {
      const noting = whileHash(accountId, passwordHash).set({ password_breached_at: at })
      return (await noting.where('password_breached_at', 'is', null).executeTakeFirst()) !== undefined
    },
  }
}
