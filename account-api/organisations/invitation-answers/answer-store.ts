import { sql } from 'kysely'
import { claiming } from '#account-api/database/due-rows'
import type { Connection } from '#account-api/database/schema'

/** Answers to the invitations of one member, since the last message about them. */
export interface Answers {
  accepted: number
  declined: number
  /** The name of the person who accepted last. */
  name: string | null
}

export interface ClaimedAnswers {
  /** The inviter, as a member. */
  memberId: string
  attempts: number
}

export const answerStore = (connection: Connection) => ({
  /** Adds an answer. If the inviter was notified less than an hour ago, the row is due when that hour ends. */
  add: async (memberId: string, { at, name, ...counts }: Answers & { at: number }): Promise<void> => {
    await connection
      .insertInto('invitation_answers')
      .values({ identity_id: memberId, ...counts, name, due_at: at })
      .onConflict((conflict) =>
        conflict.column('identity_id').doUpdateSet({
          accepted: sql`invitation_answers.accepted + excluded.accepted`,
          declined: sql`invitation_answers.declined + excluded.declined`,
          name: sql`coalesce(excluded.name, invitation_answers.name)`,
        }),
      )
      .execute()
  },

  /** Claims due rows, those that have waited longest first, and counts the attempt. */
  claim: async (at: number, until: number, limit: number): Promise<ClaimedAnswers[]> =>
    claiming(
      connection,
      connection
        .selectFrom('invitation_answers')
        .select('identity_id')
        .where('due_at', '<=', at)
        .orderBy('due_at')
        .limit(limit),
    )
      .updateTable('invitation_answers')
      .set((row) => ({ due_at: until, attempts: row('attempts', '+', 1) }))
      .where('identity_id', 'in', (query) => query.selectFrom('due').select('identity_id'))
      .returning(['identity_id as memberId', 'attempts'])
      .execute(),

  postpone: async (memberId: string, until: number): Promise<void> => {
    await connection
      .updateTable('invitation_answers')
      .set({ due_at: until })
      .where('identity_id', '=', memberId)
      .execute()
  },

  /**
   * Takes the answers of an inviter, and sets until when the next ones wait. Undefined when none waited; then the row
   * is deleted.
   */
  take: async (memberId: string, nextAt: number): Promise<Answers | undefined> => {
    const found = await connection
      .selectFrom('invitation_answers')
      .select(['accepted', 'declined', 'name'])
      .where('identity_id', '=', memberId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!found || found.accepted + found.declined === 0) {
      await connection.deleteFrom('invitation_answers').where('identity_id', '=', memberId).execute()
      return undefined
    }
    await connection
      .updateTable('invitation_answers')
      .set({ accepted: 0, declined: 0, name: null, due_at: nextAt, attempts: 0 })
      .where('identity_id', '=', memberId)
      .execute()
    return found
  },

  /** The account and the organisation of an inviter who is still a member, and not suspended. */
  inviter: async (memberId: string) =>
    connection
      .selectFrom('identities')
      .innerJoin('organisations', 'organisations.id', 'identities.organisation_id')
      .select(['identities.account_id as accountId', 'organisations.id', 'organisations.public_id as publicId'])
      .select('organisations.name')
      .where('identities.id', '=', memberId)
      .where('identities.is_frozen', '=', 0)
      .where('organisations.frozen_by', 'is', null)
      .where('organisations.closes_at', 'is', null)
      .executeTakeFirst(),
})

export type InvitationAnswerStore = ReturnType<typeof answerStore>
