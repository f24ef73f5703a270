import type { Selectable } from 'kysely'
import { factorColumns, secondFactorsIn } from '#account-api/accounts/account/counting'
import type { Connection, Schema } from '#account-api/database/schema'
import type { MemberRecord } from './member-record'
import { organisationOf } from './organisation-store'

/** Members. `manager_id` is set where the member is the manager. */
export const members = (connection: Connection) =>
  connection
    .selectFrom('identities')
    .leftJoin('organisation_managers', 'organisation_managers.identity_id', 'identities.id')
    .selectAll('identities')
    .select('organisation_managers.identity_id as manager_id')

export const memberOf = (row: Awaited<ReturnType<ReturnType<typeof members>['executeTakeFirstOrThrow']>>) => ({
  ...memberRecordOf(row),
  isManager: row.manager_id !== null,
})

/** The members of an account with their organisations. `manager_id` is set where the member is the manager. */
export const placesOf = (connection: Connection, accountId: string) =>
  connection
    .selectFrom('identities')
    .innerJoin('organisations', 'organisations.id', 'identities.organisation_id')
    .innerJoin('accounts', 'accounts.id', 'identities.account_id')
    .leftJoin('organisation_managers', 'organisation_managers.identity_id', 'identities.id')
    .selectAll('organisations')
    .select([
      'identities.id as identity_id',
      'identities.public_id as identity_public_id',
      'identities.user_public_id',
      'identities.organisation_id',
      'identities.account_id',
      'identities.name as identity_name',
      'identities.address',
      'identities.is_frozen',
      'identities.joined_at',
      'identities.active_on',
      'organisation_managers.identity_id as manager_id',
      ...factorColumns,
    ])
    .where('identities.account_id', '=', accountId)

type PlaceRow = Awaited<ReturnType<ReturnType<typeof placesOf>['executeTakeFirstOrThrow']>>

export const placeOf = (row: PlaceRow) => ({
  organisation: organisationOf(row),
  member: memberRecordOf({
    ...row,
    id: row.identity_id,
    public_id: row.identity_public_id,
    name: row.identity_name,
  }),
  isManager: row.manager_id !== null,
  factors: secondFactorsIn(row),
})

export const memberRecordOf = (row: Omit<Selectable<Schema['identities']>, 'name_key'>): MemberRecord => ({
  id: row.id,
  publicId: row.public_id,
  userPublicId: row.user_public_id,
  organisationId: row.organisation_id,
  accountId: row.account_id,
  name: row.name,
  address: row.address,
  isSuspended: row.is_frozen === 1,
  joinedAt: row.joined_at,
  activeOn: row.active_on,
})
