/** SQL that differs between the databases. Empty if a database has none. */
export interface Differences {
  isPostgres: boolean
  /** A table without a log: a crash may empty it. */
  unlogged: string
  /** Compares text by its bytes, so that an index finds text by its beginning, and both databases have one order. */
  byBytes: string
  /** Leaves room on each page of a table for the next version of a row. */
  withRoom: string
  /** The time at which the database is created. */
  now: number
}

export const differences = (isPostgres: boolean): Differences => ({
  isPostgres,
  unlogged: isPostgres ? 'unlogged' : '',
  byBytes: isPostgres ? 'collate "C"' : '',
  withRoom: isPostgres ? 'with (fillfactor = 90)' : '',
  now: Date.now(),
})
