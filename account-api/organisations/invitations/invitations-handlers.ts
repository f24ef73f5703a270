import type { Handling, MemberContext } from '#account-api/organisations/call-context'
import { heldRoleOf } from '#account-api/organisations/organisation/organisation-handlers'
import type { Acting } from '#account-api/organisations/records/member-record'
import { mayDo } from '#account-api/organisations/records/permissions'
import { judgeGiving, stands } from '#account-api/organisations/roles/role-to-give'
import type { Deployment, Stores } from '#account-api/organisations/service'
import { refuseUnreachable } from '#account-api/verification/codes/codes-handlers'
import { refuseAs } from '#account-api/verification/outcomes'
import type { InvitationChannel } from '#contract/organisations/invitations/invitations'
import { done, refuse } from '#contract/server'
import { cancelInvitation, type NotResent, resendInvitation, updateInvitation } from './change'
import type { Invitation } from './invitation-record'
import { invite, type NotInvited, type OverLimits, type SentInvitation } from './invite'
import { listInvitations } from './list'
import { addressFor, stateOf } from './state'
import { invitationPage, tokenOf } from './token'

export const invitationHandlers = {
  inviteByMobile: async (input, context) =>
    refuseUnreachable(context.service.deployment, { channel: 'sms', to: input.mobile }) ??
    send(context, input, { channel: 'mobile', address: input.mobile, places: 1 }),

  inviteByEmail: async (input, context) =>
    refuseUnreachable(context.service.deployment, { channel: 'email', to: input.email }) ??
    sendWithoutSms(context, input, { channel: 'email', address: input.email, places: 1 }),

  inviteByLink: async (input, context) => {
    const { places } = input
    const sent = await sendWithoutSms(context, input, { channel: 'link', address: null, places })
    // Only an address can already be invited or have a place.
    if (!sent.ok && (sent.code === 'already_invited' || sent.code === 'already_member')) throw new Error(sent.code)
    return sent
  },

  listInvitations: async (asked, { service, acting }) => {
    const listed = await listInvitations(service, acting, asked)
    if (!listed) return refuse('invalid_input', { fields: [{ field: 'after', reason: 'invalid' }] })
    const { deployment, storage } = service
    const { shown, next } = listed
    const standing = await standingOf(storage, acting, shown)
    return done({
      invitations: shown.map((each) => invitationOf(deployment, acting, { ...each, stands: standing(each) })),
      next,
    })
  },

  invitationInfo: async (input, { service, acting }) => {
    const { deployment, storage } = service
    const found = await storage.invitations.find(acting.organisation.id, input.invite_id)
    if (!found) return refuse('no_such_invitation', {})
    const standing = await standingOf(storage, acting, [found])
    const maySend = mayDo(acting, 'invitation.send') && !(found.role && judgeGiving(acting, found.role))
    const isShown = maySend && found.channel === 'link' && stateOf(deployment, found) === 'pending' && standing(found)
    const token = isShown ? tokenOf(deployment, found) : undefined
    return done({
      invitation: invitationOf(deployment, acting, { ...found, stands: standing(found) }),
      link: token === undefined ? null : invitationPage(deployment, token),
    })
  },

  cancelInvitation: async (input, { service, acting, from }) => {
    const cancelled = await cancelInvitation(service, { acting, publicId: input.invite_id, from })
    return cancelled.ok ? done({ cancelled: true }) : refuseAs(cancelled)
  },

  resendInvitation: async (input, { service, acting, from }) => {
    const resent = await resendInvitation(service, { acting, publicId: input.invite_id, days: input.days, from })
    if (resent.ok) return done(sentOf(resent))
    return resent.code === 'not_offered' ? refuseNotOffered(resent) : refuseSending(resent, acting)
  },

  updateInvitation: async (input, { service, acting, from }) => {
    const { role_key: roleKey, deputy_name: name, note, days } = input
    const changes = { roleKey, name, note, days }
    const updated = await updateInvitation(service, { acting, publicId: input.invite_id, changes, from })
    if (!updated.ok) return refuseAs(updated)
    const { invitation } = updated
    const standing = await standingOf(service.storage, acting, [invitation])
    return done({
      invitation: invitationOf(service.deployment, acting, { ...invitation, stands: standing(invitation) }),
    })
  },
} satisfies Handling

/** The input of every inviting call. */
interface OfferInput {
  role_key?: string | undefined
  deputy_name: string
  note: string
  days: number
  next_url: string
  extra?: Record<string, unknown> | undefined
}

interface Invitee {
  channel: InvitationChannel
  address: string | null
  places: number
}

/** Sends by a channel without SMS limits. */
export const sendWithoutSms = async (context: MemberContext, input: OfferInput, to: Invitee) => {
  const sent = await send(context, input, to)
  if (!sent.ok && sent.code === 'too_many_sms_invitations') throw new Error(sent.code)
  return sent
}

/** Invites a person, or makes a link, and returns the answer of every inviting call. */
const send = async ({ service, acting, from, language }: MemberContext, input: OfferInput, to: Invitee) => {
  const { role_key: roleKey, deputy_name: name, note, days, next_url: nextUrl, extra = null } = input
  const offer = { ...to, roleKey, name, note, days, nextUrl, extra, language }
  const sent = await invite(service, { acting, offer, from })
  return sent.ok ? done(sentOf(sent)) : refuseSending(sent, acting)
}

/** The refusal of an address that gets no messages here, on the wire. */
export const refuseNotOffered = ({ kind, code }: { kind: 'mobile' | 'email'; code: 'not_offered' }) =>
  refuse('invalid_input', { fields: [{ field: kind, reason: code }] })

const sentOf = ({ publicId, link, endsAt }: SentInvitation) => ({
  invite_id: publicId,
  link,
  expires_at: new Date(endsAt).toISOString(),
})

/** The refusals of sending an invitation, on the wire. */
const refuseSending = <Refused extends NotInvited | Exclude<NotResent, { code: 'not_offered' }> | OverLimits>(
  refused: Refused,
  { organisation }: Acting,
) => {
  type Others = Exclude<Refused, { code: 'already_invited' | 'already_member' }>
  switch (refused.code) {
    case 'already_invited':
      return refuse('already_invited', { invite_id: refused.publicId })
    case 'already_member':
      return refuse('already_member', { sec_subject_uid: organisation.publicId })
    default:
      return refuseAs(refused as Others)
  }
}

/** Decides which of these invitations are valid. Each inviter is checked once. */
const standingOf = async (stores: Stores, { organisation }: Acting, invitations: readonly Invitation[]) => {
  const inviters = new Map(invitations.map((each) => [each.inviterId, each]))
  const standing = new Set<string>()
  for (const [id, each] of inviters) if (await stands(stores, each, organisation.publicId)) standing.add(id)
  return ({ inviterId }: Invitation): boolean => standing.has(inviterId)
}

/** An invitation, for members who may read it. */
const invitationOf = (deployment: Deployment, acting: Acting, invitation: Invitation & { stands: boolean }) => ({
  invite_id: invitation.publicId,
  channel: invitation.channel,
  state: stateOf(deployment, invitation),
  undeliverable_reason: invitation.undeliverableReason,
  address: addressFor(acting, invitation, stateOf(deployment, invitation) === 'pending'),
  deputy_name: invitation.name,
  role: invitation.role ? heldRoleOf(invitation.role) : null,
  note: invitation.note,
  next_url: invitation.nextUrl,
  extra: invitation.extra,
  inviter_name: invitation.inviter?.name ?? '',
  stands: invitation.stands,
  places: invitation.places,
  places_left: invitation.placesLeft,
  created_at: new Date(invitation.createdAt).toISOString(),
  ends_at: new Date(invitation.endsAt).toISOString(),
})
