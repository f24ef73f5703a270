import type { Address } from '#account-api/accounts/account/identifier'
import type { Connection } from '#account-api/database/schema'
import type { MemberRecord } from '#account-api/organisations/records/member-record'
import { memberRecordOf } from '#account-api/organisations/records/member-rows'

/** An account that an organisation created, waiting for the owner of its address. */
export interface NewActivation {
  accountId: string
  organisationId: string
  /** Only claimed: a code to its owner binds it. */
  address: Address
  /** When the account is erased. */
  endsAt: number
  /** The member that is responsible for the account. */
  giverId: string
}

export interface Activation extends Omit<NewActivation, 'giverId'> {
  /** Undefined: the giver has left the organisation. */
  giver: { accountId: string; name: string } | undefined
}

/** A waiting account with its place. */
export interface AwaitedMember extends Activation {
  member: MemberRecord
}

/** A waiting account with the name of its organisation. */
export interface OfferedPlace extends AwaitedMember {
  organisationName: string
}

export const activationStore = (connection: Connection) => ({
  insert: async ({ accountId, organisationId, address, endsAt, giverId }: NewActivation): Promise<void> => {
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

  /** The accounts that wait for the owner of an address, the oldest first. */
  of: async ({ kind, value }: Address, { at, limit }: { at: number; limit: number }): Promise<OfferedPlace[]> => {
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

  /** True when an account of this organisation waits for the owner of an address. */
  isAwaited: async (organisationId: string, { kind, value }: Address): Promise<boolean> => {
    const row = await connection
      .selectFrom('activations')
      .select('account_id')
      .where('kind', '=', kind)
      .where('value', '=', value)
      .where('organisation_id', '=', organisationId)
      .executeTakeFirst()
    return row !== undefined
  },

  /** The number of waiting accounts of an organisation. Counts no further than `most`. */
  count: async (organisationId: string, most: number): Promise<number> => {
    const rows = await connection
      .selectFrom('activations')
      .select('account_id')
      .where('organisation_id', '=', organisationId)
      .limit(most)
      .execute()
    return rows.length
  },

  /** The waiting accounts of an organisation, the oldest first. */
  list: async (
    organisationId: string,
    { at, after, offset, limit }: { at: number; after?: string | undefined; offset: number; limit: number },
  ): Promise<AwaitedMember[]> => {
    const rows = await awaited(connection, organisationId, at)
      .$if(after !== undefined, (query) => query.where('activations.account_id', '>', after ?? ''))
      .orderBy('activations.account_id')
      .offset(offset)
      .limit(limit)
      .execute()
    return rows.map(awaitedOf)
  },

  /** The waiting account of an organisation whose place has this public id. */
  find: async (organisationId: string, publicId: string, at: number): Promise<AwaitedMember | undefined> => {
    const row = await awaited(connection, organisationId, at)
      .where('identities.public_id', '=', publicId)
      .executeTakeFirst()
    return row && awaitedOf(row)
  },

  /** Sets until when an account waits. */
  prolong: async (accountId: string, endsAt: number): Promise<void> => {
    await connection.updateTable('activations').set({ ends_at: endsAt }).where('account_id', '=', accountId).execute()
  },

  /** Makes a member responsible for these waiting accounts of the organisation. */
  vouch: async (organisationId: string, accountIds: readonly string[], giverId: string): Promise<void> => {
    if (accountIds.length === 0) return
    await connection
      .updateTable('activations')
      .set({ giver_id: giverId })
      .where('account_id', 'in', accountIds)
      .where('organisation_id', '=', organisationId)
      .execute()
  },

  /** Removes a waiting account. False when it was not waiting. */
  remove: async (accountId: string): Promise<boolean> => {
    const { numDeletedRows } = await connection
      .deleteFrom('activations')
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
})

export type ActivationStore = ReturnType<typeof activationStore>

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

const awaited = (connection: Connection, organisationId: string, at: number) =>
  withPlaces(connection).where('activations.organisation_id', '=', organisationId).where('activations.ends_at', '>', at)

const awaitedOf = (row: Awaited<ReturnType<ReturnType<typeof awaited>['executeTakeFirstOrThrow']>>): AwaitedMember => ({
  ...activationOf(row),
  member: memberRecordOf(row),
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
