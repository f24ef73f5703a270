import { isPostgres } from '#account-api/database/dialect'
import { createLargeIndex } from './large-index'
import type { Migration } from './migration'

/**
 * Finds people by the beginning of their names, for operators. Both databases compare by bytes, and convert A to Z
 * alone.
 */
export const peopleByName: Migration = {
  outsideTransaction: true,
  up: (database) =>
    createLargeIndex(database, {
      name: 'accounts_by_name',
      table: 'accounts',
      expression: isPostgres(database) ? 'lower(name collate "C")' : 'lower(name)',
      where: 'name is not null',
    }),
}

/** Finds people by the beginning of an identifier. The key of the table sorts by bytes on SQLite alone. */
export const peopleByIdentifier: Migration = {
  outsideTransaction: true,
  up: async (database) => {
    if (!isPostgres(database)) return
    await createLargeIndex(database, {
      name: 'identifiers_by_beginning',
      table: 'identifiers',
      expression: ['kind', 'value collate "C"'],
    })
  },
}
