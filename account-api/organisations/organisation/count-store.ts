import { sql } from 'kysely'
import type { Connection } from '#account-api/database/schema'
import { administratorKey } from '#account-api/organisations/records/permissions'
import type { SubjectCounts } from '#contract/organisations/counts'

export type Counted = keyof SubjectCounts

/** What each kind counts: entries of an index, in SQL of both databases. */
const kinds = {
  members: () => sql`identities where organisation_id =`,
  frozen: () => sql`identities where is_frozen = 1 and organisation_id =`,
  invitations: () => sql`invitations where state = 'pending' and organisation_id =`,
  requests: () => sql`join_requests where state = 'pending' and organisation_id =`,
  waiting: () => sql`activations where organisation_id =`,
  // Without the administrator role, which every organisation has.
  roles: () => sql`roles where key <> ${administratorKey} and organisation_id =`,
} satisfies Record<Counted, () => unknown>

export const countStore = (connection: Connection) => ({
  /**
   * Counts several kinds in one statement. Each reads at most `most` entries of an index.
   * @returns the number for each kind, `most` if it is reached
   */
  ofOrganisation: async (
    organisationId: string,
    counted: readonly Counted[],
    most: number,
  ): Promise<Partial<Record<Counted, number>>> => {
    if (counted.length === 0) return {}
    const numbers = counted.map(
      (kind) =>
        sql`(select count(*) from (select 1 from ${kinds[kind]()} ${organisationId} limit ${most}) as found) as ${sql.ref(kind)}`,
    )
    const { rows } = await sql<Record<string, unknown>>`select ${sql.join(numbers)}`.execute(connection)
    // PostgreSQL returns a count as text.
    return Object.fromEntries(counted.map((kind) => [kind, Number(rows[0]?.[kind] ?? 0)]))
  },
})

export type CountStore = ReturnType<typeof countStore>
