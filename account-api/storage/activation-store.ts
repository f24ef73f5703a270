import type { Activation, ActivationStore } from '../domain/activation/activation-store'
import type { Connection } from './schema'

export const activationStore = (connection: Connection): ActivationStore => ({
  insert: async ({ accountId, organisationId, address, endsAt }) => {
    await connection
      .insertInto('activations')
      .values({ account_id: accountId, organisation_id: organisationId, ...address, ends_at: endsAt })
      .execute()
  },

  of: async ({ kind, value }, { at, limit }) => {
    const rows = await connection
      .selectFrom('activations')
      .selectAll()
      .where('kind', '=', kind)
      .where('value', '=', value)
      .where('ends_at', '>', at)
      .orderBy('account_id')
      .limit(limit)
      .execute()
    return rows.map(activationOf)
  },

  isAwaited: async (organisationId, { kind, value }) => {
    const row = await connection
      .selectFrom('activations')
      .select('account_id')
      .where('kind', '=', kind)
      .where('value', '=', value)
      .where('organisation_id', '=', organisationId)
      .executeTakeFirst()
    return row !== undefined
  },

  count: async (organisationId, most) => {
    const rows = await connection
      .selectFrom('activations')
      .select('account_id')
      .where('organisation_id', '=', organisationId)
      .limit(most)
      .execute()
    return rows.length
  },

  remove: async (accountId) => {
    const { numDeletedRows } = await connection
      .deleteFrom('activations')
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
})

const activationOf = (row: {
  account_id: string
  organisation_id: string
  kind: 'mobile' | 'email'
  value: string
  ends_at: number
}): Activation => ({
  accountId: row.account_id,
  organisationId: row.organisation_id,
  address: { kind: row.kind, value: row.value },
  endsAt: row.ends_at,
})
