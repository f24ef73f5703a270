import type { Selectable } from 'kysely'
import type { Connection, Schema } from '#account-api/database/schema'
import type { AccountRecord } from './account-record'
import { secondFactorsIn } from './counting'
import type { IdentifierKind } from './identifier'

/** Accounts first: rows are locked in the order of the tables, and changing an identifier locks its account. */
export const holders = (connection: Connection, kind: IdentifierKind, values: readonly string[]) =>
  connection
    .selectFrom('accounts')
    .innerJoin('identifiers', 'identifiers.account_id', 'accounts.id')
    .selectAll('accounts')
    .where('kind', '=', kind)
    .where('value', 'in', values)

export const record = (row: Selectable<Schema['accounts']>): AccountRecord => ({
  id: row.id,
  accountType: row.account_type,
  passwordHash: row.password_hash,
  passwordChosenAt: row.password_chosen_at,
  passwordBreachedAt: row.password_breached_at,
  earlierPassword: earlierPassword(row),
  language: row.language,
  termsVersion: row.terms_version,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  eraseAt: row.erase_at,
  suspendedAt: row.frozen_at,
  authenticatorSince: row.authenticator_since,
  asksAuthenticator: row.asks_authenticator === 1,
  passkeySince: row.passkey_since,
  ...secondFactorsIn(row),
  factorAskedAt: row.factor_asked_at,
})

const earlierPassword = ({
  earlier_password_hash: hash,
  earlier_password_taken_at: takenAt,
}: Pick<Selectable<Schema['accounts']>, 'earlier_password_hash' | 'earlier_password_taken_at'>) =>
  hash !== null && takenAt !== null ? { hash, takenAt } : null
