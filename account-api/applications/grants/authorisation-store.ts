import type { Selectable } from 'kysely'
import { protocolIn } from '#account-api/applications/clients/client-protocol'
import type { OwnedClient } from '#account-api/applications/clients/client-record'
import { clientKeyOf } from '#account-api/applications/clients/client-rule'
import { agreedScopesIn } from '#account-api/applications/clients/scopes'
import { prepared } from '#account-api/database/prepared'
import type { Connection, Schema } from '#account-api/database/schema'
import type { AskedScope } from '#contract/applications/open-scopes'
import { type AgreedTo, agreedToColumn, agreedToIn } from './agreed-to'

/** A person's authorisation of a client, one for each pair. */
export interface AuthorisationRecord {
  id: string
  accountId: string
  clientId: string
  /** The member that the person agreed as. Null: as a person. */
  memberId: string | null
  scopes: readonly AskedScope[]
  /** The scopes that the client requested and did not get. */
  declined: readonly AskedScope[]
  /** What the consent page said about the client. Null: not recorded. */
  agreedTo: AgreedTo | null
  /** When the client last got a new scope, or its description changed. */
  grantedAt: number
  /**
   * The session that agreed to it. Null: the person was proven for the request only, or the session was not recorded.
   */
  grantedIn: string | null
  /** When all its grants last ended together. Null: never. */
  endedAt: number | null
  /** When the client last got a token, to the hour. */
  usedAt: number | null
}

export interface ListedAuthorisation extends AuthorisationRecord {
  client: Pick<OwnedClient, 'id' | 'name' | 'icon' | 'isVerified' | 'owner' | 'protocol'>
  /** The name of the organisation of the member. */
  subjectName: string | null
}

/** Selects the authorisations and grants of an account that end. */
export interface RecentGrants {
  since: number
  at: number
  keptSessionId: string | undefined
}

const listedOfAccount = prepared((connection, { accountId, limit }: { accountId: string; limit: number }) =>
  connection
    .selectFrom('authorisations')
    .innerJoin('open_clients', 'open_clients.id', 'authorisations.client_id')
    .leftJoin('organisations as owners', 'owners.id', 'open_clients.organisation_id')
    .leftJoin('identities', 'identities.id', 'authorisations.identity_id')
    .leftJoin('organisations as subjects', 'subjects.id', 'identities.organisation_id')
    .selectAll('authorisations')
    .select(['open_clients.name', 'open_clients.icon', 'open_clients.is_verified', 'open_clients.protocol'])
    .select(['owners.name as owner_name', 'owners.frozen_by', 'owners.closes_at', 'subjects.name as subject_name'])
    .where('authorisations.account_id', '=', accountId)
    .where('open_clients.removed_at', 'is', null)
    .orderBy('authorisations.granted_at', 'desc')
    .orderBy('authorisations.id')
    .limit(limit),
)

const noteUse = prepared((connection, { id, at, unlessAfter }: { id: string; at: number; unlessAfter: number }) =>
  connection
    .updateTable('authorisations')
    .set({ used_at: at })
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('used_at', 'is', null), eb('used_at', '<=', unlessAfter)])),
)

export const authorisationStore = (connection: Connection) => ({
  find: async (accountId: string, clientId: string): Promise<AuthorisationRecord | undefined> => {
    const row = await connection
      .selectFrom('authorisations')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('client_id', '=', clientKeyOf(clientId))
      .executeTakeFirst()
    return row && recordOf(row)
  },

  /** Stores an authorisation. It replaces one of the same account and client, and keeps its id. */
  put: async ({
    id,
    accountId,
    clientId,
    memberId,
    scopes,
    declined,
    agreedTo,
    grantedAt,
    grantedIn,
  }: Omit<AuthorisationRecord, 'usedAt' | 'endedAt'>): Promise<void> => {
    const given = {
      identity_id: memberId,
      scopes: scopes.join(' '),
      declined: declined.join(' '),
      agreed_to: agreedToColumn(agreedTo),
      granted_at: grantedAt,
      granted_in: grantedIn,
    }
    await connection
      .insertInto('authorisations')
      .values({ id, account_id: accountId, client_id: clientId, ...given, ended_at: null, used_at: null })
      .onConflict((conflict) => conflict.columns(['client_id', 'account_id']).doUpdateSet(given))
      .execute()
  },

  /** The authorisations of an account, the latest first. */
  ofAccount: async (accountId: string, limit: number): Promise<ListedAuthorisation[]> => {
    const rows = await listedOfAccount(connection, { accountId, limit })
    return rows.map((row) => ({
      ...recordOf(row),
      client: {
        id: row.client_id,
        name: row.name,
        icon: row.icon,
        isVerified: row.is_verified === 1,
        protocol: protocolIn(row.protocol),
        owner:
          row.owner_name === null
            ? null
            : { name: row.owner_name, isSuspended: row.frozen_by !== null || row.closes_at !== null },
      },
      subjectName: row.subject_name,
    }))
  },

  /** Records that a client got a token, unless a use after `unlessAfter` is recorded. */
  use: async (id: string, { at, unlessAfter }: { at: number; unlessAfter: number }): Promise<void> => {
    await noteUse(connection, { id, at, unlessAfter })
  },

  /** Ends an authorisation, with all its tokens. */
  end: async (id: string): Promise<void> => {
    await connection.deleteFrom('authorisations').where('id', '=', id).execute()
  },

  /**
   * Ends the recent access of clients to an account: the authorisations given after a time, with their tokens, and the
   * grants of older ones. Earlier answers have no effect any more.
   */
  endRecent: async (accountId: string, { since, at, keptSessionId = '' }: RecentGrants): Promise<void> => {
    await connection
      .deleteFrom('authorisations')
      .where('account_id', '=', accountId)
      .where('granted_at', '>', since)
      .where(({ or, eb }) => or([eb('granted_in', 'is', null), eb('granted_in', '!=', keptSessionId)]))
      .execute()
    await connection
      .deleteFrom('protocol_records')
      .where('grant_hash', 'in', (query) =>
        query
          .selectFrom('protocol_records')
          .select('hash')
          .where('authorisation_id', 'in', (of) =>
            of.selectFrom('authorisations').select('id').where('account_id', '=', accountId),
          )
          .where('answered_at', '>', since)
          .where(({ or, eb }) => or([eb('answered_in', 'is', null), eb('answered_in', '!=', keptSessionId)])),
      )
      .execute()
    await connection.updateTable('authorisations').set({ ended_at: at }).where('account_id', '=', accountId).execute()
  },

  /** Ends a batch of the authorisations of a client. Returns how many. */
  endOfClient: async (clientId: string, limit: number): Promise<number> => {
    const { numDeletedRows } = await connection
      .deleteFrom('authorisations')
      .where('id', 'in', (query) =>
        query.selectFrom('authorisations').select('id').where('client_id', '=', clientId).limit(limit),
      )
      .executeTakeFirst()
    return Number(numDeletedRows)
  },
})

export type AuthorisationStore = ReturnType<typeof authorisationStore>

const recordOf = (row: Selectable<Schema['authorisations']>): AuthorisationRecord => ({
  id: row.id,
  accountId: row.account_id,
  clientId: row.client_id,
  memberId: row.identity_id,
  scopes: agreedScopesIn(row.scopes),
  declined: agreedScopesIn(row.declined),
  agreedTo: agreedToIn(row.agreed_to),
  grantedAt: row.granted_at,
  grantedIn: row.granted_in,
  endedAt: row.ended_at,
  usedAt: row.used_at,
})
