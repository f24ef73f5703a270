import { sql } from 'kysely'
import type { CancellationStore } from './cancellation-store'
import type { InvitationState } from '../../organisations/invitations/invitation-store'
import type { StoredLineState } from '../../organisations/invitation-batches/batch-store'
import { claimDue } from '../../database/due-rows'
import type { Connection } from '../../database/schema'

export const cancellationStore = (connection: Connection): CancellationStore => ({
  begin: async (accountId, eraseAt) => {
    const begun = await connection
      .updateTable('accounts')
      .set({ erase_at: eraseAt })
      .where('id', '=', accountId)
      .where('erase_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    return begun !== undefined
  },

  undo: async (accountId, eraseAt) => {
    const undone = await connection
      .updateTable('accounts')
      .set({ erase_at: null, erasing_until: null, erasure_attempts: 0 })
      .where('id', '=', accountId)
      .where('erase_at', '=', eraseAt)
      .returning('id')
      .executeTakeFirst()
    return undone !== undefined
  },

  claim: async (at, until, limit) => {
    const claimed = await claimDue(connection, { table: 'accounts', day: 'erase_at', at, until, limit })
    return claimed.map(({ id, attempts }) => ({ accountId: id, attempts }))
  },

  postpone: async (accountId, until) => {
    await connection
      .updateTable('accounts')
      .set({ erasing_until: until })
      .where('id', '=', accountId)
      .where('erase_at', 'is not', null)
      .execute()
  },

  isOthers: async (email, accountId) => {
    const bound = connection
      .selectFrom('identifiers')
      .select('account_id')
      .where('kind', '=', 'email')
      .where('value', '=', email)
    const claimed = connection.selectFrom('email_claims').select('account_id').where('email', '=', email)
    const accounts = await bound.union(claimed).execute()
    return accounts.some((each) => each.account_id !== accountId)
  },

  eraseAddress: async (channel, address) => {
    await connection.deleteFrom('codes').where('channel', '=', channel).where('target', '=', address).execute()
    await connection.deleteFrom('tickets').where('address', '=', address).execute()
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

  eraseCounters: async (subjects) => {
    await connection.deleteFrom('counters').where('subject', 'in', subjects).execute()
  },

  erase: async (accountId, at) => {
    const erased = await connection
      .deleteFrom('accounts')
      .where('id', '=', accountId)
      .where('erase_at', '<=', at)
      .returning('id')
      .executeTakeFirst()
    return erased !== undefined
  },
})
