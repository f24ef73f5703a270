import type { Kysely } from 'kysely'

/** One step of the schema. Once released, its name and effect never change. */
export interface Migration {
  up(database: Kysely<unknown>): Promise<void>
  /**
   * True: on PostgreSQL it runs outside a transaction, for statements that PostgreSQL refuses inside one. It may be
   * interrupted at any statement and run again, so each statement has to be repeatable.
   */
  outsideTransaction?: true
  /**
   * Why copies of the previous release cannot use the new schema, as a sentence for the operator, who has to stop them
   * first. Usually left out, because they continue to work while this build is rolled out.
   */
  stopFirst?: string
}
