import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '#account-api/database/schema'
import type { EntryKey } from '#account-api/kernel/pages/entry-key'
import { memberOf, members } from '#account-api/organisations/records/member-rows'
import { insertNameParts } from '#account-api/organisations/records/name-parts'
import type { MemberSort } from '#contract/organisations/members'
import { lastCharacter } from '#rules/typed/name-key'
import { formerMembers } from './former-members'
import type { ListedMember, Member, MemberRange } from './listed-member'

export const memberListStore = (connection: Connection) => ({
  /** The members of an organisation: all of them, only suspended ones, or only those who are not suspended. */
  list: async (
    organisationId: string,
    { isSuspended, ...sorted }: Sorted & { isSuspended: boolean | undefined },
    { after, ...range }: MemberRange,
  ): Promise<ListedMember[]> => {
    const found = members(connection)
      .where('identities.organisation_id', '=', organisationId)
      .$if(isSuspended !== undefined, (query) => query.where('identities.is_frozen', '=', isSuspended ? 1 : 0))
      .$if(after !== undefined, (query) => query.where(isPast('identities', 'id', sorted, after)))
      .$if(sorted.sort === 'name', (query) => query.orderBy('identities.name_key', directionOf(sorted)))
      .orderBy('identities.id', directionOf(sorted))
    const rows = await part(connection, found, range, orders[sorted.sort], directionOf(sorted))
    return rows.map((row) => listed(row, row.name_key))
  },

  /** The members who have not used the organisation since a day, the longest inactive first. */
  inactive: async (
    organisationId: string,
    since: number,
    { after, ...range }: MemberRange,
  ): Promise<ListedMember[]> => {
    const found = members(connection)
      .select(lastDay.as('last_day'))
      .where('identities.organisation_id', '=', organisationId)
      .where(lastDay, '<', since)
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(${lastDay}, identities.id) > (${dayOfKey(after)}, ${after?.id ?? ''})`),
      )
      .orderBy(lastDay)
      .orderBy('identities.id')
    const rows = await part(connection, found, range, ['last_day', 'id'])
    return rows.map((row) => listed(row, String(row.last_day)))
  },

  /** Counts the members who have not used the organisation since a day. Counts no further than `most`. */
  countInactive: async (organisationId: string, since: number, most: number): Promise<number> => {
    const found = connection
      .selectFrom('identities')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where(lastDay, '<', since)
      .limit(most)
    const { count } = await connection
      .selectFrom(found.as('found'))
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  },

  ofRole: async (roleId: string, sorted: Sorted, { after, ...range }: MemberRange): Promise<ListedMember[]> => {
    const found = members(connection)
      .innerJoin('identity_roles', 'identity_roles.identity_id', 'identities.id')
      .where('identity_roles.role_id', '=', roleId)
      .$if(after !== undefined, (query) => query.where(isPast('identity_roles', 'identity_id', sorted, after)))
      .$if(sorted.sort === 'name', (query) => query.orderBy('identity_roles.name_key', directionOf(sorted)))
      .orderBy('identity_roles.identity_id', directionOf(sorted))
    const rows = await part(connection, found, range, orders[sorted.sort], directionOf(sorted))
    return rows.map((row) => listed(row, row.name_key))
  },

  manager: async (organisationId: string): Promise<ListedMember | undefined> => {
    const row = await members(connection)
      .where('organisation_managers.organisation_id', '=', organisationId)
      .executeTakeFirst()
    return row && listed(row, row.name_key)
  },

  /** The members whose name, or a part of it, begins with a text. Each is listed once, by the first matching part. */
  search: async (
    organisationId: string,
    beginning: string,
    { after, ...range }: MemberRange,
  ): Promise<ListedMember[]> => {
    const found = members(connection)
      .innerJoin('name_parts', 'name_parts.identity_id', 'identities.id')
      .select('name_parts.part')
      .where('name_parts.organisation_id', '=', organisationId)
      .where('name_parts.part', '>=', beginning)
      .where('name_parts.part', '<', beginning + lastCharacter)
      .$if(after !== undefined, (query) => query.where(isAfter('name_parts.part', 'name_parts.identity_id', after)))
      // A member with two matching parts is listed once, by the first one.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('name_parts as earlier')
              .select('earlier.part')
              .whereRef('earlier.identity_id', '=', 'name_parts.identity_id')
              .where('earlier.part', '>=', beginning)
              .whereRef('earlier.part', '<', 'name_parts.part'),
          ),
        ),
      )
      .orderBy('name_parts.part')
      .orderBy('name_parts.identity_id')
    const rows = await part(connection, found, range, ['part', 'id'])
    return rows.map((row) => listed(row, row.part))
  },

  /** The members whom the organisation knows by one of these addresses, if their accounts still have it. */
  ofAddress: async (organisationId: string, addresses: readonly string[]): Promise<Member[]> => {
    const rows = await members(connection)
      .innerJoin('identifiers', (join) =>
        join
          .onRef('identifiers.account_id', '=', 'identities.account_id')
          .onRef('identifiers.value', '=', 'identities.address'),
      )
      .where('identities.organisation_id', '=', organisationId)
      .where('identities.address', 'in', addresses)
      .execute()
    return rows.map(memberOf)
  },

  /** Renames a member. False when it is gone. */
  rename: async (memberId: string, { name, sortKey }: { name: string; sortKey: string }): Promise<boolean> => {
    const renamed = await connection
      .updateTable('identities')
      .set({ name, name_key: sortKey })
      .where('id', '=', memberId)
      .returning('organisation_id')
      .executeTakeFirst()
    if (!renamed) return false
    await connection
      .updateTable('identity_roles')
      .set({ name_key: sortKey })
      .where('identity_id', '=', memberId)
      .execute()
    await connection.deleteFrom('name_parts').where('identity_id', '=', memberId).execute()
    await insertNameParts(connection, { id: memberId, organisationId: renamed.organisation_id, sortKey })
    return true
  },

  /** Suspends or unsuspends a member. False when it is gone. */
  suspend: async (memberId: string, isSuspended: boolean): Promise<boolean> => {
    const { numUpdatedRows } = await connection
      .updateTable('identities')
      .set({ is_frozen: isSuspended ? 1 : 0 })
      .where('id', '=', memberId)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Notes a day on which a member is used, unless it has been noted. */
  noteActive: async (memberId: string, day: number): Promise<void> => {
    await connection
      .updateTable('identities')
      .set({ active_on: day })
      .where('id', '=', memberId)
      .where(({ or, eb }) => or([eb('active_on', 'is', null), eb('active_on', '<', day)]))
      .execute()
  },

  /** Deletes a member with its roles. False when it is gone. */
  remove: async (memberId: string): Promise<boolean> => {
    const { numDeletedRows } = await connection.deleteFrom('identities').where('id', '=', memberId).executeTakeFirst()
    return numDeletedRows > 0n
  },

  ...formerMembers(connection),
})

export type MemberListStore = ReturnType<typeof memberListStore>

/** The day on which a member last used the organisation, or joined, as an index has it. In days since 1970 (UTC). */
const lastDay = sql<number>`coalesce(identities.active_on, identities.joined_at / 86400000)`

/** The day of the entry before a range. A key of another list has none. */
const dayOfKey = (key: EntryKey | undefined): number => (/^\d{1,9}$/.test(key?.value ?? '') ? Number(key?.value) : 0)

/** The order of a list. Each index is read from its beginning or from its end. */
interface Sorted {
  sort: MemberSort
  isDescending: boolean
}

const directionOf = ({ isDescending }: Sorted): 'asc' | 'desc' => (isDescending ? 'desc' : 'asc')

/** The columns that lists are sorted by. */
const orders = { name: ['name_key', 'id'], joined_at: ['id'] } as const

/** A statement that lists members in sorted order. */
interface Listing<Found> {
  offset(count: number): Listing<Found>
  limit(count: number): Listing<Found>
  execute(): Promise<Found[]>
}

/**
 * A range of the members in the order of an index, without those that the filter excludes. It examines a limited number
 * of entries: if few match, a page would otherwise read a whole organisation.
 */
const part = async <Found>(
  connection: Connection,
  found: Listing<Found>,
  { offset, limit, filter }: Omit<MemberRange, 'after'>,
  order: readonly string[],
  direction: 'asc' | 'desc' = 'asc',
): Promise<Found[]> => {
  if (!filter) return found.offset(offset).limit(limit).execute()
  const { isSuspended, isManager, roleId, inactiveSince, within } = filter
  const hasRole = (of: RawBuilder<unknown>) =>
    sql`exists (select 1 from identity_roles where identity_id = looked.id ${of})`
  const conditions = [
    ...(isSuspended === undefined ? [] : [sql`looked.is_frozen = ${isSuspended ? 1 : 0}`]),
    ...(isManager === undefined ? [] : [sql`looked.manager_id is ${sql.raw(isManager ? 'not null' : 'null')}`]),
    ...(inactiveSince === undefined
      ? []
      : [sql`coalesce(looked.active_on, looked.joined_at / 86400000) < ${inactiveSince}`]),
    ...(roleId === null ? [sql`not ${hasRole(sql``)}`] : []),
    ...(typeof roleId === 'string' ? [hasRole(sql`and role_id = ${roleId}`)] : []),
  ]
  const { rows } = await sql<Found>`
    select * from (${found.limit(within)}) as looked where ${sql.join(conditions, sql` and `)}
    order by ${sql.join(order.map((column) => sql`${sql.ref(`looked.${column}`)} ${sql.raw(direction)}`))} limit ${limit} offset ${offset}`.execute(
    connection,
  )
  return rows
}

/** True when a row comes after a key, in the order of two columns. */
const isAfter = (value: string, id: string, after: MemberRange['after']) =>
  sql<boolean>`(${sql.ref(value)}, ${sql.ref(id)}) > (${after?.value ?? ''}, ${after?.id ?? ''})`

/** True when a row comes after a key in the order of a list, whose table has the sort key and this id. */
const isPast = (table: string, id: string, { sort, isDescending }: Sorted, after: MemberRange['after']) => {
  const past = sql.raw(isDescending ? '<' : '>')
  return sort === 'joined_at'
    ? sql<boolean>`${sql.ref(`${table}.${id}`)} ${past} ${after?.id ?? ''}`
    : sql<boolean>`(${sql.ref(`${table}.name_key`)}, ${sql.ref(`${table}.${id}`)}) ${past} (${after?.value ?? ''}, ${after?.id ?? ''})`
}

/** @param value the sort value */
const listed = (row: Parameters<typeof memberOf>[0], value: string) => {
  const key: EntryKey = { value, id: row.id }
  return { ...memberOf(row), key }
}
