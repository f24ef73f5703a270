import type { EntryKey } from '#account-api/kernel/pages/entry-key'
import type { Acting } from '#account-api/organisations/records/member-record'
import { permissionsOf } from '#account-api/organisations/records/permissions'
import type { RoleRecord } from '#account-api/organisations/records/role-record'
import { rolesIn, rolesOf } from '#account-api/organisations/roles/holders'
import type { Service } from '#account-api/organisations/service'
import { mostCounted } from '#contract/organisations/counts'
import type { MemberSort } from '#contract/organisations/members'
import { namePartsOf, sortKeyOf } from '#rules/typed/name-key'
import { isInactiveSince } from './active'
import { membersOfAddress } from './addresses'
import type { ListedMember, Member, MemberFilter, MemberRange } from './listed-member'

/** A member with their roles, including disabled ones. */
export type MemberWithRoles = Member & { roles: RoleRecord[] }

export interface MemberPage {
  members: MemberWithRoles[]
  /** The last entry. Undefined: the list ends here. */
  next: EntryKey | undefined
}

export interface AskedMembers extends MemberRange {
  /** Empty: everybody. */
  search: string
  /** The region of a searched number without a country code. */
  region: string | undefined
  /** The members who have the role; `manager`; `member`: those without a role. */
  roleKey: string | undefined
  isSuspended: boolean | undefined
  /** The day since which they have not used the organisation, in days since 1970 (UTC). */
  inactiveSince: number | undefined
  sort: MemberSort
  isDescending: boolean
}

/** The order of the administrators. */
const byName = { sort: 'name', isDescending: false } as const

type Read = (range: MemberRange) => Promise<ListedMember[]>

export const listRule = {
  /** The maximum number of entries that one page examines. It returns the matches among them. */
  mostLooked: 10_000,
  /** If a role has at most this many holders, a search by name reads them all. */
  fewHolders: 1000,
}

/** A page of the members of an organisation. One index finds candidates, and the other filters are applied to them. */
export const listMembers = async (
  service: Service,
  acting: Acting,
  { search, region, roleKey, isSuspended, inactiveSince, sort, isDescending, ...range }: AskedMembers,
): Promise<({ ok: true } & MemberPage) | { ok: false; code: 'no_such_role' }> => {
  const { organisation } = acting
  const { memberLists, roles } = service.storage
  const beginning = sortKeyOf(search)
  const isOfRole = roleKey !== undefined && roleKey !== 'manager' && roleKey !== 'member'
  const role = isOfRole ? (await roles.ofOrganisation(organisation.id)).find(({ key }) => key === roleKey) : undefined
  if (isOfRole && !role) return { ok: false, code: 'no_such_role' }

  const ofRole: MemberFilter = role
    ? { roleId: role.id }
    : roleKey === 'manager'
      ? { isManager: true }
      : roleKey === 'member'
        ? { isManager: false, roleId: null }
        : {}
  const ofState: MemberFilter = isSuspended === undefined ? {} : { isSuspended }
  const inState: MemberFilter = { ...ofState, ...(inactiveSince !== undefined && { inactiveSince }) }
  if (beginning !== '') {
    const found = await withRoles(service, await membersOfAddress(service, acting, { search, region }))
    const fitting = found.filter((each) => fits(each, { ...ofRole, ...inState }))
    // They are on the first page.
    if (found.length > 0) return { ok: true, members: range.after || range.offset > 0 ? [] : fitting, next: undefined }
    const holders = await fewHolders(service, { organisationId: organisation.id, roleKey, role })
    if (holders) return { ok: true, ...(await pageOfFew(service, named(holders, beginning), { ...range, inState })) }
    const read: Read = (part) => memberLists.search(organisation.id, beginning, part)
    return { ok: true, ...(await readPage(service, { read, filter: { ...ofRole, ...inState }, range })) }
  }
  if (role) {
    const read: Read = (part) => memberLists.ofRole(role.id, { sort, isDescending }, part)
    return { ok: true, ...(await readPage(service, { read, filter: inState, range })) }
  }
  if (roleKey === 'manager') {
    // Only the first page has the manager.
    const manager = range.after || range.offset > 0 ? undefined : await memberLists.manager(organisation.id)
    return {
      ok: true,
      members: await withRoles(service, manager && isIn(inState, manager) ? [manager] : []),
      next: undefined,
    }
  }
  if (inactiveSince !== undefined) {
    const read: Read = (part) => memberLists.inactive(organisation.id, inactiveSince, part)
    return { ok: true, ...(await readPage(service, { read, filter: { ...ofRole, ...ofState }, range })) }
  }
  const read: Read = (part) => memberLists.list(organisation.id, { sort, isDescending, isSuspended }, part)
  return { ok: true, ...(await readPage(service, { read, filter: ofRole, range })) }
}

/** Counts the members who have not used the organisation since a day: `mostCounted` for as many or more. */
export const countInactive = ({ storage }: Service, { organisation }: Acting, since: number): Promise<number> =>
  storage.memberLists.countInactive(organisation.id, since, mostCounted)

/**
 * The members who have a role, if few: in a large organisation, far more have the searched name. Undefined: no role is
 * given, or many have it.
 */
const fewHolders = async (
  { storage: { memberLists } }: Service,
  of: { organisationId: string; roleKey: string | undefined; role: RoleRecord | undefined },
): Promise<ListedMember[] | undefined> => {
  if (of.roleKey === 'manager') return [(await memberLists.manager(of.organisationId)) ?? []].flat()
  if (!of.role) return undefined
  const whole = { after: undefined, offset: 0, limit: listRule.fewHolders + 1 }
  const holders = await memberLists.ofRole(of.role.id, byName, whole)
  return holders.length > listRule.fewHolders ? undefined : holders
}

/**
 * Members whose name, or a part of it, begins with a text, ordered by the first such part, like the results of a
 * search.
 */
const named = (members: readonly ListedMember[], beginning: string): ListedMember[] =>
  members
    .flatMap((member) => {
      const parts = namePartsOf(sortKeyOf(member.name)).filter((part) => part.startsWith(beginning))
      return parts.map((value) => ({ ...member, key: { value, id: member.id } })).sort(inOrder)[0] ?? []
    })
    .sort(inOrder)

const pageOfFew = async (
  service: Service,
  members: readonly ListedMember[],
  { after, offset, limit, inState }: MemberRange & { inState: MemberFilter },
): Promise<MemberPage> => {
  const fitting = members.filter((member) => isIn(inState, member))
  const rest = fitting.filter(({ key }) => !after || (key.id !== after.id && inOrder({ key }, { key: after }) > 0))
  const shown = rest.slice(offset, offset + limit)
  const next = rest.length > offset + limit ? shown.at(-1)?.key : undefined
  return { members: await withRoles(service, shown), next }
}

/** A page of the members with a role that grants something now, ordered by name, without the manager. */
export const listDeputies = async (
  service: Service,
  { organisation }: Acting,
  range: MemberRange,
): Promise<MemberPage> => {
  const { memberLists, roles } = service.storage
  const granting = (await roles.ofOrganisation(organisation.id)).filter((role) => permissionsOf(role).length > 0)
  const { after, offset, limit } = range
  // One extra entry shows whether there are more, and the manager may be among them.
  const most = offset + limit + 1
  const filter = { isManager: false, within: most + 1 }
  const found = new Map<string, ListedMember>()
  for (const { id } of granting)
    for (const member of await memberLists.ofRole(id, byName, { after, offset: 0, limit: most, filter }))
      found.set(member.id, member)
  const sorted = [...found.values()].sort(inOrder)
  const shown = sorted.slice(offset, offset + limit)
  const next = sorted.length > offset + limit ? shown.at(-1)?.key : undefined
  return { members: await withRoles(service, shown), next }
}

/** Sorts by bytes, like the databases. */
type Placed = Pick<ListedMember, 'key'>

const inOrder = ({ key: one }: Placed, { key: other }: Placed): number =>
  Buffer.compare(Buffer.from(one.value), Buffer.from(other.value)) || (one.id < other.id ? -1 : 1)

/** Matches a member against the filter by state. */
const isIn = ({ isSuspended, inactiveSince }: MemberFilter, member: Member): boolean =>
  (isSuspended === undefined || member.isSuspended === isSuspended) &&
  (inactiveSince === undefined || isInactiveSince(inactiveSince, member))

/** Matches a member against a filter, like the SQL of lists. */
const fits = (member: MemberWithRoles, { isManager, roleId, ...state }: MemberFilter): boolean =>
  isIn(state, member) &&
  (isManager === undefined || member.isManager === isManager) &&
  (roleId === undefined || (roleId === null ? member.roles.length === 0 : member.roles.some(({ id }) => id === roleId)))

/** Reads a page of matching members, as far as the limit of examined entries allows. */
const readPage = async (
  service: Service,
  { read, filter, range }: { read: Read; filter: MemberFilter; range: MemberRange },
): Promise<MemberPage> => {
  const isFiltered = Object.keys(filter).length > 0
  const within = { ...filter, within: listRule.mostLooked }
  // One extra entry shows whether there are more.
  const found = await read({ ...range, limit: range.limit + 1, ...(isFiltered && { filter: within }) })
  const shown = found.slice(0, range.limit)
  const page = { members: await withRoles(service, shown) }
  if (found.length > range.limit) return { ...page, next: shown.at(-1)?.key }
  // More matches may follow the last examined entry.
  const [last] = isFiltered ? await read({ after: range.after, offset: listRule.mostLooked - 1, limit: 1 }) : []
  return { ...page, next: last?.key }
}

const withRoles = async ({ storage }: Service, found: readonly Member[]): Promise<MemberWithRoles[]> => {
  const given = await storage.roles.givenTo(found.map(({ id }) => id))
  return found.map((member) => ({ ...member, roles: rolesIn(given, member) }))
}

export const findMember = async (
  { storage }: Service,
  { organisation }: Acting,
  publicId: string,
): Promise<(Member & { roles: RoleRecord[] }) | undefined> => {
  const [member] = await storage.members.find(organisation.id, [publicId])
  return member && { ...member, roles: await rolesOf(storage, member) }
}
