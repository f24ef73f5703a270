import type { Selectable } from 'kysely'
import type { Connection, Schema } from '#account-api/database/schema'
import { type AttributeName, isAttribute } from '#contract/applications/registered/attribute-names'

/** A website that the operator has registered: it signs its people in here, by CAS. */
export interface RegisteredService {
  id: string
  name: string
  url: string
  /** The address that is notified of the end of a session. Null: it is not notified. */
  logoutUrl: string | null
  attributes: readonly AttributeName[]
  /** True when it may check for a signed-in person without a sign-in page. */
  mayGateway: boolean
  createdAt: number
}

/** The fields of a registered service that the operator can change. */
export type ServiceChange = Partial<Pick<RegisteredService, 'logoutUrl' | 'attributes' | 'mayGateway'>>

export const serviceStore = (connection: Connection) => ({
  /** Adds a service. False when another service has this id or this address, or a removed one had this id. */
  insert: async ({
    id,
    name,
    url,
    logoutUrl,
    attributes,
    mayGateway,
    createdAt,
  }: RegisteredService): Promise<boolean> => {
    const { numInsertedOrUpdatedRows = 0n } = await connection
      .insertInto('services')
      .values({
        id,
        name,
        url,
        logout_url: logoutUrl,
        attributes: attributes.join(','),
        may_gateway: Number(mayGateway),
        created_at: createdAt,
        removed_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows > 0n
  },

  find: async (url: string): Promise<RegisteredService | undefined> => {
    const row = await connection
      .selectFrom('services')
      .selectAll()
      .where('url', '=', url)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    return row && serviceOf(row)
  },

  list: async (): Promise<RegisteredService[]> => {
    const rows = await connection
      .selectFrom('services')
      .selectAll()
      .where('removed_at', 'is', null)
      .orderBy('id')
      .execute()
    return rows.map(serviceOf)
  },

  change: async (id: string, { logoutUrl, attributes, mayGateway }: ServiceChange): Promise<boolean> => {
    const { numUpdatedRows } = await connection
      .updateTable('services')
      .set({
        ...(logoutUrl !== undefined && { logout_url: logoutUrl }),
        ...(attributes && { attributes: attributes.join(',') }),
        ...(mayGateway !== undefined && { may_gateway: Number(mayGateway) }),
      })
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  remove: async (id: string, at: number): Promise<boolean> => {
    const { numUpdatedRows } = await connection
      .updateTable('services')
      .set({ removed_at: at })
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
})

export type ServiceStore = ReturnType<typeof serviceStore>

const serviceOf = (row: Selectable<Schema['services']>): RegisteredService => ({
  id: row.id,
  name: row.name,
  url: row.url,
  logoutUrl: row.logout_url,
  attributes: row.attributes.split(',').filter(isAttribute),
  mayGateway: row.may_gateway === 1,
  createdAt: row.created_at,
})
