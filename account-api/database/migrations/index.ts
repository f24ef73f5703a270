// How to write a migration.
// - The baseline is the schema of the first release and never changes. A test holds it by a hash. A change of the schema
// is a new migration, so a released schema only grows.
// - Its name begins with the day on which it was written. Migrations of one day sort by the rest of the name.
// - Each runs in its own transaction, on a connection without a time limit, while older copies continue working. So a
// released column is not renamed or dropped in the release that stops using it.
// - If older copies cannot continue, `stopFirst` says why, and the operator sees it before the upgrade.
// - An index on a table that may be large has its own migration, with `outsideTransaction: true`, in which each index
// is made by createLargeIndex (large-index.ts). A new table gets its indexes where it is created.
// - A migration with `outsideTransaction: true` may be cut off and run again: each statement has to bear that (`if not
// exists`), and it changes many rows in batches.
// - It imports from this folder only, because it has to do next year what it does today.
// - On SQLite all migrations run in one transaction.
import { baseline } from './2026-11-25-baseline/baseline'
import { clientDocuments, describedClients } from './2026-11-29-client-documents'
import { invitationNames } from './2026-11-29-invitation-names'
import { signalIndexes, signals } from './2026-11-29-signals'
import { expiringSecrets, toldSecrets } from './2026-11-29-told-secrets'
import type { Migration } from './migration'

/** Every migration, oldest first; their names sort in that order. */
export const migrations: Record<string, Migration> = {
  '2026-11-25-baseline': baseline,
  '2026-11-29-client-documents': clientDocuments,
  '2026-11-29-client-documents-index': describedClients,
  '2026-11-29-invitation-names': invitationNames,
  '2026-11-29-signals': signals,
  '2026-11-29-signals-indexes': signalIndexes,
  '2026-11-29-told-secrets': toldSecrets,
  '2026-11-29-told-secrets-index': expiringSecrets,
}
