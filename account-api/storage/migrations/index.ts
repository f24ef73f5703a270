import type { MigrationProvider } from 'kysely'
import { accounts } from './2026-11-20-accounts'

/** Every migration, oldest first; their names sort in that order. */
export const migrations: MigrationProvider = {
  getMigrations: async () => ({ '2026-11-20-accounts': accounts }),
}
