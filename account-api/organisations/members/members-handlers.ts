import { readKey, writeKey } from '#account-api/kernel/pages/entry-key'
import type { Handling } from '#account-api/organisations/call-context'
import { givenRoleOf } from '#account-api/organisations/organisation/organisation-handlers'
import type { Acting } from '#account-api/organisations/records/member-record'
import { mayDo } from '#account-api/organisations/records/permissions'
import type { Service } from '#account-api/organisations/service'
import { refuseAs } from '#account-api/verification/outcomes'
import type { MemberRefusal } from '#contract/organisations/members'
import { done, refuse } from '#contract/server'
import { dayFromWire, dayOnWire } from './active'
import { shownAddresses } from './addresses'
import {
  leaveOrganisation,
  removeMember,
  removeMembers,
  renameMember,
  suspendMember,
  suspendMembers,
  unsuspendMember,
  unsuspendMembers,
} from './change'
import { allowedTo } from './judge'
import { countInactive, findMember, listDeputies, listMembers, type MemberPage, type MemberWithRoles } from './list'
import type { MemberRange } from './listed-member'

export const memberHandlers = {
  listIdentities: async (
    { search, region, role_key, is_frozen, inactive_since, sort, order, ...page },
    { service, acting },
  ) => {
    const range = rangeOf(page)
    if (!range) return noKey
    const isSuspended = is_frozen === undefined ? undefined : is_frozen === 1
    const sorted = { sort, isDescending: order === 'descending' }
    const inactiveSince = inactive_since === undefined ? undefined : dayFromWire(inactive_since)
    const listed = await listMembers(service, acting, {
      search,
      region,
      roleKey: role_key,
      isSuspended,
      inactiveSince,
      ...sorted,
      ...range,
    })
    if (!listed.ok) return refuseAs(listed)
    const isCounted = inactiveSince !== undefined && !search && role_key === undefined && is_frozen === undefined
    const count = isCounted && !range.after ? await countInactive(service, acting, inactiveSince) : null
    return done({ ...(await pageOf(service, acting, listed)), count })
  },

  listDeputies: async (page, { service, acting }) => {
    const range = rangeOf(page)
    return range ? done(await pageOf(service, acting, await listDeputies(service, acting, range))) : noKey
  },

  memberInfo: async (input, { service, acting }) => {
    const isOneself = input.identity_id === acting.member.publicId
    if (!isOneself && !mayDo(acting, 'member.read')) return refuse('permission_required', { needed: 'member.read' })
    const member = await findMember(service, acting, input.identity_id)
    if (!member) return refuse('no_such_identity', {})
    return done({ member: memberOf(acting, member, await shownAddresses(service, acting, [member])) })
  },

  updateDeputy: async ({ deputy_name: name, ...input }, { service, acting, from }) => {
    const renamed = await renameMember(service, { acting, publicId: input.identity_id, name, from })
    return renamed.ok ? done({ deputy_name: name }) : refuseAs(renamed)
  },

  freezeDeputy: async ({ is_frozen, ...input }, { service, acting, from }) => {
    const change = is_frozen === 1 ? suspendMember : unsuspendMember
    const changed = await change(service, { acting, publicId: input.identity_id, from })
    return changed.ok ? done({ is_frozen }) : refuseAs(changed)
  },

  deleteDeputy: async (input, { service, acting, from }) => {
    const removed = await removeMember(service, { acting, publicId: input.identity_id, from })
    return removed.ok ? done({ done: true }) : refuseAs(removed)
  },

  freezeMembers: async ({ sec_user_identity_ids: publicIds, is_frozen }, { service, acting, from }) => {
    const change = is_frozen === 1 ? suspendMembers : unsuspendMembers
    const changed = await change(service, { acting, publicIds, from })
    return changed.ok ? done(manyOf(acting, changed)) : refuseAs(changed)
  },

  removeMembers: async ({ sec_user_identity_ids: publicIds }, { service, acting, from }) => {
    const removed = await removeMembers(service, { acting, publicIds, from })
    return removed.ok ? done(manyOf(acting, removed)) : refuseAs(removed)
  },

  leaveSubject: async (_input, { service, acting, from }) => {
    const left = await leaveOrganisation(service, { acting, from })
    return left.ok ? done({ done: true }) : refuseAs(left)
  },
} satisfies Handling

const noKey = refuse('invalid_input', { fields: [{ field: 'after', reason: 'invalid' }] })

const rangeOf = ({
  page,
  page_size: limit,
  after,
}: {
  page: number
  page_size: number
  after?: string | undefined
}): MemberRange | undefined => {
  if (after === undefined) return { after: undefined, offset: (page - 1) * limit, limit }
  const key = readKey(after)
  return key && { after: key, offset: 0, limit }
}

const pageOf = async (service: Service, acting: Acting, { members, next }: MemberPage) => {
  const addresses = await shownAddresses(service, acting, members)
  return { members: members.map((member) => memberOf(acting, member, addresses)), next: next ? writeKey(next) : null }
}

const memberOf = (acting: Acting, member: MemberWithRoles, addresses: ReadonlyMap<string, string>) => ({
  identity_id: member.publicId,
  sec_user_id: member.userPublicId,
  deputy_name: member.name,
  address: addresses.get(member.id) ?? '',
  is_manager: member.isManager,
  is_frozen: member.isSuspended ? 1 : 0,
  joined_at: new Date(member.joinedAt).toISOString(),
  active_on: member.activeOn !== null && mayDo(acting, 'member.read') ? dayOnWire(member.activeOn) : null,
  roles: member.roles.map(givenRoleOf),
  allowed: allowedTo(acting, { member, roles: member.roles }),
})

const manyOf = (
  acting: Acting,
  {
    done: changed,
    refused,
  }: { done: { publicId: string; name: string }[]; refused: { publicId: string; reason: MemberRefusal }[] },
) => ({
  done: changed.map(({ publicId }) => publicId),
  names: mayDo(acting, 'member.read') ? changed.map(({ name }) => name) : [],
  refused: refused.map(({ publicId, reason }) => ({ identity_id: publicId, reason })),
})
