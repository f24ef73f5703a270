import type { Kysely } from 'kysely'

/** One step of the schema. Once released it keeps its name, and does for ever what it did first. */
export interface Migration {
  up(database: Kysely<unknown>): Promise<void>
  /**
   * True: on PostgreSQL it runs outside a transaction, for what PostgreSQL refuses inside one. It may be cut off at any
   * statement and run again, so each of its statements has to be right when it was run before.
   */
  outsideTransaction?: true
  /**
   * Why copies of the release before cannot work on the schema after it, as a sentence for the operator, who then has to
   * stop them first. Left out, as it usually is: they continue working while this build is rolled in.
   */
  stopFirst?: string
}
