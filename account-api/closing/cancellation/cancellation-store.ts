import { sql } from 'kysely'
import { claimDue } from '#account-api/database/due-rows'
import type { Connection } from '#account-api/database/schema'
import type { CodeChannel } from '#account-api/kernel/outbox/message'
import type { StoredLineState } from '#account-api/organisations/invitation-batches/batch-record'
import type { InvitationState } from '#contract/organisations/invitations/invitations'

export interface ClaimedErasure {
  accountId: string
  /** How many attempts to erase it were begun, including this one. */
  attempts: number
}

/** A batch of rows that are erased together. No other copy claims their account before `until`. */
interface DueBatch {
  at: number
  until: number
  limit: number
}

/** Tables that may have very many rows of one account. Deleting the account's row empties all others by cascade. */
const largeAccountTables = ['activity', 'events'] as const

export const cancellationStore = (connection: Connection) => ({
  /** Claims due accounts, those that have waited longest first. No other copy claims them before `until`. */
  claim: async (at: number, until: number, limit: number): Promise<ClaimedErasure[]> => {
    const claimed = await claimDue(connection, { table: 'accounts', day: 'erase_at', at, until, limit })
    return claimed.map(({ id, attempts }) => ({ accountId: id, attempts }))
  },

  /** Sets aside an account whose erasure failed. */
  postpone: async (accountId: string, until: number): Promise<void> => {
    await connection
      .updateTable('accounts')
      .set({ erasing_until: until })
      .where('id', '=', accountId)
      .where('erase_at', 'is not', null)
      .execute()
  },

  /** Erases some of the many rows of a due account, and keeps the claim. Returns how many were erased. */
  eraseSome: async (accountId: string, { at, until, limit }: DueBatch): Promise<number> => {
    const claimed = await connection
      .updateTable('accounts')
      .set({ erasing_until: until })
      .where('id', '=', accountId)
      .where('erase_at', '<=', at)
      .executeTakeFirst()
    if (claimed.numUpdatedRows === 0n) return 0
    let erased = 0
    for (const table of largeAccountTables) {
      const { numDeletedRows } = await connection
        .deleteFrom(table)
        .where('id', 'in', (query) =>
          query
            .selectFrom(table)
            .select('id')
            .where('account_id', '=', accountId)
            .limit(limit - erased),
        )
        .executeTakeFirst()
      erased += Number(numDeletedRows)
      if (erased >= limit) return erased
    }
    return erased
  },

  /** True when another account has or claims an email. */
  isOthers: async (email: string, accountId: string): Promise<boolean> => {
    const bound = connection
      .selectFrom('identifiers')
      .select('account_id')
      .where('kind', '=', 'email')
      .where('value', '=', email)
    const claimed = connection.selectFrom('email_claims').select('account_id').where('email', '=', email)
    const recovery = connection.selectFrom('recovery_emails').select('account_id').where('email', '=', email)
    const accounts = await bound.union(claimed).union(recovery).execute()
    return accounts.some((each) => each.account_id !== accountId)
  },

  /** Erases the codes, tickets and messages of an address, and removes it from invitations. */
  eraseAddress: async (channel: CodeChannel, address: string): Promise<void> => {
    await connection.deleteFrom('codes').where('channel', '=', channel).where('target', '=', address).execute()
    await connection.deleteFrom('tickets').where('address', '=', address).execute()
    await connection
      .deleteFrom('invitation_name_parts')
      .where('invitation_id', 'in', (query) =>
        query.selectFrom('invitations').select('id').where('address', '=', address),
      )
      .execute()
    await connection
      .updateTable('invitations')
      .set((column) => ({
        address: null,
        name: '',
        note: '',
        extra: null,
        state: column
          .case()
          .when('state', '=', 'pending')
          .then(sql.lit<InvitationState>('cancelled'))
          .else(column.ref('state'))
          .end(),
      }))
      .where('address', '=', address)
      .execute()
    await connection
      .updateTable('invitation_lines')
      .set((column) => ({
        address: null,
        name: '',
        note: '',
        state: column
          .case()
          .when('state', '=', 'new')
          .then(sql.lit<StoredLineState>('erased'))
          .else(column.ref('state'))
          .end(),
      }))
      .where('address', '=', address)
      .execute()
    await connection.deleteFrom('outbox').where('recipient', '=', address).execute()
  },

  /** Erases the counters of these subjects: account ids and identifiers. */
  eraseCounters: async (subjects: readonly string[]): Promise<void> => {
    await connection.deleteFrom('counters').where('subject', 'in', subjects).execute()
  },
})

export type CancellationStore = ReturnType<typeof cancellationStore>
