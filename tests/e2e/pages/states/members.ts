import { type InvitationChannel, invitationChannels } from '../../../../contract/invitations'
import { permissionNames } from '../../../../contract/permissions'
import { done, refuse } from '../../../../contract/server'
import { actingAs, invitationOf, subjectId } from '../../../app/answers'
import type { AppBrowser } from '../app-browser'
import { day, longName, masked, type Reach, refused, type States, signIn } from './state'

const idOf = (letter: string): string => letter.repeat(22)
const invite_id = idOf('v')
const path = `/settings/organisations/${subjectId}`
const link = `/login/invitation?invite_ticket=${idOf('t')}`

const roles = (
  [
    ['manager', true],
    ['administrator', true],
    ['member', true],
    ['desk', false],
    ['former', false],
  ] as const
).map(([role_key, is_built_in]) => ({
  role_key,
  role_name: is_built_in ? '' : longName,
  description: role_key === 'desk' ? 'Meets visitors, and writes down who came and when' : '',
  permissions: role_key === 'member' ? [] : [...permissionNames],
  is_banned: role_key === 'former' ? 1 : 0,
  is_built_in,
}))

const member = (letter: string, otherwise: { is_frozen?: number; is_manager?: boolean } = {}) => ({
  identity_id: idOf(letter),
  sec_user_id: idOf('u'),
  deputy_name: letter === 'b' ? longName : '王小明',
  is_manager: false,
  is_frozen: 0,
  joined_at: day,
  roles: [{ role_key: 'desk', role_name: longName }],
  allowed: ['rename' as const, 'freeze' as const, 'remove' as const],
  ...otherwise,
})

const invitation = invitationOf({
  address: masked.mobile,
  deputy_name: longName,
  role: { role_key: 'desk', role_name: longName },
  note: 'See you on Monday\nat the gate',
})

/** Signed in as the manager, with the lists that pages of an organisation ask for. */
const begin = async (browser: AppBrowser, { isManager = true, empty = false } = {}): Promise<void> => {
  await signIn(browser)
  const { fake } = browser
  const subject_name = 'Riverside School of Music and Everything Else'
  fake.answer('subjectInfo', actingAs({ subject_name, is_manager: isManager }))
  fake.answer('listRoles', done({ roles: empty ? roles.filter(({ is_built_in }) => is_built_in) : roles }))
  const members = empty ? [] : [member('b'), member('c', { is_frozen: 1 })]
  fake.answer('listIdentities', done({ members, next: empty ? null : 'next' }))
  fake.answer('memberInfo', done({ member: member('b') }))
  const users = members.map(({ identity_id, deputy_name, is_manager, roles }) => ({
    sec_user_identity_id: identity_id,
    deputy_name,
    is_manager,
    roles,
  }))
  fake.answer('listUserRoles', done({ users, next: null }))
  const awaited = {
    sec_user_identity_id: idOf('b'),
    sec_user_id: idOf('u'),
    deputy_name: longName,
    mobile: masked.mobile,
    roles: [{ role_key: 'desk', role_name: longName }],
    ends_at: day,
    may_change: true,
  }
  fake.answer('listActivations', done({ activations: empty ? [] : [awaited], next: null }))
  fake.answer('listInvitations', done({ invitations: empty ? [] : [invitation], next: null }))
  fake.answer('invitationInfo', done({ invitation, link: null }))
  fake.answer('listInvitationChannels', done({ channels: [...invitationChannels] }))
}

const at =
  (below: string, otherwise?: { isManager?: boolean; empty?: boolean }): Reach =>
  async (browser) => {
    await begin(browser, otherwise)
    await browser.open(path + below)
  }

/** The page of leaving, for somebody whose place is frozen. */
const leaveFrozen: Reach = async (browser) => {
  await begin(browser, { isManager: false })
  browser.fake.answer('subjectInfo', refuse('identity_frozen', {}))
  const subject = {
    subject_uid: '1',
    sec_subject_uid: subjectId,
    subject_name: 'Riverside School',
    identity_id: idOf('i'),
    deputy_name: 'Ann',
    is_manager: false,
    is_frozen: 1,
    is_kept_out: true,
  }
  browser.fake.answer('listSubjects', done({ subjects: [subject], has_more: false }))
  await browser.open(`${path}/leave`)
}

const sentEmpty =
  (below: string, field: string): Reach =>
  async (browser) => {
    await at(below)(browser)
    await browser.send({ [field]: '' })
    refused(browser)
  }

const received =
  (fit: 'signed_out' | 'fits', otherwise: Partial<typeof offered> = {}): Reach =>
  async (browser) => {
    if (fit !== 'signed_out') await signIn(browser)
    browser.fake.answer(
      'checkInvitation',
      done({ invitation: { ...offered, ...otherwise }, fit, sec_subject_uid: null }),
    )
    await browser.open(link)
  }

const offered = {
  invite_id,
  subject_name: 'Riverside School',
  deputy_name: '',
  inviter_name: 'ann',
  channel: 'mobile' as InvitationChannel,
  address: masked.mobile,
  role: { role_key: 'desk', role_name: longName },
  note: 'See you on Monday',
  state: 'pending' as const,
  ends_at: day,
}

export const memberStates: States = {
  [`${path}/members`]: {
    members: at('/members'),
    'members, nobody found': at('/members?search=x', { empty: true }),
  },
  [`${path}/members/selected`]: {
    'members, remove?': at(`/members/selected?remove=1&member=${idOf('b')}`),
    'members, freeze?': at(`/members/selected?freeze=1&member=${idOf('b')}&member=${idOf('c')}`),
  },
  [`${path}/members/${idOf('b')}`]: {
    'a member': at(`/members/${idOf('b')}`),
    'a member, without a name': sentEmpty(`/members/${idOf('b')}`, 'deputy_name'),
  },
  [`${path}/members/${idOf('b')}/roles`]: { 'the roles of a member': at(`/members/${idOf('b')}/roles`) },
  [`${path}/leave`]: {
    'leave an organisation': at('/leave', { isManager: false }),
    'leave, where the place is frozen': leaveFrozen,
  },
  [`${path}/members/new`]: {
    'an account for a member': at('/members/new'),
    'an account for a member, empty': sentEmpty('/members/new', 'deputy_name'),
  },
  [`${path}/members/waiting`]: {
    'accounts that wait': at('/members/waiting'),
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
    'invite by link': at('/invitations/new?by=link'),
    'invite by workplace messaging': at('/invitations/new?by=workplace'),
    'invite by workplace messaging, empty': sentEmpty('/invitations/new?by=workplace', 'workplace_id'),
    'invite by mobile, empty': sentEmpty('/invitations/new', 'mobile'),
  },
  [`${path}/invitations/${invite_id}`]: {
    'an invitation': at(`/invitations/${invite_id}`),
    'an invitation, undeliverable': async (browser) => {
      await begin(browser)
      const failed = { state: 'undeliverable' as const, undeliverable_reason: 'unknown_recipient' as const }
      const given = { ...invitation, ...failed, channel: 'workplace' as const, address: 'ou***56' }
      browser.fake.answer('invitationInfo', done({ invitation: given, link: null }))
      await browser.open(`${path}/invitations/${invite_id}`)
    },
  },
  [`${path}/invitations/${invite_id}/cancel`]: { 'cancel an invitation': at(`/invitations/${invite_id}/cancel`) },
  '/login/invitation': {
    'an invitation to me': received('fits'),
    'an invitation, signed out': received('signed_out'),
    'an invitation by workplace messaging': received('signed_out', { channel: 'workplace', address: 'ou***56' }),
    'an invitation that is none any more': async (browser) => {
      browser.fake.answer('checkInvitation', refuse('no_such_invitation', {}))
      await browser.open(link)
    },
  },
}
