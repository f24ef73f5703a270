import type { Selectable } from 'kysely'
import type { AuthorisationRecord, AuthorisationStore } from './authorisation-store'
import { scopesIn } from './scopes'
import type { OpenTables } from '../open-tables'
import type { Connection } from '../../database/schema'

export const authorisationStore = (connection: Connection): AuthorisationStore => ({
  find: async (accountId, clientId) => {
    const row = await connection
      .selectFrom('authorisations')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('client_id', '=', clientId)
      .executeTakeFirst()
    return row && recordOf(row)
  },

  put: async ({ id, accountId, clientId, identityId, scopes, declined, grantedAt, grantedIn }) => {
    const given = {
      identity_id: identityId,
      scopes: scopes.join(' '),
      declined: declined.join(' '),
      granted_at: grantedAt,
      granted_in: grantedIn,
    }
    await connection
      .insertInto('authorisations')
      .values({ id, account_id: accountId, client_id: clientId, ...given, ended_at: null, used_at: null })
      .onConflict((conflict) => conflict.columns(['client_id', 'account_id']).doUpdateSet(given))
      .execute()
  },

  ofAccount: async (accountId, limit) => {
    const rows = await connection
      .selectFrom('authorisations')
      .innerJoin('open_clients', 'open_clients.id', 'authorisations.client_id')
      .leftJoin('organisations as owners', 'owners.id', 'open_clients.organisation_id')
      .leftJoin('identities', 'identities.id', 'authorisations.identity_id')
      .leftJoin('organisations as subjects', 'subjects.id', 'identities.organisation_id')
      .selectAll('authorisations')
      .select(['open_clients.name', 'open_clients.icon', 'open_clients.is_verified'])
      .select(['owners.name as owner_name', 'owners.frozen_by', 'owners.closes_at', 'subjects.name as subject_name'])
      .where('authorisations.account_id', '=', accountId)
      .where('open_clients.removed_at', 'is', null)
      .orderBy('authorisations.granted_at', 'desc')
      .orderBy('authorisations.id')
      .limit(limit)
      .execute()
    return rows.map((row) => ({
      ...recordOf(row),
      client: {
        id: row.client_id,
        name: row.name,
        icon: row.icon,
        isVerified: row.is_verified === 1,
        owner:
          row.owner_name === null
            ? null
            : { name: row.owner_name, isFrozen: row.frozen_by !== null || row.closes_at !== null },
      },
      subjectName: row.subject_name,
    }))
  },

  use: async (id, { at, unlessAfter }) => {
    await connection
      .updateTable('authorisations')
      .set({ used_at: at })
      .where('id', '=', id)
      .where(({ or, eb }) => or([eb('used_at', 'is', null), eb('used_at', '<=', unlessAfter)]))
      .execute()
  },

  end: async (id) => {
    await connection.deleteFrom('authorisations').where('id', '=', id).execute()
  },

  endRecent: async (accountId, { since, at, keptSessionId = '' }) => {
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

  endOfClient: async (clientId, limit) => {
    const { numDeletedRows } = await connection
      .deleteFrom('authorisations')
      .where('id', 'in', (query) =>
        query.selectFrom('authorisations').select('id').where('client_id', '=', clientId).limit(limit),
      )
      .executeTakeFirst()
    return Number(numDeletedRows)
  },
})

const recordOf = (row: Selectable<OpenTables['authorisations']>): AuthorisationRecord => ({
  id: row.id,
  accountId: row.account_id,
  clientId: row.client_id,
  identityId: row.identity_id,
  scopes: scopesIn(row.scopes),
  declined: scopesIn(row.declined),
  grantedAt: row.granted_at,
  grantedIn: row.granted_in,
  endedAt: row.ended_at,
  usedAt: row.used_at,
})
