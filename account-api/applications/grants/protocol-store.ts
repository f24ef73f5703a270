import { type RawBuilder, sql } from 'kysely'
import { factorColumns, secondFactorsIn } from '#account-api/accounts/account/counting'
import { countingSeconds } from '#account-api/accounts/methods/ledger'
import { fromLivingSession } from '#account-api/accounts/sessions/session-ends'
import { clientKeyOf } from '#account-api/applications/clients/client-rule'
import { agreedScopesIn } from '#account-api/applications/clients/scopes'
import { prepared } from '#account-api/database/prepared'
import type { Connection } from '#account-api/database/schema'
import { hashToken } from '#account-api/kernel/random'
import type { LivingGrant, Model, Payload, ProtocolRecord, WaitingDevice } from './protocol-record'

/** The stored name of a record: a hash, because the id of a token is the token itself. */
export const recordHash = (model: Model, id: string): string => hashToken(`${model}:${id}`)

interface NewRecord {
  hash: string
  payload: Payload
  expiresAt: number
  /** The id of the person's session. The record ends with it. */
  sessionId?: string | null | undefined
  /** The hash of the user code that finds the request of a device. No two pending requests share one. */
  userCodeHash?: string | null | undefined
}

const ofNothing = {
  grant_hash: null,
  authorisation_id: null,
  chain_hash: null,
  session_id: null,
  user_code_hash: null,
  consumed_at: null,
  answered_at: null,
  answered_in: null,
  subject_hash: null,
}

const livingGrant = prepared((connection, { hash }: { hash: string }) =>
  connection
    .selectFrom('protocol_records')
    .innerJoin('authorisations', 'authorisations.id', 'protocol_records.authorisation_id')
    .innerJoin('accounts', 'accounts.id', 'authorisations.account_id')
    .innerJoin('open_clients', 'open_clients.id', 'authorisations.client_id')
    .leftJoin('organisations as owners', 'owners.id', 'open_clients.organisation_id')
    .leftJoin('identities', 'identities.id', 'authorisations.identity_id')
    .leftJoin('organisations as subjects', 'subjects.id', 'identities.organisation_id')
    .select(['protocol_records.payload', 'authorisations.scopes', 'authorisations.declined'])
    .select([...factorColumns, 'subjects.second_factor_from'])
    .where('protocol_records.hash', '=', hash)
    .where('accounts.erase_at', 'is', null)
    .where('accounts.frozen_at', 'is', null)
    .where('open_clients.disabled_at', 'is', null)
    .where('open_clients.removed_at', 'is', null)
    .where(({ or, eb }) =>
      or([
        eb('open_clients.tokens_ended_at', 'is', null),
        // It is new, so no token comes from it.
        eb('protocol_records.answered_at', 'is', null),
        eb('protocol_records.answered_at', '>', eb.ref('open_clients.tokens_ended_at')),
      ]),
    )
    .where('owners.frozen_by', 'is', null)
    .where('owners.closes_at', 'is', null)
    .where('subjects.frozen_by', 'is', null)
    .where('subjects.closes_at', 'is', null)
    .where(({ or, eb }) => or([eb('identities.id', 'is', null), eb('identities.is_frozen', '=', 0)])),
)

/** What is stored of every record. */
type Stored = { hash: string; payload: string; expiresAt: number }

const byHash = prepared((connection, { hash }: { hash: string }) =>
  connection.selectFrom('protocol_records').select(['payload', 'consumed_at']).where('hash', '=', hash),
)

const ofNoGrant = prepared(
  (connection, { hash, payload, expiresAt, userCodeHash }: Stored & { userCodeHash: string | null }) => {
    const given = { payload, expires_at: expiresAt }
    return connection
      .insertInto('protocol_records')
      .values({ hash, ...given, ...ofNothing, user_code_hash: userCodeHash })
      .onConflict((conflict) => conflict.column('hash').doUpdateSet(given))
  },
)

type OfGrant = Stored & { grantHash: string }

/** @param chain the chain that the record joins, from the table `source` */
const ofGrant = <Given extends OfGrant>({
  chain,
  source,
}: {
  chain: RawBuilder<unknown>
  source: (given: Given) => RawBuilder<unknown>
}) =>
  prepared((_, given: Given) => {
    const { hash, payload, expiresAt, grantHash } = given
    return sql<{ authorisation_id: string }>`
      insert into protocol_records (hash, payload, expires_at, grant_hash, authorisation_id, chain_hash)
      select ${hash}, ${payload}, cast(${expiresAt} as bigint), granted.grant_hash, granted.authorisation_id, ${chain}
      from protocol_records as granted ${source(given)}
      where granted.hash = ${grantHash} for share
      on conflict (hash) do update set payload = excluded.payload, expires_at = excluded.expires_at,
        grant_hash = excluded.grant_hash, authorisation_id = excluded.authorisation_id
      returning authorisation_id`
  })

const ofGrantAlone = ofGrant<OfGrant>({ chain: sql`null`, source: () => sql`` })

/** A source that is used twice is deleted, and nothing is stored after it. */
const ofGrantAndSource = ofGrant<OfGrant & { sourceHash: string }>({
  chain: sql`coalesce(source.chain_hash, source.hash)`,
  source: ({ sourceHash }) => sql`join protocol_records as source on source.hash = ${sourceHash}`,
})

const usingUp = prepared((connection, { hash, at }: { hash: string; at: number }) =>
  connection
    .updateTable('protocol_records')
    .set({ consumed_at: at })
    .where('hash', '=', hash)
    .where('consumed_at', 'is', null)
    .returning('hash'),
)

export const protocolStore = (connection: Connection) => ({
  /** Stores a record that belongs to no grant. */
  put: async ({ hash, payload, expiresAt, sessionId = null, userCodeHash = null }: NewRecord): Promise<void> => {
    const stored = { hash, payload: JSON.stringify(payload), expiresAt }
    if (sessionId === null) {
      await ofNoGrant(connection, { ...stored, userCodeHash })
      return
    }
    // Waits for a concurrent end of the session, and stores nothing after it.
    await sql`
      insert into protocol_records (hash, payload, expires_at, session_id)
      select ${hash}, ${stored.payload}, cast(${expiresAt} as bigint), sessions.id
      ${fromLivingSession(sessionId)}
      on conflict (hash) do update set payload = excluded.payload, expires_at = excluded.expires_at`.execute(connection)
  },

  /** Stores a record without content. False when a record of this name exists. */
  putOnce: async ({ hash, expiresAt }: Pick<NewRecord, 'hash' | 'expiresAt'>): Promise<boolean> => {
    const { numInsertedOrUpdatedRows = 0n } = await connection
      .insertInto('protocol_records')
      .values({ hash, payload: '{}', expires_at: expiresAt, ...ofNothing })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows > 0n
  },

  /** Stores a grant: what an authorisation gives a client in one session. */
  putGrant: async ({
    hash,
    payload,
    expiresAt,
    of: { accountId, clientId },
  }: {
    hash: string
    payload: Payload
    expiresAt: number
    of: { accountId: string; clientId: string }
  }): Promise<void> => {
    await sql`
      insert into protocol_records (hash, payload, expires_at, grant_hash, authorisation_id)
      select ${hash}, ${JSON.stringify(payload)}, cast(${expiresAt} as bigint), ${hash}, id
      from authorisations where client_id = ${clientKeyOf(clientId)} and account_id = ${accountId} for share
      on conflict (hash) do update set payload = excluded.payload, expires_at = excluded.expires_at`.execute(connection)
  },

  /** Records that a browser returns to the client with a grant, and in which session. */
  answer: async (grantHash: string, { at, sessionId }: { at: number; sessionId: string }): Promise<void> => {
    await connection
      .updateTable('protocol_records')
      .set({ answered_at: at, answered_in: sessionId })
      .where('hash', '=', grantHash)
      .execute()
  },

  /**
   * Stores a record of a grant. Nothing is stored when the grant has ended.
   * @param record `sourceHash`: the hash of the code or refresh token that the token was issued for
   * @returns the id of the grant's authorisation; undefined if nothing was stored
   */
  putOfGrant: async ({
    hash,
    payload,
    expiresAt,
    grantHash,
    sourceHash,
  }: {
    hash: string
    payload: Payload
    expiresAt: number
    grantHash: string
    sourceHash?: string | undefined
  }): Promise<string | undefined> => {
    const stored = { hash, payload: JSON.stringify(payload), expiresAt, grantHash }
    const [row] = await (sourceHash === undefined
      ? ofGrantAlone(connection, stored)
      : ofGrantAndSource(connection, { ...stored, sourceHash }))
    return row?.authorisation_id
  },

  /**
   * Stores a token that was exchanged for another one of the same grant. Nothing is stored when the other token has
   * ended.
   */
  putOfSubject: async ({
    hash,
    payload,
    expiresAt,
    subjectHash,
  }: Pick<NewRecord, 'hash' | 'payload' | 'expiresAt'> & { subjectHash: string }): Promise<void> => {
    await sql`
      insert into protocol_records
        (hash, payload, expires_at, grant_hash, authorisation_id, chain_hash, subject_hash)
      select ${hash}, ${JSON.stringify(payload)}, cast(${expiresAt} as bigint), grant_hash, authorisation_id,
        chain_hash, hash
      from protocol_records where hash = ${subjectHash} for share`.execute(connection)
  },

  /** How many living tokens one token was exchanged for. */
  countOfSubject: async (subjectHash: string, at: number): Promise<number> => {
    const { count } = await connection
      .selectFrom('protocol_records')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('subject_hash', '=', subjectHash)
      .where('expires_at', '>', at)
      .executeTakeFirstOrThrow()
    return Number(count)
  },

  find: async (hash: string): Promise<ProtocolRecord | undefined> => {
    const [row] = await byHash(connection, { hash })
    return row && { payload: payloadOf(row), consumedAt: row.consumed_at }
  },

  /** The request of a device, unless its user code was used or has expired. */
  findByUserCode: async (userCodeHashes: readonly string[], at: number): Promise<WaitingDevice | undefined> => {
    const row = await connection
      .selectFrom('protocol_records')
      .select(['hash', 'payload', 'expires_at'])
      .where('user_code_hash', 'in', userCodeHashes)
      .where('expires_at', '>', at)
      .executeTakeFirst()
    return row && waitingDeviceOf(row)
  },

  /** Uses up a user code. Undefined when it was used or has expired. */
  takeUserCode: async (userCodeHashes: readonly string[], at: number): Promise<WaitingDevice | undefined> => {
    const row = await connection
      .updateTable('protocol_records')
      .set({ user_code_hash: null })
      .where('user_code_hash', 'in', userCodeHashes)
      .where('expires_at', '>', at)
      .returning(['hash', 'payload', 'expires_at'])
      .executeTakeFirst()
    return row && waitingDeviceOf(row)
  },

  /**
   * A grant, if all of this holds: its authorisation exists, the account is not cancelled, the client is enabled and
   * was not disabled since a browser last returned to it with the grant, neither the member nor one of the two
   * organisations is suspended, and the account has the second factor that the organisation requires by then.
   */
  findGrant: async (hash: string, at: number): Promise<LivingGrant | undefined> => {
    const [row] = await livingGrant(connection, { hash })
    if (!row) return undefined
    const { scopes, declined, second_factor_from: due } = row
    if (due !== null && due <= at && countingSeconds({ now: () => at }, secondFactorsIn(row)).length === 0)
      return undefined
    return {
      payload: payloadOf(row),
      scopes: agreedScopesIn(scopes),
      declined: agreedScopesIn(declined),
    }
  },

  /** Changes a record that is not used up. False when it does not exist. */
  change: async (hash: string, payload: Payload): Promise<boolean> => {
    const { numUpdatedRows } = await connection
      .updateTable('protocol_records')
      .set({ payload: JSON.stringify(payload) })
      .where('hash', '=', hash)
      .where('consumed_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Uses up a record. False when another request used it first. */
  consume: async (hash: string, at: number): Promise<boolean> => (await usingUp(connection, { hash, at })).length > 0,

  delete: async (hash: string): Promise<void> => {
    await connection.deleteFrom('protocol_records').where('hash', '=', hash).execute()
  },

  endGrant: async (grantHash: string): Promise<void> => {
    await connection.deleteFrom('protocol_records').where('grant_hash', '=', grantHash).execute()
  },

  /** Ends a code or refresh token with all records that came from the same code. */
  endChainOf: async (hash: string): Promise<void> => {
    const row = await connection
      .selectFrom('protocol_records')
      .select('chain_hash')
      .where('hash', '=', hash)
      .executeTakeFirst()
    const begin = row?.chain_hash ?? hash
    let deleted: bigint
    // A concurrently stored token waits for the deletion of its source, and is deleted here.
    do {
      const chain = await connection
        .deleteFrom('protocol_records')
        .where(({ eb, or }) => or([eb('hash', 'in', [hash, begin]), eb('chain_hash', '=', begin)]))
        .executeTakeFirst()
      deleted = chain.numDeletedRows
    } while (deleted > 0n)
  },

  /** Ends all grants of an authorisation, with their records. */
  endGrantsOf: async (authorisationId: string): Promise<void> => {
    await connection.deleteFrom('protocol_records').where('authorisation_id', '=', authorisationId).execute()
  },
})

export type ProtocolStore = ReturnType<typeof protocolStore>

const payloadOf = ({ payload }: { payload: string }): Payload => JSON.parse(payload) as Payload

const waitingDeviceOf = (row: { hash: string; payload: string; expires_at: number }): WaitingDevice => ({
  hash: row.hash,
  payload: payloadOf(row),
  expiresAt: row.expires_at,
})
