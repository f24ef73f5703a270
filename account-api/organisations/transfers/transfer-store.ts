import type { Connection } from '#account-api/database/schema'
import type { TransferState } from '#contract/organisations/transfers'

/** One of the two people of a transfer. */
export interface TransferParty {
  memberId: string
  publicId: string
  /** The name by which the organisation knows them. */
  name: string
  accountId: string
  isSuspended: boolean
}

export interface TransferRecord {
  id: string
  publicId: string
  organisationId: string
  /** A pending transfer may have expired. */
  state: TransferState
  from: TransferParty
  to: TransferParty
  expiresAt: number
  /** The earliest time at which it can be accepted. Null: at once. */
  acceptFrom: number | null
}

export const transferStore = (connection: Connection) => ({
  /** The database refuses a second pending transfer of an organisation. */
  insert: async ({
    id,
    publicId,
    organisationId,
    from,
    to,
    at,
    expiresAt,
    acceptFrom,
  }: {
    id: string
    publicId: string
    organisationId: string
    from: string
    to: string
    at: number
    expiresAt: number
    acceptFrom: number | null
  }): Promise<void> => {
    await connection
      .insertInto('transfers')
      .values({
        id,
        public_id: publicId,
        organisation_id: organisationId,
        from_identity_id: from,
        to_identity_id: to,
        state: 'pending',
        created_at: at,
        expires_at: expiresAt,
        ended_at: null,
        accept_from: acceptFrom,
      })
      .execute()
  },

  /** The pending transfer of an organisation, which may have expired. */
  pending: async (organisationId: string): Promise<TransferRecord | undefined> => {
    const row = await transfers(connection)
      .where('transfers.organisation_id', '=', organisationId)
      .where('transfers.ended_at', 'is', null)
      .executeTakeFirst()
    return row && transferOf(row)
  },

  newest: async (organisationId: string): Promise<TransferRecord | undefined> => {
    const row = await transfers(connection)
      .where('transfers.organisation_id', '=', organisationId)
      .orderBy('transfers.created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row && transferOf(row)
  },

  /** The pending transfers that make this account a manager, and that expire after this time. */
  offeredTo: async (accountId: string, at: number): Promise<{ organisationId: string; expiresAt: number }[]> => {
    const rows = await connection
      .selectFrom('identities')
      .innerJoin('transfers', (join) =>
        join
          .onRef('transfers.organisation_id', '=', 'identities.organisation_id')
          .onRef('transfers.to_identity_id', '=', 'identities.id')
          .on('transfers.ended_at', 'is', null),
      )
      .select(['transfers.organisation_id', 'transfers.expires_at'])
      .where('identities.account_id', '=', accountId)
      .where('transfers.expires_at', '>', at)
      .execute()
    return rows.map((row) => ({ organisationId: row.organisation_id, expiresAt: row.expires_at }))
  },

  /** The organisations whose pending transfers an account has started. */
  startedBy: async (accountId: string): Promise<string[]> => {
    const rows = await givenBy(connection, accountId).where('transfers.ended_at', 'is', null).execute()
    return rows.map((row) => row.organisation_id)
  },

  /** The organisations that an account has handed over since this time. */
  handedOverBy: async (accountId: string, since: number): Promise<string[]> => {
    const rows = await givenBy(connection, accountId)
      .where('transfers.state', '=', 'done')
      .where('transfers.ended_at', '>', since)
      .distinct()
      .execute()
    return rows.map((row) => row.organisation_id)
  },

  /** When a member last handed its organisation over (`from`) or took it over, if that was after this time. */
  doneAt: async (
    { organisationId, id }: { organisationId: string; id: string },
    { as, since }: { as: 'from' | 'to'; since: number },
  ): Promise<number | undefined> => {
    const row = await connection
      .selectFrom('transfers')
      .select('ended_at')
      .where('organisation_id', '=', organisationId)
      .where(as === 'from' ? 'from_identity_id' : 'to_identity_id', '=', id)
      .where('state', '=', 'done')
      .where('ended_at', '>', since)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.ended_at ?? undefined
  },

  end: async (id: string, state: Exclude<TransferState, 'pending'>, at: number): Promise<void> => {
    await connection
      .updateTable('transfers')
      .set({ state, ended_at: at })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .execute()
  },

  /** Replaces the manager of an organisation. False when its manager is not `from`. */
  replaceManager: async (organisationId: string, { from, to }: { from: string; to: string }): Promise<boolean> => {
    const replaced = await connection
      .updateTable('organisation_managers')
      .set({ identity_id: to })
      .where('organisation_id', '=', organisationId)
      .where('identity_id', '=', from)
      .returning('organisation_id')
      .executeTakeFirst()
    return replaced !== undefined
  },
})

export type TransferStore = ReturnType<typeof transferStore>

/** The organisations of the transfers that an account has started. */
const givenBy = (connection: Connection, accountId: string) =>
  connection
    .selectFrom('identities')
    .innerJoin('transfers', (join) =>
      join
        .onRef('transfers.organisation_id', '=', 'identities.organisation_id')
        .onRef('transfers.from_identity_id', '=', 'identities.id'),
    )
    .select('transfers.organisation_id')
    .where('identities.account_id', '=', accountId)

/** Transfers with both of their people. */
const transfers = (connection: Connection) =>
  connection
    .selectFrom('transfers')
    .innerJoin('identities as giver', 'giver.id', 'transfers.from_identity_id')
    .innerJoin('identities as taker', 'taker.id', 'transfers.to_identity_id')
    .select([
      'transfers.id',
      'transfers.public_id',
      'transfers.organisation_id',
      'transfers.state',
      'transfers.expires_at',
      'transfers.accept_from',
      'giver.id as from_id',
      'giver.public_id as from_public_id',
      'giver.name as from_name',
      'giver.account_id as from_account_id',
      'giver.is_frozen as from_is_frozen',
      'taker.id as to_id',
      'taker.public_id as to_public_id',
      'taker.name as to_name',
      'taker.account_id as to_account_id',
      'taker.is_frozen as to_is_frozen',
    ])

const transferOf = (row: Awaited<ReturnType<ReturnType<typeof transfers>['executeTakeFirstOrThrow']>>) => ({
  id: row.id,
  publicId: row.public_id,
  organisationId: row.organisation_id,
  state: row.state,
  expiresAt: row.expires_at,
  acceptFrom: row.accept_from,
  from: {
    memberId: row.from_id,
    publicId: row.from_public_id,
    name: row.from_name,
    accountId: row.from_account_id,
    isSuspended: row.from_is_frozen === 1,
  },
  to: {
    memberId: row.to_id,
    publicId: row.to_public_id,
    name: row.to_name,
    accountId: row.to_account_id,
    isSuspended: row.to_is_frozen === 1,
  },
})
