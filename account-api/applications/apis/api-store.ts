import type { Selectable } from 'kysely'
import { prepared } from '#account-api/database/prepared'
import type { Connection, Schema } from '#account-api/database/schema'

/** The name and the description of a scope, by language. */
export type ScopeTexts = Readonly<Record<'en' | 'zh-Hans', string>>

/** An API of the operator: a resource server of RFC 8707. This deployment issues its tokens. */
export interface OpenApi {
  id: string
  /** The URI that clients use for it, compared exactly. It is the audience of its tokens. */
  identifier: string
  name: string
  scopes: Readonly<Record<string, ScopeTexts>>
  /** `jwt`: a token that the API verifies on its own (RFC 9068). `opaque`: one that only this site can read. */
  tokenFormat: 'opaque' | 'jwt'
  tokenSeconds: number
  /** True when people's refresh tokens also yield tokens for it. */
  mayRefresh: boolean
  /** The scopes that organisations may give to their service accounts. */
  organisationScopes: readonly string[]
  /** The scopes that clients with a metadata document may request from people. */
  documentScopes: readonly string[]
  /** The client that introspects its tokens. Null: none. */
  clientId: string | null
  createdAt: number
}

export type ApiChange = Partial<Omit<OpenApi, 'id' | 'identifier' | 'createdAt'>>

const byIdentifier = prepared((connection, { identifier }: { identifier: string }) =>
  connection.selectFrom('open_apis').selectAll().where('identifier', '=', identifier).where('removed_at', 'is', null),
)

export const apiStore = (connection: Connection) => ({
  /** Adds an API. False when another one has this id or identifier, or a removed API had this id. */
  insert: async ({ id, identifier, createdAt, ...api }: OpenApi): Promise<boolean> => {
    const added = await connection
      .insertInto('open_apis')
      .values({ id, identifier, created_at: createdAt, removed_at: null, ...columnsOf(api) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
    return added.length > 0
  },

  find: async (identifier: string): Promise<OpenApi | undefined> => {
    const [row] = await byIdentifier(connection, { identifier })
    return row && apiOf(row)
  },

  list: async (): Promise<OpenApi[]> => {
    const rows = await connection
      .selectFrom('open_apis')
      .selectAll()
      .where('removed_at', 'is', null)
      .orderBy('id')
      .execute()
    return rows.map(apiOf)
  },

  /** Changes an API, or removes it. False when it does not exist. */
  change: async (id: string, change: ApiChange | { removedAt: number }): Promise<boolean> => {
    const { numUpdatedRows } = await connection
      .updateTable('open_apis')
      .set('removedAt' in change ? { removed_at: change.removedAt } : columnsOf(change))
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
})

export type ApiStore = ReturnType<typeof apiStore>

type Columns = Omit<Schema['open_apis'], 'id' | 'identifier' | 'created_at' | 'removed_at'>

const columnsOf = <Change extends ApiChange>(change: Change) => {
  const { name, scopes, tokenFormat, tokenSeconds, mayRefresh, organisationScopes, documentScopes, clientId } = change
  return {
    ...(name !== undefined && { name }),
    ...(scopes && { scopes: JSON.stringify(scopes) }),
    ...(tokenFormat && { token_format: tokenFormat }),
    ...(tokenSeconds !== undefined && { token_seconds: tokenSeconds }),
    ...(mayRefresh !== undefined && { may_refresh: Number(mayRefresh) }),
    ...(organisationScopes && { organisation_scopes: JSON.stringify(organisationScopes) }),
    ...(documentScopes && { document_scopes: JSON.stringify(documentScopes) }),
    ...(clientId !== undefined && { client_id: clientId }),
  } as Required<Change> extends Change ? Columns : Partial<Columns>
}

const apiOf = (row: Selectable<Schema['open_apis']>): OpenApi => ({
  id: row.id,
  identifier: row.identifier,
  name: row.name,
  scopes: JSON.parse(row.scopes) as OpenApi['scopes'],
  tokenFormat: row.token_format,
  tokenSeconds: row.token_seconds,
  mayRefresh: row.may_refresh === 1,
  organisationScopes: JSON.parse(row.organisation_scopes) as string[],
  documentScopes: JSON.parse(row.document_scopes) as string[],
  clientId: row.client_id,
  createdAt: row.created_at,
})
