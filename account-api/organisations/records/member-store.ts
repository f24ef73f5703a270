import type { Connection } from '#account-api/database/schema'
import type { Acting, MemberRecord, MembersById, Place, PlaceName, SubjectPage } from './member-record'
import { memberOf, memberRecordOf, members, placeOf, placesOf } from './member-rows'
import { insertNameParts } from './name-parts'
import { type OrganisationRecord, organisationOf } from './organisation-store'
import { roleOf } from './role-store'

export const memberStore = (connection: Connection) => ({
  /** False when the account has a place in the organisation already. */
  insert: async ({
    id,
    publicId,
    userPublicId,
    organisationId,
    accountId,
    name,
    address,
    sortKey,
    joinedAt,
    isSuspended = false,
  }: Omit<MemberRecord, 'isSuspended' | 'activeOn'> & { isSuspended?: boolean; sortKey: string }): Promise<boolean> => {
    const { numInsertedOrUpdatedRows = 0n } = await connection
      .insertInto('identities')
      .values({
        id,
        public_id: publicId,
        user_public_id: userPublicId,
        organisation_id: organisationId,
        account_id: accountId,
        name,
        name_key: sortKey,
        address,
        is_frozen: isSuspended ? 1 : 0,
        joined_at: joinedAt,
      })
      .onConflict((conflict) => conflict.columns(['account_id', 'organisation_id']).doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) return false
    await insertNameParts(connection, { id, organisationId, sortKey })
    return true
  },

  /** Makes a member the first manager of its organisation. */
  insertManager: async ({ organisationId, memberId }: { organisationId: string; memberId: string }): Promise<void> => {
    await connection
      .insertInto('organisation_managers')
      .values({ organisation_id: organisationId, identity_id: memberId })
      .execute()
  },

  acting: async (accountId: string, publicId: string): Promise<Acting | undefined> => {
    const row = await placesOf(connection, accountId).where('organisations.public_id', '=', publicId).executeTakeFirst()
    if (!row) return undefined
    const { member, ...place } = placeOf(row)
    const roles = await connection
      .selectFrom('identity_roles')
      .innerJoin('roles', 'roles.id', 'identity_roles.role_id')
      .selectAll('roles')
      .where('identity_roles.identity_id', '=', member.id)
      .execute()
    return { ...place, member, roles: roles.map(roleOf) }
  },

  among: async (accountId: string, publicIds: readonly string[]): Promise<Place[]> => {
    const rows = await placesOf(connection, accountId).where('organisations.public_id', 'in', publicIds).execute()
    return rows.map(placeOf)
  },

  /** The places of an account, ordered by the names of the organisations. Reads all of them, to sort them. */
  ofAccount: async (accountId: string, { offset, limit }: SubjectPage): Promise<Place[]> => {
    const rows = await placesOf(connection, accountId)
      .orderBy('organisations.name')
      .orderBy('organisations.id')
      .offset(offset)
      .limit(limit)
      .execute()
    return rows.map(placeOf)
  },

  /** The place of an account that has exactly one. */
  only: async (accountId: string): Promise<Place | undefined> => {
    const [row, ...others] = await placesOf(connection, accountId).limit(2).execute()
    return row && others.length === 0 ? placeOf(row) : undefined
  },

  /**
   * The given mobiles or emails that belong to members who accepted the organisation's invitation to them. The
   * organisation does not learn of a member's other addresses. An invitation by workplace messaging does not count,
   * because anyone with its link can accept it.
   */
  withPlace: async (
    organisationId: string,
    kind: 'mobile' | 'email',
    values: readonly string[],
  ): Promise<Set<string>> => {
    if (values.length === 0) return new Set()
    const rows = await connection
      .selectFrom('identifiers')
      .innerJoin('identities', 'identities.account_id', 'identifiers.account_id')
      .select('identifiers.value')
      .where('identifiers.kind', '=', kind)
      .where('identifiers.value', 'in', values)
      .where('identities.organisation_id', '=', organisationId)
      .execute()
    const held = rows.map(({ value }) => value)
    if (held.length === 0) return new Set()
    // Searched by the address, which few invitations have, and not by the organisation, which may have very many.
    const invited = await connection
      .selectFrom('invitations')
      .select(['address', 'organisation_id', 'channel', 'state'])
      .where('address', 'in', held)
      .execute()
    const accepted = invited.filter(
      ({ organisation_id, channel, state }) =>
        organisation_id === organisationId && channel === kind && state === 'accepted',
    )
    return new Set(accepted.flatMap(({ address }) => address ?? []))
  },

  /** The members of an organisation with these public ids. Missing ones are left out. */
  find: async (
    organisationId: string,
    publicIds: readonly string[],
  ): Promise<(MemberRecord & { isManager: boolean })[]> => {
    const rows = await members(connection)
      .where('identities.public_id', 'in', publicIds)
      .where('identities.organisation_id', '=', organisationId)
      .execute()
    return rows.map(memberOf)
  },

  page: async ({
    organisationId,
    roleId,
    after,
    offset,
    limit,
  }: MembersById): Promise<(MemberRecord & { isManager: boolean })[]> => {
    const rows = await members(connection)
      .where('identities.organisation_id', '=', organisationId)
      .$if(roleId !== undefined, (query) =>
        query
          .innerJoin('identity_roles', 'identity_roles.identity_id', 'identities.id')
          .where('identity_roles.role_id', '=', roleId ?? '')
          .$if(after !== undefined, (further) => further.where('identity_roles.identity_id', '>', after ?? ''))
          .orderBy('identity_roles.identity_id'),
      )
      .$if(roleId === undefined, (query) =>
        query
          .$if(after !== undefined, (further) => further.where('identities.id', '>', after ?? ''))
          .orderBy('identities.id'),
      )
      .offset(offset)
      .limit(limit)
      .execute()
    return rows.map(memberOf)
  },

  placeOf: async (accountId: string, name: PlaceName): Promise<Place | undefined> => {
    const places = placesOf(connection, accountId)
    const row = await ('organisationId' in name
      ? places.where('identities.organisation_id', '=', name.organisationId)
      : 'publicId' in name
        ? places.where('identities.public_id', '=', name.publicId)
        : places.where('identities.id', '=', name.id)
    ).executeTakeFirst()
    return row && placeOf(row)
  },

  /** Moves the place of one account to an account without a place there. `as`: the former member of that account. */
  move: async ({
    organisationId,
    from,
    to,
    as,
  }: {
    organisationId: string
    from: string
    to: string
    as?: Pick<MemberRecord, 'userPublicId' | 'isSuspended'> | undefined
  }): Promise<void> => {
    await connection
      .updateTable('identities')
      .set({ account_id: to, ...(as && { user_public_id: as.userPublicId, is_frozen: as.isSuspended ? 1 : 0 }) })
      .where('account_id', '=', from)
      .where('organisation_id', '=', organisationId)
      .execute()
  },

  /** The account of a place, by either of the organisation's ids for it. */
  accountOf: async (publicId: string): Promise<string | undefined> => {
    const places = connection.selectFrom('identities').select('account_id')
    const row =
      (await places.where('user_public_id', '=', publicId).executeTakeFirst()) ??
      (await places.where('public_id', '=', publicId).executeTakeFirst())
    return row?.account_id
  },

  /** How many organisations the account manages. */
  countManaged: async (accountId: string): Promise<number> => {
    const { count } = await connection
      .selectFrom('identities')
      .innerJoin('organisation_managers', 'organisation_managers.identity_id', 'identities.id')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('identities.account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    return Number(count)
  },

  /** The organisations that the account manages. */
  managed: async (accountId: string): Promise<OrganisationRecord[]> => {
    const rows = await connection
      .selectFrom('identities')
      .innerJoin('organisation_managers', 'organisation_managers.identity_id', 'identities.id')
      .innerJoin('organisations', 'organisations.id', 'organisation_managers.organisation_id')
      .selectAll('organisations')
      .where('identities.account_id', '=', accountId)
      .orderBy('organisations.id')
      .execute()
    return rows.map(organisationOf)
  },

  /** True when the account manages an organisation, or has a role in one. */
  isAdministrator: async (accountId: string): Promise<boolean> => {
    const row = await connection
      .selectFrom('identities')
      .leftJoin('organisation_managers', 'organisation_managers.identity_id', 'identities.id')
      .leftJoin('identity_roles', 'identity_roles.identity_id', 'identities.id')
      .select('identities.id')
      .where('identities.account_id', '=', accountId)
      .where(({ or, eb }) =>
        or([eb('organisation_managers.identity_id', 'is not', null), eb('identity_roles.identity_id', 'is not', null)]),
      )
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },

  managerOf: async (organisationId: string): Promise<MemberRecord | undefined> => {
    const row = await connection
      .selectFrom('organisation_managers')
      .innerJoin('identities', 'identities.id', 'organisation_managers.identity_id')
      .selectAll('identities')
      .where('organisation_managers.organisation_id', '=', organisationId)
      .executeTakeFirst()
    return row && memberRecordOf(row)
  },
})

export type MemberStore = ReturnType<typeof memberStore>
