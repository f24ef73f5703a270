import { createHash } from 'node:crypto'
import { DatabaseSync } from '@photostructure/sqlite'

/**
 * The values that earlier lines of a file have taken, with their lines. They are in a temporary SQLite file, so a
 * million of them need no memory.
 */
export const seenValues = () => {
  const database = new DatabaseSync('')
  database.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -16384')
  database.exec('create table seen (value blob primary key, line integer not null) without rowid')
  const find = database.prepare('select line from seen where value = ?')
  const put = database.prepare('insert into seen (value, line) values (?, ?) on conflict do nothing')
  const keyOf = (value: string) => createHash('sha256').update(value).digest().subarray(0, 16)
  return {
    lineOf: (value: string): number | undefined => (find.get(keyOf(value)) as { line: number } | undefined)?.line,
    add: (values: ReadonlyMap<string, number>): void => {
      database.exec('begin')
      for (const [value, line] of values) put.run(keyOf(value), line)
      database.exec('commit')
    },
    close: (): void => database.close(),
  }
}

export type SeenValues = ReturnType<typeof seenValues>
