import { z } from 'zod'
import { call } from '#contract/call'
import {
  invitationChannels,
  invitationDays,
  invitationPlaces,
  invitationStates,
  undeliverableReasons,
} from '#contract/organisations/invitations/invitations'
import {
  days,
  invites,
  inviting,
  offer,
  offeredName,
  offeredNote,
  roleErrors,
  sent,
} from '#contract/organisations/invitations/offers'
import { memberSearchMaxLength } from '#contract/organisations/members'
import { heldRole, inSubject, inviteId, roleKey } from '#contract/organisations/organisation-fields'
import {
  email,
  isWithinReach,
  mobile,
  numberRegion,
  pageNumber,
  pageSize,
  shownAddress,
  text,
  time,
  word,
  yes,
} from '#contract/terms/fields'
import { reads } from '#contract/terms/power'
import { sensitive } from '#contract/terms/sensitive'

const thisInvitation = { ...inSubject, invite_id: inviteId }

export const inviteByMobile = call({
  name: 'inviteByMobile',
  power: invites,
  summary:
    'Invites the owner of a mobile number, by SMS. An address has at most one pending invitation of an organisation. Giving a role needs role.assign and every permission that the role grants. listInvitationChannels returns how many SMS an organisation may send.',
  path: '/passport/org/invite/mobile',
  input: z.object({ ...offer, mobile }),
  errors: [...roleErrors, 'already_invited', 'already_member', 'too_many_sms_invitations'],
  ...inviting,
})

export const inviteByEmail = call({
  name: 'inviteByEmail',
  power: invites,
  summary: 'Invites the owner of an email address, by email. Otherwise like inviteByMobile.',
  path: '/passport/org/invite/email',
  input: z.object({ ...offer, email }),
  errors: [...roleErrors, 'already_invited', 'already_member'],
  ...inviting,
})

/** The power of an invitation without an address: with a role, it may make an administrator. */
const mayGiveRole = {
  proof: 'fresh',
  act: 'organisation',
  when: 'role_key',
  factor: true,
  tells: ['administrator_given'],
  undoneBy: 'given',
} as const

export const inviteByLink = call({
  name: 'inviteByLink',
  power: { ...mayGiveRole, limit: 'invitations' },
  summary: 'Makes a link that invites a number of people. Nothing is sent.',
  path: '/passport/org/invite/link',
  input: z.object({
    ...offer,
    places: z.coerce.number().int().min(invitationPlaces.min).max(invitationPlaces.max),
  }),
  errors: roleErrors,
  ...inviting,
  once: true,
})

const invitation = z.object({
  invite_id: inviteId,
  channel: word(invitationChannels).default(''),
  state: word(invitationStates).default('pending'),
  /** Why it is undeliverable, if known. */
  undeliverable_reason: z.enum(undeliverableReasons).nullable().catch(null).default(null),
  /**
   * Masked, but whole for members who may invite, while it is pending. Empty for a link, and after the account of the
   * address was erased.
   */
  address: text,
  deputy_name: text,
  role: heldRole.nullable().default(null),
  note: text,
  next_url: text,
  extra: z.record(z.string(), z.unknown()).nullable().default(null),
  /** The person who made or resent it, and is responsible for it. Empty: they have left. */
  inviter_name: text,
  /** False: nobody can accept it, because the inviter has left, is suspended, or may no longer invite. */
  stands: yes,
  places: z.number().int().default(1),
  places_left: z.number().int().default(1),
  created_at: time,
  /** When a pending one expires, or when it ended. */
  ends_at: time,
})

export const listInvitations = call({
  name: 'listInvitations',
  power: reads('session'),
  summary:
    'Returns the invitations of an organisation, the newest first, or those in one state. A search matches the beginning of a name or of a word in it, and sorts by the match. With a state, a page may be short although another one follows. A whole mobile or email finds the invitations to it, for those who may invite.',
  method: 'GET',
  path: '/passport/org/invite/list/{page}',
  input: z
    .object({
      ...inSubject,
      page: pageNumber,
      page_size: pageSize,
      /** The `next` key of the previous page, which is opaque. */
      after: z
        .string()
        .regex(/^[\w-]{1,1000}$/)
        .optional(),
      state: z.enum(invitationStates).optional(),
      search: sensitive(z.string().max(memberSearchMaxLength)).default(''),
      /** The region of a searched number without a country code. */
      region: numberRegion,
    })
    .refine(isWithinReach, { path: ['page'] }),
  output: z.object({
    invitations: z.array(invitation),
    /** The key of the next page (`after`). Null: this page is the last one. */
    next: shownAddress,
  }),
  auth: 'member',
  needs: 'invitation.read',
})

export const invitationInfo = call({
  name: 'invitationInfo',
  power: reads('session'),
  summary:
    'Returns one invitation. A pending link comes with its URL if the caller may send it and has every permission of its role.',
  method: 'GET',
  path: '/passport/org/invite/info',
  input: z.object(thisInvitation),
  output: z.object({ invitation, link: z.string().nullable().default(null) }),
  errors: ['no_such_invitation'],
  auth: 'member',
  needs: 'invitation.read',
})

export const cancelInvitation = call({
  name: 'cancelInvitation',
  power: { proof: 'session', tells: [], undoneBy: 'others', limit: 'none' },
  summary: 'Ends a pending invitation.',
  path: '/passport/org/invite/cancel',
  input: z.object(thisInvitation),
  output: z.object({ cancelled: yes }),
  errors: ['no_such_invitation', 'invitation_over'],
  auth: 'member',
  needs: 'invitation.send',
})

export const resendInvitation = call({
  name: 'resendInvitation',
  power: {
    proof: 'fresh',
    act: 'organisation',
    factor: true,
    tells: ['invitation'],
    undoneBy: 'others',
    limit: 'invitations',
  },
  summary:
    'Resends a pending, expired or undeliverable invitation with a new ticket and a new expiry, at most 5 times. A link gets a new URL. The old ticket ends, and the caller becomes responsible for the invitation.',
  path: '/passport/org/invite/resend',
  input: z.object({ ...thisInvitation, days: days.default(invitationDays.usual) }),
  output: sent,
  errors: [
    'no_such_invitation',
    'invitation_over',
    'resent_too_often',
    'already_invited',
    'already_member',
    'workplace_not_set_up',
    'too_many_sms_invitations',
    ...roleErrors,
  ],
  once: true,
  auth: 'member',
  needs: 'invitation.send',
})

export const updateInvitation = call({
  name: 'updateInvitation',
  power: { ...mayGiveRole, limit: 'none' },
  summary:
    'Changes a pending invitation. Omitted fields stay. An empty role_key removes the role. days count from now.',
  path: '/passport/org/invite/update',
  input: z.object({
    ...thisInvitation,
    role_key: z.union([roleKey, z.literal('')]).optional(),
    deputy_name: offeredName.optional(),
    note: offeredNote.optional(),
    days: days.optional(),
  }),
  output: z.object({ invitation: invitation.extend({ invite_id: text }).prefault({}) }),
  errors: ['no_such_invitation', 'invitation_over', ...roleErrors],
  auth: 'member',
  needs: 'invitation.send',
})
