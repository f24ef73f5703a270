import type { Selectable } from 'kysely'
import type { OrganisationLogEntry, OrganisationLogStore } from './log-store'
import { firstIdAt } from '../../kernel/random'
import type { OrganisationTables } from '../organisation-tables'
import type { Connection } from '../../database/schema'

export const organisationLogStore = (connection: Connection): OrganisationLogStore => ({
  insert: async ({ organisationId, actorName, targetName, clientAddress, before, after, ...entry }) => {
    await connection
      .insertInto('organisation_log')
      .values({
        ...entry,
        organisation_id: organisationId,
        actor_name: actorName,
        target_name: targetName,
        before: before ? JSON.stringify(before) : null,
        after: after ? JSON.stringify(after) : null,
        address: clientAddress,
      })
      .execute()
  },

  list: async (organisationId, { limit, from, to, before, after, kind, actor, target }) => {
    let query = connection
      .selectFrom('organisation_log')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('id', '>=', firstIdAt(from))
      .where('id', '<', firstIdAt(to))
    if (before !== undefined) query = query.where('id', '<', before)
    if (after !== undefined) query = query.where('id', '>', after)
    if (kind !== undefined) query = query.where('kind', '=', kind)
    if (actor !== undefined) query = query.where('actor', '=', actor)
    if (target !== undefined) query = query.where('target', '=', target)
    const rows = await query
      .orderBy('id', after === undefined ? 'desc' : 'asc')
      .limit(limit)
      .execute()
    return (after === undefined ? rows : rows.reverse()).map(entryOf)
  },
})

const entryOf = (row: Selectable<OrganisationTables['organisation_log']>): OrganisationLogEntry => ({
  id: row.id,
  organisationId: row.organisation_id,
  at: row.at,
  kind: row.kind,
  actor: row.actor,
  actorName: row.actor_name,
  target: row.target,
  targetName: row.target_name,
  before: valuesOf(row.before),
  after: valuesOf(row.after),
  clientAddress: row.address,
  client: row.client,
})

const valuesOf = (json: string | null): OrganisationLogEntry['before'] =>
  json === null ? undefined : (JSON.parse(json) as OrganisationLogEntry['before'])
