import { z } from 'zod'
import { call } from '#contract/call'
import { invitationChannels, invitationFits, invitationStates } from '#contract/organisations/invitations/invitations'
import {
  heldRole,
  inviteId,
  inviteProof,
  inviteTicket,
  knownId,
  ownDeputyName,
  secSubjectUid,
} from '#contract/organisations/organisation-fields'
import { knownPicture, masked, shownAddress, text, time, word } from '#contract/terms/fields'
import { reads } from '#contract/terms/power'

/** An invitation, for its invitee. */
const received = z.object({
  invite_id: text,
  channel: word(invitationChannels).default(''),
  state: word(invitationStates).default('pending'),
  subject_name: text,
  /** A mail domain that the organisation has proven. */
  subject_domain: shownAddress,
  /** Its logo, if it has proven one. */
  subject_logo: knownPicture,
  inviter_name: text,
  /** The role that accepting would give now. */
  role: heldRole.nullable().default(null),
  deputy_name: text,
  note: text,
  /** The invited address, masked; empty for a link. */
  address: masked,
  ends_at: time,
})

/** By the ticket of its link, or by its id for an account with the invited address. */
const byTicketOrId = { invite_ticket: inviteTicket.optional(), invite_id: inviteId.optional() }

export const checkInvitation = call({
  name: 'checkInvitation',
  power: reads('none'),
  summary:
    'Returns an invitation by the ticket of its link, or by its id for an account with the invited address. It returns the inviter, the organisation and the role, and whether the signed-in account may accept it. Changes nothing.',
  method: 'GET',
  alsoMethod: 'POST',
  path: '/passport/org/invite/check',
  input: z.object({ ...byTicketOrId, invite_proof: inviteProof.optional() }),
  output: z.object({
    invitation: received.prefault({}),
    /** Missing: only acceptInvitation shows whether the account fits. */
    fit: z.enum(invitationFits).optional().catch(undefined),
    /** The invited mobile or email, whole, when the ticket was sent there and nobody is signed in. Null otherwise. */
    proven_address: z
      .object({ way: z.enum(['mobile', 'email']), value: z.string() })
      .nullable()
      .default(null),
    /**
     * Whether an account has the invited email, if invite_proof shows that the link came from the mail and nobody is
     * signed in. Null otherwise. A free email can be registered by registerByEmail without a code.
     */
    mailbox: z.enum(['free', 'bound']).nullable().catch(null).default(null),
    /** The name of the signed-in account. Null: it has none. */
    own_name: shownAddress,
    /** The organisation, once the account is a member of it. */
    sec_subject_uid: secSubjectUid.nullable().default(null),
  }),
  errors: ['no_such_invitation'],
  needsOneOf: ['invite_ticket', 'invite_id'],
})

export const acceptInvitation = call({
  name: 'acceptInvitation',
  power: { proof: 'session', tells: ['organisation'], undoneBy: 'others', limit: 'none' },
  summary:
    'Makes the account a member of the organisation, with the role if the inviter may still give it. The account must have proven the invited address. Anyone can accept a link while places are left. One person can accept the link of an invitation by workplace messaging. The invitation ends when its inviter loses the permission to invite. A removed member needs a later invitation to one of their addresses.',
  path: '/passport/org/invite/accept',
  input: z.object({ ...byTicketOrId, ...ownDeputyName }),
  output: z.object({ sec_subject_uid: knownId, subject_name: text, identity_id: text, next_url: text }),
  errors: [
    'no_such_invitation',
    'invitation_over',
    'invited_address_required',
    'was_removed',
    'already_member',
    'subject_frozen',
  ],
  auth: 'user',
  needsOneOf: ['invite_ticket', 'invite_id'],
})

export const declineInvitation = call({
  name: 'declineInvitation',
  power: { proof: 'session', tells: ['organisation'], undoneBy: 'nothing', limit: 'none' },
  summary:
    'Declines a pending invitation to an address of the account, or, given its ticket, an invitation by workplace messaging. A link cannot be declined, because it invites others too.',
  path: '/passport/org/invite/decline',
  input: z.object(byTicketOrId),
  output: z.object({ subject_name: z.string() }),
  errors: ['no_such_invitation', 'invitation_over', 'invited_address_required'],
  auth: 'user',
  needsOneOf: ['invite_ticket', 'invite_id'],
})

export const myInvitations = call({
  name: 'myInvitations',
  power: reads('session'),
  summary: 'Returns the pending invitations to the proven addresses of the account, the newest first, at most 20.',
  method: 'GET',
  path: '/passport/org/invite/mine',
  input: z.object({}),
  output: z.object({ invitations: z.array(received) }),
  auth: 'user',
})
