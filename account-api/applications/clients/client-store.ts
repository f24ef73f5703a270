import type { Selectable } from 'kysely'
import type { OpenScope } from '../../../contract/applications/open-scopes'
import type { Connection, Schema } from '../../database/schema'
import { scopesIn } from './scopes'

/** An application that asks people for authorisation. */
export interface ClientRecord {
  /** The client_key, which is the client_id of the protocol. */
  id: string
  name: string
  /** The key of a picture. */
  icon: string | null
  /** Null: registered by the operator. */
  organisationId: string | null
  /** The only addresses that the browser goes back to, compared exactly. */
  redirectUris: readonly string[]
  postLogoutUris: readonly string[]
  /** The address that is told of the end of a session. */
  logoutUrl: string | null
  /** The scopes that it may ask for. */
  scopes: readonly OpenScope[]
  /** True for the operator's own: people are not asked. */
  isFirstParty: boolean
  isVerified: boolean
  /** True when its requests need PKCE (RFC 7636). A client without a secret always needs it. */
  requiresPkce: boolean
  /** True when it may sign people in on devices and in terminals, without a browser there. */
  hasDeviceGrant: boolean
  /** The hash of its secret. Null: it cannot keep one, as an app on a phone. */
  secretHash: string | null
  /** The previous secret, while both are accepted. */
  previousSecret: { hash: string; until: number } | null
  createdAt: number
  disabledAt: number | null
  /** True when its organisation has disabled it. The organisation can enable it again. */
  isDisabledByOwner: boolean
}

/** A client, with the organisation that has registered it. */
export interface OwnedClient extends ClientRecord {
  owner: { name: string; isFrozen: boolean } | null
}

/** The fields of a client that can be changed. */
export type ClientChange = Partial<
  Pick<
    ClientRecord,
    | 'name'
    | 'icon'
    | 'redirectUris'
    | 'postLogoutUris'
    | 'logoutUrl'
    | 'scopes'
    | 'isFirstParty'
    | 'isVerified'
    | 'requiresPkce'
    | 'hasDeviceGrant'
    | 'secretHash'
    | 'previousSecret'
    | 'disabledAt'
    | 'isDisabledByOwner'
  >
>

export const openClientStore = (connection: Connection) => ({
  /** Adds a client. False when one with this id exists or existed. */
  insert: async ({ id, organisationId, createdAt, ...client }: ClientRecord): Promise<boolean> => {
    const { numInsertedOrUpdatedRows = 0n } = await connection
      .insertInto('open_clients')
      .values({ id, organisation_id: organisationId, created_at: createdAt, removed_at: null, ...columnsOf(client) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows > 0n
  },

  /** The client of an id, disabled or not. */
  find: async (id: string): Promise<OwnedClient | undefined> => {
    const row = await connection
      .selectFrom('open_clients')
      .leftJoin('organisations', 'organisations.id', 'open_clients.organisation_id')
      .selectAll('open_clients')
      .select(['organisations.name as owner_name', 'organisations.frozen_by', 'organisations.closes_at'])
      .where('open_clients.id', '=', id)
      .where('open_clients.removed_at', 'is', null)
      .executeTakeFirst()
    if (!row) return undefined
    const { owner_name, frozen_by, closes_at } = row
    const owner = owner_name === null ? null : { name: owner_name, isFrozen: frozen_by !== null || closes_at !== null }
    return { ...clientOf(row), owner }
  },

  /** The clients that the operator has registered. */
  ofOperator: async (): Promise<ClientRecord[]> => {
    const rows = await connection
      .selectFrom('open_clients')
      .selectAll()
      .where('organisation_id', 'is', null)
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

  /** Changes a client. False when none has this id. */
  change: async (id: string, change: ClientChange): Promise<boolean> => {
    const { numUpdatedRows } = await connection
      .updateTable('open_clients')
      .set(columnsOf(change))
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /**
   * Replaces the secret with this hash, which stays valid until the given time. False when the present hash is another
   * one.
   */
  replaceSecret: async (
    id: string,
    { was, becomes, until }: { was: string; becomes: string; until: number },
  ): Promise<boolean> => {
    const { numUpdatedRows } = await connection
      .updateTable('open_clients')
      .set({ secret_hash: becomes, previous_secret_hash: was, previous_secret_until: until })
      .where('id', '=', id)
      .where('secret_hash', '=', was)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  remove: async (id: string, at: number): Promise<boolean> => {
    const { numUpdatedRows } = await connection
      .updateTable('open_clients')
      .set({ removed_at: at })
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Stores a picture in place of the client's present one, which is erased. The client does not name it yet. */
  setIcon: async (id: string, icon: { key: string; base64: string; at: number } | null): Promise<void> => {
    await connection.deleteFrom('client_icons').where('client_id', '=', id).execute()
    if (!icon) return
    const { key, base64, at } = icon
    await connection.insertInto('client_icons').values({ key, client_id: id, base64, created_at: at }).execute()
  },

  /** The picture of this key, in base 64. */
  findIcon: async (key: string): Promise<string | undefined> => {
    const row = await connection.selectFrom('client_icons').select('base64').where('key', '=', key).executeTakeFirst()
    return row?.base64
  },

  /** A batch of the clients that organisations have removed. */
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

  /** Erases a removed client. */
  erase: async (id: string): Promise<void> => {
    await connection.deleteFrom('open_clients').where('id', '=', id).where('removed_at', 'is not', null).execute()
  },
})

export type ClientStore = ReturnType<typeof openClientStore>

/** The columns of the given fields. */
const columnsOf = <Given extends ClientChange>({
  name,
  icon,
  redirectUris,
  postLogoutUris,
  logoutUrl,
  scopes,
  isFirstParty,
  isVerified,
  requiresPkce,
  hasDeviceGrant,
  secretHash,
  previousSecret,
  disabledAt,
  isDisabledByOwner,
}: Given) =>
  ({
    ...(name !== undefined && { name }),
    ...(icon !== undefined && { icon }),
    ...(redirectUris && { redirect_uris: JSON.stringify(redirectUris) }),
    ...(postLogoutUris && { post_logout_uris: JSON.stringify(postLogoutUris) }),
    ...(logoutUrl !== undefined && { logout_url: logoutUrl }),
    ...(scopes && { scopes: scopes.join(' ') }),
    ...(isFirstParty !== undefined && { is_first_party: Number(isFirstParty) }),
    ...(isVerified !== undefined && { is_verified: Number(isVerified) }),
    ...(requiresPkce !== undefined && { requires_pkce: Number(requiresPkce) }),
    ...(hasDeviceGrant !== undefined && { has_device_grant: Number(hasDeviceGrant) }),
    ...(secretHash !== undefined && { secret_hash: secretHash }),
    ...(previousSecret !== undefined && {
      previous_secret_hash: previousSecret?.hash ?? null,
      previous_secret_until: previousSecret?.until ?? null,
    }),
    ...(disabledAt !== undefined && { disabled_at: disabledAt }),
    ...(isDisabledByOwner !== undefined && { is_disabled_by_owner: Number(isDisabledByOwner) }),
  }) as Required<Given> extends Given ? Omit<Schema['open_clients'], Kept> : Partial<Schema['open_clients']>

/** The columns that never change. */
type Kept = 'id' | 'organisation_id' | 'created_at' | 'removed_at'

const clientOf = (row: Selectable<Schema['open_clients']>): ClientRecord => ({
  id: row.id,
  name: row.name,
  icon: row.icon,
  organisationId: row.organisation_id,
  redirectUris: JSON.parse(row.redirect_uris) as string[],
  postLogoutUris: JSON.parse(row.post_logout_uris) as string[],
  logoutUrl: row.logout_url,
  scopes: scopesIn(row.scopes),
  isFirstParty: row.is_first_party === 1,
  isVerified: row.is_verified === 1,
  requiresPkce: row.requires_pkce === 1,
  hasDeviceGrant: row.has_device_grant === 1,
  secretHash: row.secret_hash,
  previousSecret:
    row.previous_secret_hash === null || row.previous_secret_until === null
      ? null
      : { hash: row.previous_secret_hash, until: row.previous_secret_until },
  createdAt: row.created_at,
  disabledAt: row.disabled_at,
  isDisabledByOwner: row.is_disabled_by_owner === 1,
})
