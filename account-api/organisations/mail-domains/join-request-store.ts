import type { Selectable } from 'kysely'
import type { Connection, Schema } from '#account-api/database/schema'
import type { JoinRequestState } from '#contract/organisations/join-requests'

/** A request of a person to join an organisation. */
export interface JoinRequest {
  id: string
  publicId: string
  organisationId: string
  accountId: string
  /** The email of the person as they asked. */
  email: string
  name: string
  state: JoinRequestState
  /** For a removed member: the names of the former roles. Null: the person asked. */
  roles: string[] | null
  askedAt: number
  /** When a pending one expires, or when the person may ask again. */
  endsAt: number
}

type OfPerson = Pick<JoinRequest, 'organisationId' | 'accountId'>

export const joinRequestStore = (connection: Connection) => ({
  /** Stores a request, which replaces an earlier one of the account to the organisation. */
  put: async ({
    id,
    publicId,
    organisationId,
    accountId,
    askedAt,
    endsAt,
    roles,
    ...request
  }: JoinRequest): Promise<void> => {
    const times = { asked_at: askedAt, ends_at: endsAt }
    const row = { id, public_id: publicId, roles: roles && JSON.stringify(roles), ...times, ...request }
    await connection
      .insertInto('join_requests')
      .values({ organisation_id: organisationId, account_id: accountId, ...row })
      .onConflict((conflict) => conflict.columns(['account_id', 'organisation_id']).doUpdateSet(row))
      .execute()
  },

  /** The request of an account to an organisation, unless it has expired. */
  of: async ({ accountId, organisationId }: OfPerson, at: number): Promise<JoinRequest | undefined> => {
    const row = await connection
      .selectFrom('join_requests')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('organisation_id', '=', organisationId)
      .where('ends_at', '>', at)
      .executeTakeFirst()
    return row && requestOf(row)
  },

  /** A pending request to an organisation. */
  find: async (organisationId: string, publicId: string, at: number): Promise<JoinRequest | undefined> => {
    const row = await connection
      .selectFrom('join_requests')
      .selectAll()
      .where('public_id', '=', publicId)
      .where('organisation_id', '=', organisationId)
      .where('state', '=', 'pending')
      .where('ends_at', '>', at)
      .executeTakeFirst()
    return row && requestOf(row)
  },

  /** The pending requests to an organisation, the newest first. */
  list: async (
    organisationId: string,
    { at, after, offset, limit }: { at: number; after?: string | undefined; offset: number; limit: number },
  ): Promise<JoinRequest[]> => {
    const rows = await connection
      .selectFrom('join_requests')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('state', '=', 'pending')
      .where('ends_at', '>', at)
      .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
      .orderBy('id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute()
    return rows.map(requestOf)
  },

  /** Ends a pending request, in one statement. False when another call was first. */
  end: async (id: string): Promise<boolean> => {
    const ended = await connection
      .deleteFrom('join_requests')
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .returning('id')
      .executeTakeFirst()
    return ended !== undefined
  },

  /** Ends the pending request of an account to an organisation. False when there is none. */
  withdraw: async ({ accountId, organisationId }: OfPerson, at: number): Promise<boolean> => {
    const ended = await connection
      .deleteFrom('join_requests')
      .where('account_id', '=', accountId)
      .where('organisation_id', '=', organisationId)
      .where('state', '=', 'pending')
      .where('ends_at', '>', at)
      .returning('id')
      .executeTakeFirst()
    return ended !== undefined
  },

  /** Deletes every request of an account to an organisation, because the account is now a member. */
  forget: async ({ accountId, organisationId }: OfPerson): Promise<void> => {
    await connection
      .deleteFrom('join_requests')
      .where('account_id', '=', accountId)
      .where('organisation_id', '=', organisationId)
      .execute()
  },

  /** Declines a pending request, in one statement. False when another call was first. */
  decline: async (id: string, until: number): Promise<boolean> => {
    const declined = await connection
      .updateTable('join_requests')
      .set({ state: 'declined', ends_at: until })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .returning('id')
      .executeTakeFirst()
    return declined !== undefined
  },
})

export type JoinRequestStore = ReturnType<typeof joinRequestStore>

const requestOf = (row: Selectable<Schema['join_requests']>): JoinRequest => ({
  id: row.id,
  publicId: row.public_id,
  organisationId: row.organisation_id,
  accountId: row.account_id,
  email: row.email,
  name: row.name,
  state: row.state,
  roles: row.roles === null ? null : (JSON.parse(row.roles) as string[]),
  askedAt: row.asked_at,
  endsAt: row.ends_at,
})
