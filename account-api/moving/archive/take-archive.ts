import { BadFile } from '#account-api/moving/bad-file'
import type { ArchivedRow, ArchivedTable, ArchiveHead, Carried, TableEnd } from './archive-format'
import { type AnyDatabase, allOrNothing, carriedTables, holdEmpty, migrationsOf, writeRows } from './archive-store'
import { checkArchive, readArchive } from './read-archive'
import { RowSum } from './row-sum'
import { rowLines } from './write-archive'

/** How many rows are written together. */
const atOnce = 500

/**
 * Loads an archive into an empty database of the same version. The archive is read to its end before the first row is
 * written, and the written rows are read back and compared before the commit. So an incomplete archive changes nothing.
 * @throws BadFile
 */
export const takeArchive = async (
  database: AnyDatabase,
  reading: { from: string; passphrase: string | undefined },
): Promise<Carried> => {
  const { head } = await checkArchive(reading)
  return allOrNothing(database, async (transaction) => {
    const tables = await carriedTables(transaction)
    refuseOtherSchema(head, { migrations: await migrationsOf(transaction), tables })
    const filled = await holdEmpty(transaction, tables)
    if (filled !== undefined)
      throw new BadFile(
        `the database is not empty: its table ${filled} has rows. Name one in which nothing was started`,
      )
    const ends = await writePieces(transaction, reading)
    for (const [table, end] of ends) await compare(transaction, table, end)
    return { tables: ends.size, rows: [...ends.values()].reduce((sum, { rows }) => sum + rows, 0) }
  })
}

const refuseOtherSchema = (head: ArchiveHead, own: Pick<ArchiveHead, 'migrations' | 'tables'>): void => {
  const inOrder = ({ migrations, tables }: typeof own) =>
    JSON.stringify([[...migrations].sort(), tables.map(({ name, columns }) => [name, ...columns].join()).sort()])
  if (inOrder(head) !== inOrder(own))
    throw new BadFile('the archive is from another version of Butterfly: load it with the version that made it')
}

const writePieces = async (
  database: AnyDatabase,
  reading: Parameters<typeof readArchive>[0],
): Promise<Map<ArchivedTable, TableEnd>> => {
  const ends = new Map<ArchivedTable, TableEnd>()
  let waiting: ArchivedRow[] = []
  for await (const piece of readArchive(reading)) {
    if ('head' in piece) continue
    if ('row' in piece) waiting.push(piece.row)
    else ends.set(piece.table, piece.ended)
    if (waiting.length < atOnce && 'row' in piece) continue
    if (waiting.length > 0) await writeRows(database, piece.table, waiting)
    waiting = []
  }
  return ends
}

const compare = async (database: AnyDatabase, table: ArchivedTable, { rows, sum }: TableEnd): Promise<void> => {
  const own = new RowSum()
  for await (const line of rowLines(database, table)) own.add(line)
  if (own.rows !== rows || own.sum !== sum)
    throw new BadFile(`the database did not store the table ${table.name} as it is in the archive`)
}
