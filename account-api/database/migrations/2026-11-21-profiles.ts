import { type Kysely, sql } from 'kysely'
import { skeletonOf } from './2026-11-21-skeletons'

/** The rows that one statement changes, far below the parameter limit of either database. */
const atOnce = 500

/** Birthdays, the skeletons and the changes of usernames, and pending usernames. */
export const profiles = {
  up: async (database: Kysely<unknown>): Promise<void> => {
    const { schema } = database
    await schema.alterTable('accounts').addColumn('birthday', 'text').execute()
    await schema
      .alterTable('accounts')
      .addColumn('username_is_chosen', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()

    await schema.alterTable('identifiers').addColumn('skeleton', 'text').execute()
    await fillSkeletons(database as Kysely<Names>)
    await schema
      .createIndex('identifiers_by_skeleton')
      .unique()
      .on('identifiers')
      .column('skeleton')
      .where('skeleton' as never, 'is not', null)
      .execute()

    await schema
      .createTable('username_changes')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('skeleton', 'text', (column) => column.notNull())
      .addColumn('changed_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema
      .createIndex('username_changes_by_account')
      .on('username_changes')
      .columns(['account_id', 'changed_at'])
      .execute()
    await schema
      .createIndex('username_changes_by_skeleton')
      .on('username_changes')
      .columns(['skeleton', 'changed_at'])
      .execute()
    await schema.createIndex('username_changes_by_age').on('username_changes').column('changed_at').execute()

    await schema
      .createTable('held_usernames')
      .addColumn('account_id', 'text', (column) => column.primaryKey().references('accounts.id').onDelete('cascade'))
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('skeleton', 'text', (column) => column.notNull())
      .addColumn('held_at', 'bigint', (column) => column.notNull())
      .execute()
  },
}

interface Names {
  identifiers: { kind: string; value: string; skeleton: string | null }
}

/** Gives usernames their skeletons. Of those that look alike the first gets it, and the others do when they change. */
const fillSkeletons = async (database: Kysely<Names>): Promise<void> => {
  const given = new Set<string>()
  let after = ''
  for (;;) {
    const rows = await database
      .selectFrom('identifiers')
      .select('value')
      .where('kind', '=', 'username')
      .where('value', '>', after)
      .orderBy('value')
      .limit(atOnce)
      .execute()
    const fresh = rows
      .map(({ value }) => ({ value, skeleton: skeletonOf(value) }))
      .filter(({ skeleton }) => !given.has(skeleton) && given.add(skeleton))
    if (fresh.length > 0) await setSkeletons(database, fresh)
    const last = rows.at(-1)
    if (!last) return
    after = last.value
  }
}

const setSkeletons = async (database: Kysely<Names>, names: { value: string; skeleton: string }[]): Promise<void> => {
  const cases = names.map(({ value, skeleton }) => sql`when ${value} then ${skeleton}`)
  await database
    .updateTable('identifiers')
    .set({ skeleton: sql<string>`case value ${sql.join(cases, sql` `)} end` })
    .where('kind', '=', 'username')
    .where(
      'value',
      'in',
      names.map(({ value }) => value),
    )
    .execute()
}
