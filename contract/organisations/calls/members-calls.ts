import { z } from 'zod'
import { call } from '#contract/call'
import { count } from '#contract/organisations/counts'
import {
  memberActs,
  memberOrders,
  memberRefusals,
  memberSearchMaxLength,
  memberSorts,
} from '#contract/organisations/members'
import { deputyName, givenRole, identityId, inSubject, roleKey } from '#contract/organisations/organisation-fields'
import { aliasOf } from '#contract/terms/aliases'
import {
  day,
  flag,
  isWithinReach,
  known,
  moment,
  no,
  numberRegion,
  pageNumber,
  pageSize,
  shownAddress,
  text,
  yes,
} from '#contract/terms/fields'
import { reads } from '#contract/terms/power'
import { sensitive } from '#contract/terms/sensitive'

/** A member. The field has three names (spec section 3). */
const oneMember = {
  ...inSubject,
  identity_id: identityId,
  deputy_identity_id: aliasOf('identity_id', identityId),
  user_identity_id: aliasOf('identity_id', identityId),
}

/** A page of members. `after` is the `next` key of the previous page, which is opaque. */
const page = { ...inSubject, page: pageNumber, page_size: pageSize, after: z.string().max(1000).optional() }

const frozen = z.coerce.number().int().min(0).max(1)

const member = z.object({
  identity_id: identityId,
  sec_user_id: shownAddress,
  /** The name by which the organisation knows the person. */
  deputy_name: text,
  /**
   * An address of the account, for members with member.read: masked, but whole for those who may also invite, if the
   * organisation has invited the person at it, created their account for it, or has proven its domain. Empty: none.
   */
  address: text,
  is_manager: no,
  is_frozen: flag,
  joined_at: moment,
  /** The day (UTC) on which they last used the organisation, for members with member.read. Null: not recorded. */
  active_on: day,
  /** The given roles, including disabled ones. */
  roles: z.array(givenRole).default([]),
  /** The acts that the acting member may do to this one. Missing: only the call of an act shows. */
  allowed: known(z.enum(memberActs)).default([...memberActs]),
})

const members = z.object({
  members: z.array(member),
  /** The key of the next page (`after`). Null: this page is the last one. */
  next: shownAddress,
})

export const listIdentities = call({
  name: 'listIdentities',
  power: reads('session'),
  summary:
    'Returns the members of an organisation. A search matches the beginning of a name or of a word in it, and sorts by the match. A complete mobile or email finds its member if the caller may see it unmasked. With inactive_since and neither search nor role, members who were inactive longest come first, and the first pages return how many there are. With a search or role and further filters, a page may be short although another one follows.',
  method: 'GET',
  path: '/passport/org/identity/list/{page}',
  input: z
    .object({
      ...page,
      search: sensitive(z.string().max(memberSearchMaxLength)).default(''),
      /** The region of a searched number without a country code. */
      region: numberRegion,
      /** The members who have the role; `manager`; `member`: those without a role. */
      role_key: roleKey.optional(),
      is_frozen: frozen.optional(),
      /** Members who joined before that day (UTC), and have not used the organisation since. */
      inactive_since: z.iso.date().optional(),
      sort: z.enum(memberSorts).default('name'),
      order: z.enum(memberOrders).default('ascending'),
    })
    .refine(isWithinReach, { path: ['page'] }),
  /** `count`: how many match, counted up to 1000. Null: not counted. */
  output: members.extend({ count }),
  errors: ['no_such_role'],
  auth: 'member',
  needs: 'member.read',
})

export const listDeputies = call({
  name: 'listDeputies',
  power: reads('session'),
  summary: 'Returns the members, other than the manager, who have a role with permissions, by name.',
  method: 'GET',
  path: '/passport/org/deputy/list/{page}',
  input: z.object(page).refine(isWithinReach, { path: ['page'] }),
  output: members,
  auth: 'member',
  needs: 'member.read',
})

export const memberInfo = call({
  name: 'memberInfo',
  power: reads('session'),
  summary:
    'Returns a member as the organisation knows them, with one address and nothing else of the account. Needs member.read, except for the caller’s own entry.',
  method: 'GET',
  path: '/passport/org/member/info',
  input: z.object(oneMember),
  output: z.object({ member }),
  errors: ['no_such_identity'],
  auth: 'member',
})

export const updateDeputy = call({
  name: 'updateDeputy',
  power: { proof: 'fresh', act: 'organisation', tells: [], undoneBy: 'others', limit: 'none' },
  summary: 'Renames a member for the organisation. Needs member.update, except for the caller’s own entry.',
  path: '/passport/org/deputy/update',
  input: z.object({ ...oneMember, deputy_name: deputyName }),
  output: z.object({ deputy_name: text }),
  errors: ['no_such_identity', 'is_manager', 'beyond_own_permissions'],
  auth: 'member',
  event: 'if_changed',
})

export const freezeDeputy = call({
  name: 'freezeDeputy',
  power: { proof: 'fresh', act: 'organisation', tells: ['organisation'], undoneBy: 'others', limit: 'none' },
  summary: 'Suspends a member from their next call on (is_frozen=1), or ends the suspension.',
  path: '/passport/org/deputy/freeze',
  input: z.object({ ...oneMember, is_frozen: frozen }),
  output: z.object({ is_frozen: flag }),
  errors: memberRefusals,
  auth: 'member',
  needs: 'member.freeze',
  event: 'if_changed',
})

export const deleteDeputy = call({
  name: 'deleteDeputy',
  power: { proof: 'fresh', act: 'organisation', tells: ['organisation'], undoneBy: 'offered', limit: 'none' },
  summary: 'Removes a member and their roles from the organisation, from their next call on. Their account stays.',
  path: '/passport/org/deputy/delete',
  input: z.object(oneMember),
  output: z.object({ done: yes }),
  errors: memberRefusals,
  auth: 'member',
  needs: 'member.remove',
})

/** The changed members, and the unchanged ones. */
const many = z.object({
  done: z.array(identityId),
  /** The names of the changed ones, for those with member.read. */
  names: z.array(z.string()).default([]),
  refused: z.array(z.object({ identity_id: identityId, reason: z.enum(memberRefusals) })),
})
const manyMembers = { ...inSubject, sec_user_identity_ids: z.array(identityId).min(1).max(100) }

export const freezeMembers = call({
  name: 'freezeMembers',
  power: { proof: 'fresh', act: 'organisation', tells: ['organisation'], undoneBy: 'others', limit: 'none' },
  summary: 'Does freezeDeputy for many members. A refusal for one member does not stop the others.',
  path: '/passport/org/member/freeze',
  input: z.object({ ...manyMembers, is_frozen: frozen }),
  output: many,
  auth: 'member',
  needs: 'member.freeze',
  event: 'if_changed',
})

export const removeMembers = call({
  name: 'removeMembers',
  power: { proof: 'fresh', act: 'organisation', tells: ['organisation'], undoneBy: 'offered', limit: 'none' },
  summary: 'Does deleteDeputy for many members. A refusal for one member does not stop the others.',
  path: '/passport/org/member/remove',
  input: z.object(manyMembers),
  output: many,
  auth: 'member',
  needs: 'member.remove',
  event: 'if_changed',
})

export const leaveSubject = call({
  name: 'leaveSubject',
  power: { proof: 'fresh', act: 'organisation', guarded: true, tells: [], undoneBy: 'others', limit: 'none' },
  summary: 'Leaves the organisation, even while suspended. A manager has to hand it over or close it first.',
  path: '/passport/org/member/leave',
  input: z.object(inSubject),
  output: z.object({ done: yes }),
  errors: ['is_manager'],
  auth: 'member',
  whenMemberSuspended: true,
})
