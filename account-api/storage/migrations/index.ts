import type { MigrationProvider } from 'kysely'
import { accounts } from './2026-11-20-accounts'
import { captchas } from './2026-11-21-captchas'

/** Every migration, oldest first; their names sort in that order. */
export const migrations: MigrationProvider = {
  getMigrations: async () => ({ '2026-11-20-accounts': accounts, '2026-11-21-captchas': captchas }),
}
