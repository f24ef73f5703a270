import type { Selectable } from 'kysely'
import { isAttribute } from './attribute-names'
import type { RegisteredService, ServiceStore } from './service-store'
import type { Connection } from '../../database/schema'
import type { ServiceTables } from '../service-tables'

export const serviceStore = (connection: Connection): ServiceStore => ({
  insert: async ({ id, name, url, logoutUrl, attributes, mayGateway, createdAt }) => {
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

  find: async (url) => {
    const row = await connection
      .selectFrom('services')
      .selectAll()
      .where('url', '=', url)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    return row && serviceOf(row)
  },

  list: async () => {
    const rows = await connection
      .selectFrom('services')
      .selectAll()
      .where('removed_at', 'is', null)
      .orderBy('id')
      .execute()
    return rows.map(serviceOf)
  },

  change: async (id, { logoutUrl, attributes, mayGateway }) => {
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

  remove: async (id, at) => {
    const { numUpdatedRows } = await connection
      .updateTable('services')
      .set({ removed_at: at })
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
})

const serviceOf = (row: Selectable<ServiceTables['services']>): RegisteredService => ({
  id: row.id,
  name: row.name,
  url: row.url,
  logoutUrl: row.logout_url,
  attributes: row.attributes.split(',').filter(isAttribute),
  mayGateway: row.may_gateway === 1,
  createdAt: row.created_at,
})
