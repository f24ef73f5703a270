import { claiming } from '#account-api/database/due-rows'
import type { Connection } from '#account-api/database/schema'

/** An organisation whose members are to be notified of a rule. */
export interface RuleNotice {
  organisationId: string
  attempts: number
}

export const ruleNoticeStore = (connection: Connection) => ({
  /** Starts notifying the members of an organisation, from the first one. */
  begin: async (organisationId: string, dueAt: number): Promise<void> => {
    const row = { after: '', due_at: dueAt, attempts: 0 }
    await connection
      .insertInto('rule_notices')
      .values({ organisation_id: organisationId, ...row })
      .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet(row))
      .execute()
  },

  /** Claims due organisations, those that have waited longest first. */
  claim: async (at: number, until: number, limit: number): Promise<RuleNotice[]> => {
    const claimed = await claiming(
      connection,
      connection
        .selectFrom('rule_notices')
        .select('organisation_id')
        .where('due_at', '<=', at)
        .orderBy('due_at')
        .limit(limit),
    )
      .updateTable('rule_notices')
      .set((notice) => ({ due_at: until, attempts: notice('attempts', '+', 1) }))
      .where('organisation_id', 'in', (query) => query.selectFrom('due').select('organisation_id'))
      .returning(['organisation_id', 'attempts'])
      .execute()
    return claimed.map(({ organisation_id, attempts }) => ({ organisationId: organisation_id, attempts }))
  },

  /** The progress in an organisation: the member that was notified last. Undefined: all were notified. */
  after: async (organisationId: string): Promise<string | undefined> => {
    const row = await connection
      .selectFrom('rule_notices')
      .select('after')
      .where('organisation_id', '=', organisationId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    return row?.after
  },

  /** Schedules the next members, after a member and at this time. */
  goOn: async (organisationId: string, { after, dueAt }: { after: string; dueAt: number }): Promise<void> => {
    await connection
      .updateTable('rule_notices')
      .set({ after, due_at: dueAt, attempts: 0 })
      .where('organisation_id', '=', organisationId)
      .execute()
  },

  postpone: async (organisationId: string, dueAt: number): Promise<void> => {
    await connection
      .updateTable('rule_notices')
      .set({ due_at: dueAt })
      .where('organisation_id', '=', organisationId)
      .execute()
  },

  end: async (organisationId: string): Promise<void> => {
    await connection.deleteFrom('rule_notices').where('organisation_id', '=', organisationId).execute()
  },
})

export type RuleNoticeStore = ReturnType<typeof ruleNoticeStore>
