import type { From } from '#account-api/kernel/from'
import { hashToken } from '#account-api/kernel/random'
import { lockActing, type NotActing } from '#account-api/organisations/organisation/acting'
import { recordInOrganisation } from '#account-api/organisations/organisation/log/log'
import { tellOfPower } from '#account-api/organisations/organisation/manager-news'
import type { Acting } from '#account-api/organisations/records/member-record'
import { judgeGiving, type RoleRefusal, roleToGive } from '#account-api/organisations/roles/role-to-give'
import { type Deployment, inTransaction, type Service, type Transaction } from '#account-api/organisations/service'
import type { InvitationState } from '#contract/organisations/invitations/invitations'
import type { OrganisationValues } from '#contract/organisations/organisation-acts'
import type { Invitation } from './invitation-record'
import { type NotInvited, type OverLimits, type SentInvitation, send, standingOf, withinLimits } from './invite'
import { expiryIn, invitationChannelsOf, loggedAs, mostSent, stateOf } from './state'
import { newTokenOf } from './token'

/** An invitation of the caller's organisation. */
interface Named {
  acting: Acting
  publicId: string
  from: From
}

type Ended = Exclude<InvitationState, 'pending'>

export type NotChanged =
  | NotActing
  | { ok: false; code: 'no_such_invitation' }
  | { ok: false; code: 'invitation_over'; state: Ended }

const noSuch = { ok: false, code: 'no_such_invitation' } as const

/** Locks the organisation, and rereads the acting member and the invitation. */
const locked = async (
  stores: Transaction,
  { acting: began, publicId }: Pick<Named, 'acting' | 'publicId'>,
): Promise<{ ok: true; acting: Acting; invitation: Invitation } | NotChanged> => {
  const now = await lockActing(stores, began, 'invitation.send')
  if (!now.ok) return now
  const invitation = await stores.invitations.find(began.organisation.id, publicId)
  return invitation ? { ok: true, acting: now.acting, invitation } : noSuch
}

const overOf = (deployment: Deployment, invitation: Invitation): Extract<NotChanged, { state: Ended }> | undefined => {
  const state = stateOf(deployment, invitation)
  return state === 'pending' ? undefined : { ok: false, code: 'invitation_over', state }
}

/** Ends a pending invitation. */
export const cancelInvitation = inTransaction<Named, { ok: true } | NotChanged>(async (stores, named) => {
  const found = await locked(stores, named)
  if (!found.ok) return found
  const { acting, invitation } = found
  const over = overOf(stores.deployment, invitation)
  if (over) return over
  await stores.invitations.end(invitation.id, { state: 'cancelled', at: stores.deployment.now() })
  const target = loggedAs(invitation)
  await recordInOrganisation(stores, { kind: 'invitation_cancelled', acting, target, from: named.from })
  return { ok: true }
})

export type NotResent =
  | NotChanged
  | NotInvited
  | { ok: false; code: 'resent_too_often' | 'workplace_not_set_up' }
  /** This kind of address gets no messages here. */
  | { ok: false; code: 'not_offered'; kind: 'mobile' | 'email' }

/** The states in which an invitation can be sent again. */
const resendable: readonly InvitationState[] = ['pending', 'expired', 'undeliverable']

interface Resending extends Named {
  /** How long it is pending, from now. */
  days: number
}

const sendAgain = inTransaction<Resending, SentInvitation | NotResent>(async (stores, resending) => {
  const found = await locked(stores, resending)
  if (!found.ok) return found
  const { acting, invitation } = found
  const state = stateOf(stores.deployment, invitation)
  const isErased = invitation.channel !== 'link' && invitation.address === null
  if (state !== 'pending' && (isErased || !resendable.includes(state)))
    return { ok: false, code: 'invitation_over', state }
  if (invitation.sent >= mostSent) return { ok: false, code: 'resent_too_often' }
  // The holder of a new link gets the role, so the caller must be able to give it.
  const refused = invitation.role && judgeGiving(acting, invitation.role)
  if (refused) return refused
  const standing = await standingOf(stores, acting, invitation)
  if (standing && !(standing.code === 'already_invited' && standing.publicId === invitation.publicId)) return standing
  const sent = invitation.sent + 1
  const token = newTokenOf(stores.deployment, { id: invitation.id, sent })
  const endsAt = expiryIn(stores.deployment, resending.days)
  await stores.invitations.resend(invitation.id, {
    tokenHash: hashToken(token),
    sent,
    endsAt,
    inviterId: acting.member.id,
  })
  const target = loggedAs(invitation)
  await recordInOrganisation(stores, { kind: 'invitation_resent', acting, target, from: resending.from })
  return send(stores, { acting, invitation: { ...invitation, endsAt }, token })
})

/** Resends an invitation. Its old token ends, and the caller becomes responsible for it. */
export const resendInvitation = async (
  service: Service,
  resending: Resending,
): Promise<SentInvitation | NotResent | OverLimits> => {
  const { acting, publicId, from } = resending
  const invitation = await service.storage.invitations.find(acting.organisation.id, publicId)
  if (!invitation) return noSuch
  const { channel } = invitation
  if (channel !== 'link' && !invitationChannelsOf(service.deployment).includes(channel))
    return channel === 'workplace'
      ? { ok: false, code: 'workplace_not_set_up' }
      : { ok: false, code: 'not_offered', kind: channel }
  return withinLimits(service, { acting, from, invitation }, () => sendAgain(service, resending))
}

interface Updating extends Named {
  /** The changes. A missing field stays as it is. An empty role key removes the role. */
  changes: {
    roleKey?: string | undefined
    name?: string | undefined
    note?: string | undefined
    days?: number | undefined
  }
}

/** Changes a pending invitation. The member who changes its role becomes responsible for it. */
export const updateInvitation = inTransaction<
  Updating,
  { ok: true; invitation: Invitation } | NotChanged | RoleRefusal
>(async (stores, { changes, ...named }) => {
  const found = await locked(stores, named)
  if (!found.ok) return found
  const { acting, invitation } = found
  const over = overOf(stores.deployment, invitation)
  if (over) return over
  const refused = invitation.role && judgeGiving(acting, invitation.role)
  if (refused) return refused
  const { roleKey, name, note, days } = changes
  const given = await roleToGive(stores, acting, roleKey === '' ? undefined : roleKey)
  if (!given.ok) return given
  await stores.invitations.update(invitation.id, {
    ...(roleKey !== undefined && { roleId: given.role?.id ?? null, inviterId: acting.member.id }),
    ...(name !== undefined && { name }),
    ...(note !== undefined && { note }),
    ...(days !== undefined && { endsAt: expiryIn(stores.deployment, days) }),
  })
  const becomes = (await stores.invitations.find(acting.organisation.id, named.publicId)) ?? invitation
  await recordInOrganisation(stores, {
    kind: 'invitation_updated',
    acting,
    target: loggedAs(becomes),
    before: loggedValues(invitation),
    after: loggedValues(becomes),
    from: named.from,
  })
  await tellOfPower(stores, { given: becomes.role, before: invitation.role, ...acting, from: named.from })
  return { ok: true, invitation: becomes }
})

const loggedValues = ({ role, name, note, endsAt }: Invitation): OrganisationValues => ({
  role: role?.key,
  name,
  note,
  ends_at: new Date(endsAt).toISOString(),
})
