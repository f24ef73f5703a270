import { type InvitationChannel, invitationChannels } from '#contract/organisations/invitations/invitations'
import { permissionNames } from '#contract/terms/permissions'
import { actingAs, done, invitationOf, refuse, subjectId } from '#tests/app/browser/answers'
import { builtInRoles, idOf, memberCalled, offered, placeIn, roleOf } from '#tests/app/organisations/answers'
import { day, desk, longName, masked } from '#tests/e2e/pages/states/samples'
import type { Reach, States } from '#tests/e2e/pages/states/state'
import { given, opened, pressed, signedInAt, signIn, told, walk, wrong } from '#tests/e2e/pages/states/steps'

const invite_id = idOf('v')
const path = `/settings/organisations/${subjectId}`
const link = `/login/invitation?invite_ticket=${idOf('t')}`

const ownRoles = [
  { description: 'Meets visitors, and writes down who came and when', role_name: longName },
  { role_name: longName, is_banned: 1 },
].map((otherwise, nth) => roleOf(nth === 0 ? 'desk' : 'former', permissionNames, otherwise))

const roles = [{ ...desk, is_banned: 0 }]
const members = [
  memberCalled(longName, { identity_id: idOf('b'), roles, active_on: '2026-11-25' }),
  memberCalled('王小明', { identity_id: idOf('c'), roles, is_frozen: 1, address: 'xiaoming.wang@school.example' }),
] as const

const awaited = {
  sec_user_identity_id: idOf('b'),
  sec_user_id: idOf('u'),
  deputy_name: longName,
  mobile: masked.mobile,
  roles: [desk],
  ends_at: day,
  may_change: true,
}

const invitation = invitationOf({ address: masked.mobile, deputy_name: longName, role: desk, note: 'See you\nthere' })

const byLink = {
  invitationInfo: done({
    invitation: invitationOf({ channel: 'link', address: '', deputy_name: '', places: 40, places_left: 12 }),
    link: `https://id.example${link}`,
  }),
}

const undeliverable = {
  ...invitation,
  state: 'undeliverable' as const,
  undeliverable_reason: 'unknown_recipient' as const,
  channel: 'workplace' as const,
  address: 'ou***56',
}

const counts = { members: 25, frozen: 2, invitations: 3, requests: 2, waiting: 1, roles: 2 }
const alone = { members: 1, frozen: 0, invitations: 0, waiting: 0, roles: 0 }

/** Signed in as the manager, with the lists that pages of an organisation ask for. */
const begin = ({ isManager = true, empty = false } = {}): Reach => {
  const subject_name = 'Riverside School of Music and Everything Else'
  const listed = empty ? [] : [...members]
  const users = listed.map(({ identity_id, ...user }) => ({ sec_user_identity_id: identity_id, ...user }))
  return walk(
    signIn(),
    given({
      subjectInfo: actingAs({ subject_name, is_manager: isManager }, { counts: empty ? alone : counts }),
      listRoles: done({ roles: empty ? builtInRoles : [...builtInRoles, ...ownRoles] }),
      listIdentities: done({ members: listed, next: empty ? null : 'next' }),
      memberInfo: done({ member: members[0] }),
      listUserRoles: done({ users, next: null }),
      listActivations: done({ activations: empty ? [] : [awaited], next: null }),
      listInvitations: done({ invitations: empty ? [] : [invitation], next: null }),
      invitationInfo: done({ invitation, link: null }),
      listInvitationChannels: done({
        channels: [...invitationChannels],
        sms: { most: 100, left: 12, raises: ['domain', 'age', 'accepted'] },
      }),
    }),
  )
}

const at = (below: string, otherwise?: { isManager?: boolean; empty?: boolean }): Reach =>
  walk(begin(otherwise), opened(path + below))

/** A place that is frozen, so that anyone who has it is kept out. */
const frozenPlace = placeIn('Riverside School', { is_frozen: 1, is_kept_out: true })

const sentEmpty = (below: string, field: string): Reach => walk(at(below), wrong({ [field]: '' }))

const received = (
  fit: 'signed_out' | 'fits',
  otherwise: { channel?: InvitationChannel; address?: string } = {},
  mailbox: 'free' | 'bound' | null = null,
): Reach => {
  const invitation = offered({ subject_name: 'Riverside School', role: desk, note: 'See you on Monday', ...otherwise })
  return walk(
    given({
      checkInvitation: done({
        invitation,
        fit,
        sec_subject_uid: null,
        mailbox,
        proven_address: mailbox && { way: 'email', value: 'xiaoming.wang@school.example' },
      }),
    }),
    fit === 'signed_out' ? opened(link) : signedInAt(link),
  )
}

export const memberStates: States = {
  [`${path}/members`]: {
    members: at('/members'),
    'members, nobody found': at('/members?search=x', { empty: true }),
    'members, all ticked, the last who joined first': at('/members?ticked=all&sort=joined_at&order=descending'),
  },
  [`${path}/members/selected`]: {
    'members, remove?': at(`/members/selected?remove=1&member=${idOf('b')}`),
    'members, freeze?': at(`/members/selected?freeze=1&member=${idOf('b')}&member=${idOf('c')}`),
  },
  [`${path}/members/role`]: {
    'members, another role': at(`/members/role?member=${idOf('b')}&member=${idOf('c')}`),
    'members, another role, none chosen': walk(
      at(`/members/role?member=${idOf('b')}`),
      wrong({ role_key: '', member: idOf('b') }),
    ),
  },
  [`${path}/members/${idOf('b')}`]: {
    'a member': at(`/members/${idOf('b')}`),
    'a member, without a name': sentEmpty(`/members/${idOf('b')}`, 'deputy_name'),
  },
  [`${path}/members/${idOf('b')}/roles`]: { 'the roles of a member': at(`/members/${idOf('b')}/roles`) },
  [`${path}/leave`]: {
    'leave an organisation': at('/leave', { isManager: false }),
    'leave, where the place is frozen': walk(
      begin({ isManager: false }),
      opened(`${path}/leave`, {
        subjectInfo: refuse('identity_frozen', {}),
        listSubjects: done({ subjects: [frozenPlace], has_more: false }),
      }),
    ),
  },
  [`${path}/members/new`]: {
    'an account for a member': at('/members/new'),
    'an account for a member, empty': sentEmpty('/members/new', 'deputy_name'),
  },
  [`${path}/members/waiting`]: {
    'accounts that wait': at('/members/waiting'),
    'accounts that wait, link sent': walk(
      at('/members/waiting'),
      given({ sendActivationLink: done({ sent: true }) }),
      pressed('send'),
      told,
    ),
    'accounts that wait, none': at('/members/waiting', { empty: true }),
    'accounts that wait, delete one?': at(`/members/waiting?delete=${idOf('b')}`),
  },
  [`${path}/roles`]: { roles: at('/roles'), 'roles, none of its own': at('/roles', { empty: true }) },
  [`${path}/roles/new`]: { 'a new role': at('/roles/new'), 'a new role, empty': sentEmpty('/roles/new', 'role_name') },
  [`${path}/roles/desk`]: { 'a role': at('/roles/desk') },
  [`${path}/roles/desk/disable`]: { 'disable a role': at('/roles/desk/disable') },
  [`${path}/invitations`]: {
    invitations: at('/invitations'),
    'invitations, none': at('/invitations', { empty: true }),
  },
  [`${path}/invitations/new`]: {
    'invite by mobile': at('/invitations/new'),
    'invite by email': at('/invitations/new?by=email'),
    'invite by link': at('/invitations/new?by=link'),
    'invite by workplace messaging': at('/invitations/new?by=workplace'),
    'invite by workplace messaging, empty': sentEmpty('/invitations/new?by=workplace', 'workplace_id'),
    'invite by mobile, empty': sentEmpty('/invitations/new', 'mobile'),
  },
  [`${path}/invitations/${invite_id}`]: {
    'an invitation': at(`/invitations/${invite_id}`),
    'an invitation, to be changed': at(`/invitations/${invite_id}?change=1`),
    'an invitation by link': walk(begin(), opened(`${path}/invitations/${invite_id}`, byLink)),
    'an invitation by link, to print': walk(begin(), opened(`${path}/invitations/${invite_id}?poster=1`, byLink)),
    'an invitation, undeliverable': walk(
      begin(),
      opened(`${path}/invitations/${invite_id}`, { invitationInfo: done({ invitation: undeliverable, link: null }) }),
    ),
  },
  [`${path}/invitations/${invite_id}/cancel`]: { 'cancel an invitation': at(`/invitations/${invite_id}/cancel`) },
  '/login/invitation': {
    'an invitation to me': received('fits'),
    'an invitation, signed out': received('signed_out'),
    'an invitation by email, without an account': received('signed_out', { channel: 'email' }, 'free'),
    'an invitation by email, without an account, form empty': walk(
      received('signed_out', { channel: 'email' }, 'free'),
      wrong({ register: 'x' }),
    ),
    'an invitation by email, with an account': received('signed_out', { channel: 'email' }, 'bound'),
    'an invitation that is none any more': opened(link, { checkInvitation: refuse('no_such_invitation', {}) }),
  },
}
