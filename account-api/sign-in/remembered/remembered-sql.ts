import type { Selectable } from 'kysely'
import type { RememberedRecord, RememberedStore } from './remembered-store'
import { originColumns, originOf } from '../../accounts/sessions/origin-columns'
import type { Connection, Schema } from '../../database/schema'

export const rememberedStore = (connection: Connection): RememberedStore => {
  const ofAccount = (accountId: string) =>
    connection.deleteFrom('remembered_accounts').where('account_id', '=', accountId)

  return {
    find: async (familyHash) => {
      const row = await connection
        .selectFrom('remembered_accounts')
        .selectAll()
        .where('family_hash', '=', familyHash)
        .executeTakeFirst()
      return row && recordOf(row)
    },

    put: async (record, most) => {
      const row = rowOf(record)
      await connection
        .insertInto('remembered_accounts')
        .values(row)
        .onConflict((conflict) => conflict.column('family_hash').doUpdateSet(row))
        .execute()
      await ofAccount(record.accountId)
        .where('id', 'in', (query) =>
          query
            .selectFrom('remembered_accounts')
            .select('id')
            .where('account_id', '=', record.accountId)
            .orderBy('last_used_at', 'desc')
            .orderBy('id', 'desc')
            .limit(1_000_000)
            .offset(most),
        )
        .execute()
    },

    of: async (accountId, at) => {
      const rows = await connection
        .selectFrom('remembered_accounts')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('expires_at', '>', at)
        .orderBy('last_used_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return rows.map(recordOf)
    },

    endOne: async (accountId, id) => {
      const ended = await ofAccount(accountId).where('id', '=', id).returning('id').executeTakeFirst()
      return ended !== undefined
    },

    end: async (familyHash, tokenHash) => {
      await connection
        .deleteFrom('remembered_accounts')
        .where('family_hash', '=', familyHash)
        .where('token_hash', '=', tokenHash)
        .execute()
    },

    endOfSession: async (accountId, { id, passedOn }) => {
      await ofAccount(accountId)
        .where(({ eb, or }) => or([eb('session_id', 'in', [id, ...passedOn]), eb('ancestors', 'like', `%${id}%`)]))
        .execute()
    },

    endAll: async (accountId) => {
      await ofAccount(accountId).execute()
    },
  }
}

const rowOf = (record: RememberedRecord) => ({
  id: record.id,
  family_hash: record.familyHash,
  token_hash: record.tokenHash,
  previous_hash: record.previousHash,
  account_id: record.accountId,
  session_id: record.sessionId,
  address: record.clientAddress,
  client: record.client,
  proven_at: record.provenAt,
  last_used_at: record.usedAt,
  expires_at: record.expiresAt,
  ...originColumns(record.origin),
})

const recordOf = (row: Selectable<Schema['remembered_accounts']>): RememberedRecord => ({
  id: row.id,
  familyHash: row.family_hash,
  tokenHash: row.token_hash,
  previousHash: row.previous_hash,
  accountId: row.account_id,
  sessionId: row.session_id,
  clientAddress: row.address,
  client: row.client,
  provenAt: row.proven_at,
  usedAt: row.last_used_at,
  expiresAt: row.expires_at,
  origin: originOf(row, { way: '', at: row.proven_at }),
})
