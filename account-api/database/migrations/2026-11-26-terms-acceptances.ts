import { type Kysely, sql } from 'kysely'
import type { Migration } from './migration'

/** The versions of the operator's terms that people have accepted, each with its time. */
export const termsAcceptances: Migration = {
  up: async (database) => {
    await sql
      .raw(
        `create table terms_acceptances (
          account_id text not null references accounts (id) on delete cascade,
          version text not null,
          accepted_at bigint not null,
          primary key (account_id, version)
        )`,
      )
      .execute(database)
  },
}

const batchSize = 10_000

/**
 * The earlier agreements of people. Nobody was asked after the account was created, so their time is the creation. An
 * account created by an organisation was activated later, but that time is unknown.
 */
export const earlierAcceptances: Migration = {
  // Runs outside a transaction, so that accounts do not wait for each other. A second run finds what the first has
  // stored.
  outsideTransaction: true,
  up: async (database) => {
    let after = ''
    for (;;) {
      const last = await lastOfBatch(database, after)
      if (last === null) return
      await sql`
        insert into terms_acceptances (account_id, version, accepted_at)
        select id, terms_version, created_at from accounts
        where id > ${after} and id <= ${last} and terms_version is not null
        on conflict do nothing
      `.execute(database)
      after = last
    }
  },
}

/** The last account of the batch after a given account. Null: there are no more. */
const lastOfBatch = async (database: Kysely<unknown>, after: string): Promise<string | null> => {
  const { rows } = await sql<{ last: string | null }>`
    select max(id) as last from (select id from accounts where id > ${after} order by id limit ${sql.lit(batchSize)}) batch
  `.execute(database)
  return rows[0]?.last ?? null
}
