import type { MemberSort } from '../../../contract/members'
import type { Acting } from '../identity/identity-store'
import { sortKeyOf } from '../identity/sort-key'
import { rolesIn } from '../role/holders'
import { permissionsOf } from '../role/permissions'
import type { RoleRecord } from '../role/role-store'
import type { Service } from '../service'
import type { ListedMember, MemberKey, MemberRange, MemberRecord } from './member-store'

/** A member with the roles that were given, banned ones included. */
export type MemberWithRoles = ListedMember & { roles: RoleRecord[] }

export interface MemberPage {
  members: MemberWithRoles[]
  /** The last entry. Undefined: nobody comes after it. */
  next: MemberKey | undefined
}

export interface AskedMembers extends MemberRange {
  /** Empty: everybody. */
  search: string
  /** Those who have the role; `manager`; `member`: those without one. */
  roleKey: string | undefined
  isFrozen: boolean | undefined
  sort: MemberSort
}

type Read = (range: MemberRange) => Promise<ListedMember[]>

/** How many entries one page looks at. Then it is answered with those that it has found. */
const mostLooked = 10_000
/** How many are read at once, after the first ones. */
const window = 200

/** A page of the members of an organisation. One index finds them, and the other filters look at what it finds. */
export const listMembers = async (
  service: Service,
  { organisation }: Acting,
  { search, roleKey, isFrozen, sort, ...range }: AskedMembers,
): Promise<({ ok: true } & MemberPage) | { ok: false; code: 'no_such_role' }> => {
  const { members, roles } = service.storage
  const beginning = sortKeyOf(search)
  const isOfRole = roleKey !== undefined && roleKey !== 'manager' && roleKey !== 'member'
  const role = isOfRole ? (await roles.ofOrganisation(organisation.id)).find(({ key }) => key === roleKey) : undefined
  if (isOfRole && !role) return { ok: false, code: 'no_such_role' }

  const filters: ((member: MemberWithRoles) => boolean)[] = []
  const isInState = (member: MemberWithRoles) => isFrozen === undefined || member.isFrozen === isFrozen
  const hasRole = (member: MemberWithRoles) => member.roles.some(({ id }) => id === role?.id)
  const isManager = (member: MemberWithRoles) => member.isManager
  const isPlain = (member: MemberWithRoles) => !member.isManager && member.roles.length === 0
  const wanted = role ? hasRole : roleKey === 'manager' ? isManager : roleKey === 'member' ? isPlain : undefined
  let read: Read = (part) => members.list(organisation.id, { sort, isFrozen }, part)
  if (beginning !== '') {
    read = (part) => members.search(organisation.id, beginning, part)
    if (wanted) filters.push(wanted)
    if (isFrozen !== undefined) filters.push(isInState)
  } else if (role) {
    read = (part) => members.ofRole(role.id, sort, part)
    if (isFrozen !== undefined) filters.push(isInState)
  } else if (roleKey === 'manager') {
    // There is one, on the first page.
    read = async ({ after, offset }) => {
      const manager = after || offset > 0 ? undefined : await members.manager(organisation.id)
      return manager ? [manager] : []
    }
    if (isFrozen !== undefined) filters.push(isInState)
  } else if (wanted) filters.push(wanted)
  return { ok: true, ...(await readPage(service, { read, filters, range })) }
}

/** A page of the members, other than the manager, with a role that grants something now, by name. */
export const listDeputies = async (
  service: Service,
  { organisation }: Acting,
  range: MemberRange,
): Promise<MemberPage> => {
  const { members, roles } = service.storage
  const granting = (await roles.ofOrganisation(organisation.id)).filter((role) => permissionsOf(role).length > 0)
  const read: Read = async ({ after, offset, limit }) => {
    const found = new Map<string, ListedMember>()
    for (const { id } of granting)
      for (const member of await members.ofRole(id, 'name', { after, offset: 0, limit: offset + limit }))
        found.set(member.id, member)
    return [...found.values()].sort(inOrder).slice(offset, offset + limit)
  }
  return readPage(service, { read, filters: [({ isManager }) => !isManager], range })
}

/** As the databases sort: by the bytes. */
const inOrder = ({ key: one }: ListedMember, { key: other }: ListedMember): number =>
  Buffer.compare(Buffer.from(one.value), Buffer.from(other.value)) || (one.id < other.id ? -1 : 1)

/** Reads a list until the page is full, it ends, or enough was looked at. */
const readPage = async (
  { storage }: Service,
  { read, filters, range }: { read: Read; filters: ((member: MemberWithRoles) => boolean)[]; range: MemberRange },
): Promise<MemberPage> => {
  const isFiltered = filters.length > 0
  const page: MemberWithRoles[] = []
  let { after } = range
  let toSkip = isFiltered ? range.offset : 0
  for (let looked = 0; looked < mostLooked; ) {
    // One more tells whether there are others.
    const limit = looked === 0 ? range.limit + 1 : window
    const found = await read({ after, offset: isFiltered ? 0 : range.offset, limit })
    const given = await storage.roles.givenTo(found.map(({ id }) => id))
    for (const member of found.map((each) => ({ ...each, roles: rolesIn(given, each) }))) {
      if (!filters.every((filter) => filter(member))) continue
      if (toSkip > 0) toSkip -= 1
      else if (page.length === range.limit) return { members: page, next: page.at(-1)?.key }
      else page.push(member)
    }
    if (found.length < limit) return { members: page, next: undefined }
    looked += found.length
    after = found.at(-1)?.key
  }
  return { members: page, next: after }
}

/** A member of the organisation, by the public id. */
export const findMember = async (
  { storage }: Service,
  { organisation }: Acting,
  publicId: string,
): Promise<(MemberRecord & { roles: RoleRecord[] }) | undefined> => {
  const [member] = await storage.identities.find(organisation.id, [publicId])
  return member && { ...member, roles: rolesIn(await storage.roles.givenTo([member.id]), member) }
}
