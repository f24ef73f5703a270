import { isPostgres } from '#account-api/database/dialect'
import { createLargeIndex } from './large-index'
import type { Migration } from './migration'

/**
 * Finds organisations by the beginning of their names, for operators. Both databases compare by bytes, and convert A to
 * Z alone.
 */
export const organisationNames: Migration = {
  outsideTransaction: true,
  up: (database) =>
    createLargeIndex(database, {
      name: 'organisations_by_name',
      table: 'organisations',
      expression: isPostgres(database) ? 'lower(name collate "C")' : 'lower(name)',
    }),
}
