import type { Connection } from './schema'

/**
 * Takes or renews the lease of a job that one copy does at a time. The lease expires, so another copy continues if this
 * one dies.
 * @returns false when another copy has it
 */
export const takeLease = async (
  connection: Connection,
  { name, holder, at, until }: { name: string; holder: string; at: number; until: number },
): Promise<boolean> => {
  const taken = await connection
    .insertInto('leases')
    .values({ name, holder, until })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder, until })
        .where((lease) => lease.or([lease('leases.until', '<=', at), lease('leases.holder', '=', holder)])),
    )
    .returning('name')
    .executeTakeFirst()
  return taken !== undefined
}

/** Gives a lease back, if this copy still has it. */
export const giveBackLease = async (
  connection: Connection,
  { name, holder }: { name: string; holder: string },
): Promise<void> => {
  await connection.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute()
}
