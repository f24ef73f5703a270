import { sql } from 'kysely'
import type { Payload, ProtocolStore, WaitingDevice } from './protocol-store'
import { scopesIn } from './scopes'
import type { Connection } from '../../database/schema'
import { fromLivingSession } from '../../accounts/sessions/session-ends'

export const protocolStore = (connection: Connection): ProtocolStore => ({
  put: async ({ hash, payload, expiresAt, sessionId = null, userCodeHash = null }) => {
    const given = { payload: JSON.stringify(payload), expires_at: expiresAt }
    const none = {
      grant_hash: null,
      authorisation_id: null,
      chain_hash: null,
      consumed_at: null,
      answered_at: null,
      answered_in: null,
    }
    if (sessionId === null) {
      await connection
        .insertInto('protocol_records')
        .values({ hash, ...given, ...none, session_id: null, user_code_hash: userCodeHash })
        .onConflict((conflict) => conflict.column('hash').doUpdateSet(given))
        .execute()
      return
    }
    // Waits for a concurrent end of the session, and stores nothing after it.
    await sql`
      insert into protocol_records (hash, payload, expires_at, session_id)
      select ${hash}, ${given.payload}, cast(${expiresAt} as bigint), sessions.id
      ${fromLivingSession(sessionId)}
      on conflict (hash) do update set payload = excluded.payload, expires_at = excluded.expires_at`.execute(connection)
  },

  putGrant: async ({ hash, payload, expiresAt, of: { accountId, clientId } }) => {
    await sql`
      insert into protocol_records (hash, payload, expires_at, grant_hash, authorisation_id)
      select ${hash}, ${JSON.stringify(payload)}, cast(${expiresAt} as bigint), ${hash}, id
      from authorisations where client_id = ${clientId} and account_id = ${accountId} for share
      on conflict (hash) do update set payload = excluded.payload, expires_at = excluded.expires_at`.execute(connection)
  },

  answer: async (grantHash, { at, sessionId }) => {
    await connection
      .updateTable('protocol_records')
      .set({ answered_at: at, answered_in: sessionId })
      .where('hash', '=', grantHash)
      .execute()
  },

  putOfGrant: async ({ hash, payload, expiresAt, grantHash, sourceHash }) => {
    // A source that is used again is deleted, and nothing is stored after it.
    const source = sql`join protocol_records as source on source.hash = ${sourceHash}`
    await sql`
      insert into protocol_records (hash, payload, expires_at, grant_hash, authorisation_id, chain_hash)
      select ${hash}, ${JSON.stringify(payload)}, cast(${expiresAt} as bigint), granted.grant_hash,
        granted.authorisation_id, ${sourceHash === undefined ? sql`null` : sql`coalesce(source.chain_hash, source.hash)`}
      from protocol_records as granted ${sourceHash === undefined ? sql`` : source}
      where granted.hash = ${grantHash} for share
      on conflict (hash) do update set payload = excluded.payload, expires_at = excluded.expires_at,
        grant_hash = excluded.grant_hash, authorisation_id = excluded.authorisation_id`.execute(connection)
  },

  find: async (hash) => {
    const row = await connection
      .selectFrom('protocol_records')
      .select(['payload', 'consumed_at'])
      .where('hash', '=', hash)
      .executeTakeFirst()
    return row && { payload: payloadOf(row), consumedAt: row.consumed_at }
  },

  findByUserCode: async (userCodeHashes, at) => {
    const row = await connection
      .selectFrom('protocol_records')
      .select(['hash', 'payload', 'expires_at'])
      .where('user_code_hash', 'in', userCodeHashes)
      .where('expires_at', '>', at)
      .executeTakeFirst()
    return row && waitingDeviceOf(row)
  },

  takeUserCode: async (userCodeHashes, at) => {
    const row = await connection
      .updateTable('protocol_records')
      .set({ user_code_hash: null })
      .where('user_code_hash', 'in', userCodeHashes)
      .where('expires_at', '>', at)
      .returning(['hash', 'payload', 'expires_at'])
      .executeTakeFirst()
    return row && waitingDeviceOf(row)
  },

  findGrant: async (hash) => {
    const row = await connection
      .selectFrom('protocol_records')
      .innerJoin('authorisations', 'authorisations.id', 'protocol_records.authorisation_id')
      .innerJoin('accounts', 'accounts.id', 'authorisations.account_id')
      .innerJoin('open_clients', 'open_clients.id', 'authorisations.client_id')
      .leftJoin('organisations as owners', 'owners.id', 'open_clients.organisation_id')
      .leftJoin('identities', 'identities.id', 'authorisations.identity_id')
      .leftJoin('organisations as subjects', 'subjects.id', 'identities.organisation_id')
      .select(['protocol_records.payload', 'authorisations.id', 'authorisations.scopes', 'authorisations.declined'])
      .where('protocol_records.hash', '=', hash)
      .where('accounts.erase_at', 'is', null)
      .where('accounts.frozen_at', 'is', null)
      .where('open_clients.disabled_at', 'is', null)
      .where('open_clients.removed_at', 'is', null)
      .where('owners.frozen_by', 'is', null)
      .where('owners.closes_at', 'is', null)
      .where('subjects.frozen_by', 'is', null)
      .where('subjects.closes_at', 'is', null)
      .where(({ or, eb }) => or([eb('identities.id', 'is', null), eb('identities.is_frozen', '=', 0)]))
      .executeTakeFirst()
    if (!row) return undefined
    const { id, scopes, declined } = row
    return {
      payload: payloadOf(row),
      authorisationId: id,
      scopes: scopesIn(scopes),
      declined: scopesIn(declined),
    }
  },

  change: async (hash, payload) => {
    const { numUpdatedRows } = await connection
      .updateTable('protocol_records')
      .set({ payload: JSON.stringify(payload) })
      .where('hash', '=', hash)
      .where('consumed_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  consume: async (hash, at) => {
    const { numUpdatedRows } = await connection
      .updateTable('protocol_records')
      .set({ consumed_at: at })
      .where('hash', '=', hash)
      .where('consumed_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  delete: async (hash) => {
    await connection.deleteFrom('protocol_records').where('hash', '=', hash).execute()
  },

  endGrant: async (grantHash) => {
    await connection.deleteFrom('protocol_records').where('grant_hash', '=', grantHash).execute()
  },

  endChainOf: async (hash) => {
    const row = await connection
      .selectFrom('protocol_records')
      .select('chain_hash')
      .where('hash', '=', hash)
      .executeTakeFirst()
    const begin = row?.chain_hash ?? hash
    let deleted: bigint
    // A token that was being stored is seen after the deletion of its source, which waited for it.
    do {
      const chain = await connection
        .deleteFrom('protocol_records')
        .where(({ eb, or }) => or([eb('hash', 'in', [hash, begin]), eb('chain_hash', '=', begin)]))
        .executeTakeFirst()
      deleted = chain.numDeletedRows
    } while (deleted > 0n)
  },

  endGrantsOf: async (authorisationId) => {
    await connection.deleteFrom('protocol_records').where('authorisation_id', '=', authorisationId).execute()
  },
})

const payloadOf = ({ payload }: { payload: string }): Payload => JSON.parse(payload) as Payload

const waitingDeviceOf = (row: { hash: string; payload: string; expires_at: number }): WaitingDevice => ({
  hash: row.hash,
  payload: payloadOf(row),
  expiresAt: row.expires_at,
})
