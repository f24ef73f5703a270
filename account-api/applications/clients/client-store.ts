import { sql } from 'kysely'
import { claiming } from '#account-api/database/due-rows'
import { prepared } from '#account-api/database/prepared'
import type { Connection } from '#account-api/database/schema'
import type { ClientChange, ClientRecord, OwnedClient } from './client-record'
import { clientOf, columnsOf } from './client-rows'
import { clientKeyOf } from './client-rule'

const byId = prepared((connection, { id }: { id: string }) =>
  connection
    .selectFrom('open_clients')
    .leftJoin('organisations', 'organisations.id', 'open_clients.organisation_id')
    .selectAll('open_clients')
    .select(['organisations.name as owner_name', 'organisations.public_id as owner_public_id'])
    .select(['organisations.frozen_by', 'organisations.closes_at'])
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('webhooks').select('webhooks.id').whereRef('client_id', '=', 'open_clients.id')).as(
        'is_signalled',
      ),
    )
    .where('open_clients.id', '=', id)
    .where('open_clients.removed_at', 'is', null),
)

/** The row of a new client. */
const newRow = ({ id, organisationId, createdAt, registeredBy, documentUntil, ...client }: ClientRecord) => {
  const { tokensEndedAt: _, machineUsedAt: __, ...others } = client
  return {
    id,
    organisation_id: organisationId,
    created_at: createdAt,
    removed_at: null,
    tokens_ended_at: null,
    registered_by: registeredBy,
    machine_used_at: null,
    secret_told_of: null,
    document_until: documentUntil,
    is_kept: 0,
    ...columnsOf(others),
  }
}

export const openClientStore = (connection: Connection) => ({
  /** Adds a client. False when one with this id exists or existed. */
  insert: async (client: ClientRecord): Promise<boolean> => {
    const { numInsertedOrUpdatedRows = 0n } = await connection
      .insertInto('open_clients')
      .values(newRow(client))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows > 0n
  },

  /** Stores the new document of a client. A client that an operator disabled or removed stays so. */
  putDescribed: async (client: ClientRecord): Promise<void> => {
    const { name, redirectUris, protocol, documentUntil } = client
    const described = { ...columnsOf({ name, redirectUris, protocol }), document_until: documentUntil }
    await connection
      .insertInto('open_clients')
      .values(newRow(client))
      .onConflict((conflict) => conflict.column('id').doUpdateSet(described))
      .execute()
  },

  /** The client of an id, or at the address of its document, disabled or not. */
  find: async (id: string): Promise<OwnedClient | undefined> => {
    const [row] = await byId(connection, { id: clientKeyOf(id) })
    if (!row) return undefined
    const { owner_name, frozen_by, closes_at } = row
    const owner =
      owner_name === null ? null : { name: owner_name, isSuspended: frozen_by !== null || closes_at !== null }
    return { ...clientOf(row), owner, ownerPublicId: row.owner_public_id, isSignalled: Boolean(row.is_signalled) }
  },

  ofOperator: async (): Promise<ClientRecord[]> => {
    const rows = await connection
      .selectFrom('open_clients')
      .selectAll()
      .where('organisation_id', 'is', null)
      .where('document_until', 'is', null)
      .where('removed_at', 'is', null)
      .orderBy('id')
      .execute()
    return rows.map(clientOf)
  },

  /** The clients of an organisation, the oldest first. */
  ofOrganisation: async (organisationId: string): Promise<ClientRecord[]> => {
    const rows = await connection
      .selectFrom('open_clients')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('removed_at', 'is', null)
      .orderBy('id')
      .execute()
    return rows.map(clientOf).sort((one, other) => one.createdAt - other.createdAt)
  },

  change: async (id: string, change: ClientChange): Promise<boolean> => {
    const { numUpdatedRows } = await connection
      .updateTable('open_clients')
      .set({ ...columnsOf(change), ...(change.disabledAt != null && { is_kept: 1 }) })
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /**
   * Replaces the secret with this hash, which stays valid until the given time. False when the current hash is another
   * one.
   */
  replaceSecret: async (
    id: string,
    { was, becomes, until, expiresAt }: { was: string; becomes: string; until: number; expiresAt: number | null },
  ): Promise<boolean> => {
    const { numUpdatedRows } = await connection
      .updateTable('open_clients')
      .set({
        secret_hash: becomes,
        previous_secret_hash: was,
        previous_secret_until: until,
        secret_expires_at: expiresAt,
      })
      .where('id', '=', id)
      .where('secret_hash', '=', was)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Notes that a client has got a token for itself. */
  noteMachineUse: async (id: string, at: number): Promise<void> => {
    await connection.updateTable('open_clients').set({ machine_used_at: at }).where('id', '=', id).execute()
  },

  /** Takes clients whose secret expires in a range of time, once for each expiry. */
  takeExpiring: async ({ at, until, limit }: { at: number; until: number; limit: number }): Promise<ClientRecord[]> => {
    const rows = await claiming(
      connection,
      connection
        .selectFrom('open_clients')
        .select('id')
        .where('secret_expires_at', '>', at)
        .where('secret_expires_at', '<=', until)
        .where(({ or, eb }) =>
          or([eb('secret_told_of', 'is', null), eb('secret_told_of', '!=', eb.ref('secret_expires_at'))]),
        )
        .where('removed_at', 'is', null)
        .orderBy('secret_expires_at')
        .limit(limit),
    )
      .updateTable('open_clients')
      .set(({ ref }) => ({ secret_told_of: ref('secret_expires_at') }))
      .where('id', 'in', (query) => query.selectFrom('due').select('id'))
      .returningAll()
      .execute()
    return rows.map(clientOf)
  },

  remove: async (id: string, at: number): Promise<boolean> => {
    const { numUpdatedRows } = await connection
      .updateTable('open_clients')
      .set({ removed_at: at, is_kept: 1 })
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Stores a picture, and erases the client's current one. The client's record does not name the new one yet. */
  setIcon: async (id: string, icon: { key: string; base64: string; at: number } | null): Promise<void> => {
    await connection.deleteFrom('client_icons').where('client_id', '=', id).execute()
    if (!icon) return
    const { key, base64, at } = icon
    await connection.insertInto('client_icons').values({ key, client_id: id, base64, created_at: at }).execute()
  },

  /** The picture with this key, in base 64. */
  findIcon: async (key: string): Promise<string | undefined> => {
    const row = await connection.selectFrom('client_icons').select('base64').where('key', '=', key).executeTakeFirst()
    return row?.base64
  },

  removedOfOrganisations: async (limit: number): Promise<string[]> => {
    const rows = await connection
      .selectFrom('open_clients')
      .select('id')
      .where('removed_at', 'is not', null)
      .where('organisation_id', 'is not', null)
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(({ id }) => id)
  },

  /** Keeps a client with a metadata document, because somebody authorises it or an operator decides about it. */
  keep: async (id: string): Promise<void> => {
    await connection
      .updateTable('open_clients')
      .set({ is_kept: 1 })
      .where('id', '=', id)
      .where('is_kept', '=', sql.lit(0))
      .execute()
  },

  /** Erases a batch of the clients whose metadata document was last believed before then, and that nothing keeps. */
  eraseDescribed: async (until: number, limit: number): Promise<number> => {
    const unused = connection
      .selectFrom('open_clients')
      .select('id')
      .where('document_until', '<', until)
      .where('is_kept', '=', sql.lit(0))
      .orderBy('document_until')
      .limit(limit)
    const { numDeletedRows } = await connection
      .deleteFrom('open_clients')
      .where('id', 'in', unused)
      .where('is_kept', '=', sql.lit(0))
      .executeTakeFirst()
    return Number(numDeletedRows)
  },

  erase: async (id: string): Promise<void> => {
    await connection.deleteFrom('open_clients').where('id', '=', id).where('removed_at', 'is not', null).execute()
  },
})

export type ClientStore = ReturnType<typeof openClientStore>
