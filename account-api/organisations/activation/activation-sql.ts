import type { Activation, ActivationStore, AwaitedMember } from './activation-store'
import { identityOf } from '../records/identity-rows'
import type { Connection } from '../../database/schema'

export const activationStore = (connection: Connection): ActivationStore => ({
  insert: async ({ accountId, organisationId, address, endsAt, giverId }) => {
    await connection
      .insertInto('activations')
      .values({
        account_id: accountId,
        organisation_id: organisationId,
        ...address,
        ends_at: endsAt,
        giver_id: giverId,
      })
      .execute()
  },

  of: async ({ kind, value }, { at, limit }) => {
    const rows = await withPlaces(connection)
      .innerJoin('organisations', 'organisations.id', 'activations.organisation_id')
      .select('organisations.name as organisation_name')
      .where('activations.kind', '=', kind)
      .where('activations.value', '=', value)
      .where('activations.ends_at', '>', at)
      .orderBy('activations.account_id')
      .limit(limit)
      .execute()
    return rows.map((row) => ({ ...awaitedOf(row), organisationName: row.organisation_name }))
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

  list: async (organisationId, { at, after, offset, limit }) => {
    const rows = await awaited(connection, organisationId, at)
      .$if(after !== undefined, (query) => query.where('activations.account_id', '>', after ?? ''))
      .orderBy('activations.account_id')
      .offset(offset)
      .limit(limit)
      .execute()
    return rows.map(awaitedOf)
  },

  find: async (organisationId, publicId, at) => {
    const row = await awaited(connection, organisationId, at)
      .where('identities.public_id', '=', publicId)
      .executeTakeFirst()
    return row && awaitedOf(row)
  },

  prolong: async (accountId, endsAt) => {
    await connection.updateTable('activations').set({ ends_at: endsAt }).where('account_id', '=', accountId).execute()
  },

  vouch: async (organisationId, accountIds, giverId) => {
    if (accountIds.length === 0) return
    await connection
      .updateTable('activations')
      .set({ giver_id: giverId })
      .where('account_id', 'in', accountIds)
      .where('organisation_id', '=', organisationId)
      .execute()
  },

  remove: async (accountId) => {
    const { numDeletedRows } = await connection
      .deleteFrom('activations')
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
})

const joinedGiver = ['giver.account_id as giver_account_id', 'giver.name as giver_name'] as const

const withPlaces = (connection: Connection) =>
  connection
    .selectFrom('activations')
    .innerJoin('identities', (join) =>
      join
        .onRef('identities.account_id', '=', 'activations.account_id')
        .onRef('identities.organisation_id', '=', 'activations.organisation_id'),
    )
    .leftJoin('identities as giver', 'giver.id', 'activations.giver_id')
    .selectAll('identities')
    .select(['activations.kind', 'activations.value', 'activations.ends_at', ...joinedGiver])

/** What waits in an organisation, with its places. */
const awaited = (connection: Connection, organisationId: string, at: number) =>
  withPlaces(connection).where('activations.organisation_id', '=', organisationId).where('activations.ends_at', '>', at)

const awaitedOf = (row: Awaited<ReturnType<ReturnType<typeof awaited>['executeTakeFirstOrThrow']>>): AwaitedMember => ({
  ...activationOf(row),
  identity: identityOf(row),
})

const activationOf = (row: {
  account_id: string
  organisation_id: string
  kind: 'mobile' | 'email'
  value: string
  ends_at: number
  giver_account_id: string | null
  giver_name: string | null
}): Activation => ({
  accountId: row.account_id,
  organisationId: row.organisation_id,
  address: { kind: row.kind, value: row.value },
  endsAt: row.ends_at,
  giver: row.giver_account_id === null ? undefined : { accountId: row.giver_account_id, name: row.giver_name ?? '' },
})
