import type { Selectable } from 'kysely'
import type { Connection, Schema } from '#account-api/database/schema'
import { firstIdAt } from '#account-api/kernel/random'
import type { OrganisationAct } from '#contract/organisations/organisation-acts'

/** An entry of an organisation's log: the actor, the act and its target. */
export interface OrganisationLogEntry {
  id: string
  organisationId: string
  at: number
  kind: OrganisationAct
  /** The public id and the name of the acting member at that time. Empty: the operator, or the account API. */
  actor: string
  actorName: string
  /** The public id and the name of the changed object at that time. */
  target: string
  targetName: string
  /** The changed values. */
  before: Record<string, unknown> | undefined
  after: Record<string, unknown> | undefined
  clientAddress: string
  client: string
}

/** Narrows a list of entries. */
export interface LogFilter {
  kind?: OrganisationAct | undefined
  /** Public ids: of the acting member, and of the changed object. */
  actor?: string | undefined
  target?: string | undefined
}

/** The range of entries to read, by their ids. An id begins with the time of its entry, in milliseconds. */
export interface LogRange extends LogFilter {
  limit: number
  /** A range of times, from the first one up to the second, which is excluded. */
  from: number
  to: number
  /** Entries with a smaller id than this one. */
  before?: string | undefined
  /** Entries with a larger id than this one: the nearest ones. */
  after?: string | undefined
}

export const organisationLogStore = (connection: Connection) => ({
  insert: async ({
    organisationId,
    actorName,
    targetName,
    clientAddress,
    before,
    after,
    ...entry
  }: OrganisationLogEntry): Promise<void> => {
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

  /** The entries of an organisation, the newest first. */
  list: async (
    organisationId: string,
    { limit, from, to, before, after, kind, actor, target }: LogRange,
  ): Promise<OrganisationLogEntry[]> => {
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

export type OrganisationLogStore = ReturnType<typeof organisationLogStore>

const entryOf = (row: Selectable<Schema['organisation_log']>): OrganisationLogEntry => ({
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
