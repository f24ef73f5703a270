import type { Selectable } from 'kysely'
import type { Connection, Schema } from '#account-api/database/schema'
import { isSiteFact, type SiteFact } from '#contract/applications/registered/site-facts'

/** A site of the operator behind a proxy that checks the person at each request. */
export interface ProtectedSite {
  id: string
  name: string
  /** Scheme, host and port, as its proxy sends them. */
  origin: string
  /** The groups whose members are let in. Empty: everybody who is signed in. */
  people: readonly string[]
  /** The facts that it gets besides the user id. */
  facts: readonly SiteFact[]
  createdAt: number
}

export type SiteChange = Partial<Pick<ProtectedSite, 'people' | 'facts'>>

const [betweenPeople, betweenFacts] = [' ', ',']

export const siteStore = (connection: Connection) => ({
  /** Adds a site. False when another one has this id or this origin, or a removed one had this id. */
  insert: async ({ id, name, origin, people, facts, createdAt }: ProtectedSite): Promise<boolean> => {
    const added = await connection
      .insertInto('protected_sites')
      .values({ id, name, origin, ...columnsOf({ people, facts }), created_at: createdAt })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
    return added.length > 0
  },

  find: async (origin: string): Promise<ProtectedSite | undefined> => {
    const row = await connection
      .selectFrom('protected_sites')
      .selectAll()
      .where('origin', '=', origin)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    return row && siteOf(row)
  },

  list: async (): Promise<ProtectedSite[]> => {
    const rows = await connection
      .selectFrom('protected_sites')
      .selectAll()
      .where('removed_at', 'is', null)
      .orderBy('id')
      .execute()
    return rows.map(siteOf)
  },

  change: async (id: string, change: SiteChange | { removedAt: number }): Promise<boolean> => {
    const { numUpdatedRows } = await connection
      .updateTable('protected_sites')
      .set('removedAt' in change ? { removed_at: change.removedAt } : columnsOf(change))
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
})

export type SiteStore = ReturnType<typeof siteStore>

const columnsOf = <Change extends SiteChange>({ people, facts }: Change) =>
  ({
    ...(people && { people: people.join(betweenPeople) }),
    ...(facts && { facts: facts.join(betweenFacts) }),
  }) as Required<Change> extends Change ? { people: string; facts: string } : { people?: string; facts?: string }

export const siteOf = (row: Selectable<Schema['protected_sites']>): ProtectedSite => ({
  id: row.id,
  name: row.name,
  origin: row.origin,
  people: row.people.split(betweenPeople).filter((group) => group !== ''),
  facts: row.facts.split(betweenFacts).filter(isSiteFact),
  createdAt: row.created_at,
})
