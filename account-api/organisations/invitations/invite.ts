import type { From } from '#account-api/kernel/from'
import { type TooManyRequests, tooManyRequests } from '#account-api/kernel/limits/too-many'
import { invitationPurpose } from '#account-api/kernel/outbox/message'
import { type Addressed, post } from '#account-api/kernel/outbox/post'
import { hashToken, newId, newToken } from '#account-api/kernel/random'
import { days, secondsUntil } from '#account-api/kernel/time'
import { provenDomainOf } from '#account-api/organisations/mail-domains/proven'
import { lockActing, type NotActing } from '#account-api/organisations/organisation/acting'
import { recordInOrganisation } from '#account-api/organisations/organisation/log/log'
import { tellOfPower } from '#account-api/organisations/organisation/manager-news'
import type { Acting } from '#account-api/organisations/records/member-record'
import { type RoleRefusal, roleToGive } from '#account-api/organisations/roles/role-to-give'
import { type Deployment, inTransaction, type Service, type Transaction } from '#account-api/organisations/service'
import type { InvitationChannel } from '#contract/organisations/invitations/invitations'
import type { SmsLimit } from '#contract/organisations/invitations/sms-invitations'
import type { InvitationRecord } from './invitation-record'
import { countInvitation } from './limits'
import { expiryIn, loggedAs, provableAddress, recipientOf } from './state'
import { invitationPage, mailboxProofOf, newTokenOf } from './token'

interface Offer {
  channel: InvitationChannel
  /** Null for a link. */
  address: string | null
  roleKey: string | undefined
  name: string
  note: string
  extra: Record<string, unknown> | null
  nextUrl: string
  /** How long it is pending. */
  days: number
  places: number
  language: string
}

interface Inviting {
  acting: Acting
  offer: Offer
  from: From
}

export interface SentInvitation {
  ok: true
  publicId: string
  link: string
  endsAt: number
}

export type NotInvited =
  | NotActing
  | RoleRefusal
  | { ok: false; code: 'already_invited'; publicId: string }
  | { ok: false; code: 'already_member' }

export type OverLimits =
  | TooManyRequests
  | { ok: false; code: 'too_many_sms_invitations'; limit: SmsLimit; most: number; retry_after: number }

/** Refuses invitations by SMS until a limit allows another one. */
export const tooManySms = (
  deployment: Deployment,
  { limit, most, until }: { limit: SmsLimit; most: number; until: number },
): Extract<OverLimits, { limit: unknown }> => ({
  ok: false,
  code: 'too_many_sms_invitations',
  limit,
  most,
  retry_after: secondsUntil(deployment, until),
})

interface Limited {
  acting: Acting
  from: From
  invitation: Pick<InvitationRecord, 'channel' | 'address'>
}

/** Runs the sending of an invitation, within the limits. Unsent invitations are not counted. */
export const withinLimits = async <Result extends { ok: boolean }>(
  { deployment, storage }: Service,
  { acting, from: { clientAddress }, invitation }: Limited,
  send: () => Promise<Result>,
): Promise<Result | OverLimits> => {
  const recipient = recipientOf(invitation)
  const counted = await countInvitation(storage, { acting, clientAddress, recipient })
  if (!counted.ok) {
    const { sms, until } = counted
    return sms ? tooManySms(deployment, { ...sms, until }) : tooManyRequests(deployment, until)
  }
  const result = await send()
  if (!result.ok) await counted.uncount()
  return result
}

/** Invites an address to an organisation, or makes a link for several people. */
export const invite = (service: Service, inviting: Inviting): Promise<SentInvitation | NotInvited | OverLimits> =>
  withinLimits(service, { ...inviting, invitation: inviting.offer }, () => insertAndSend(service, inviting))

const insertAndSend = inTransaction<Inviting, SentInvitation | NotInvited>(
  async (stores, { acting: began, offer, from }) => {
    const now = await lockActing(stores, began, 'invitation.send')
    if (!now.ok) return now
    const { acting } = now
    const given = await roleToGive(stores, acting, offer.roleKey)
    if (!given.ok) return given
    const standing = await standingOf(stores, acting, offer)
    if (standing) return standing
    const createdAt = stores.deployment.now()
    const id = newId(createdAt)
    const token = newTokenOf(stores.deployment, { id, sent: 1 })
    const { roleKey: _, days: lasting, ...rest } = offer
    const invitation = {
      ...rest,
      id,
      publicId: newToken(128),
      organisationId: acting.organisation.id,
      roleId: given.role?.id ?? null,
      inviterId: acting.member.id,
      tokenHash: hashToken(token),
      createdAt,
      endsAt: expiryIn(stores.deployment, lasting),
    }
    await stores.invitations.insert([invitation])
    await recordInOrganisation(stores, {
      kind: 'invitation_sent',
      acting,
      target: loggedAs(invitation),
      after: {
        channel: offer.channel,
        role: given.role?.key,
        // A link has no address to identify it by.
        ...(offer.channel === 'link' && { places: offer.places }),
        ...(offer.extra && { extra: offer.extra }),
      },
      from,
    })
    await tellOfPower(stores, { given: given.role, ...acting, from })
    return send(stores, { acting, invitation, token })
  },
)

/** Why an address cannot be invited: it has a pending invitation, or its account has a place already. */
export const standingOf = async (
  stores: Transaction,
  { organisation }: Acting,
  invitation: Pick<InvitationRecord, 'channel' | 'address'>,
): Promise<Extract<NotInvited, { code: 'already_invited' | 'already_member' }> | undefined> => {
  const recipient = recipientOf(invitation)
  if (!recipient) return undefined
  const { channel } = invitation
  await stores.invitations.expireTo(organisation.id, channel, [recipient.to], stores.deployment.now())
  const publicId = (await stores.invitations.pendingTo(organisation.id, channel, [recipient.to])).get(recipient.to)
  if (publicId !== undefined) return { ok: false, code: 'already_invited', publicId }
  const address = provableAddress(invitation)
  const members = address && (await stores.members.withPlace(organisation.id, address.kind, [address.value]))
  return members && members.size > 0 ? { ok: false, code: 'already_member' } : undefined
}

export type Sendable = Pick<InvitationRecord, 'channel' | 'address' | 'publicId' | 'language' | 'endsAt'>

/** Puts the message of an invitation into the outbox. A link has no message. */
export const send = async (
  stores: Transaction,
  { acting, invitation, token }: { acting: Acting; invitation: Sendable; token: string },
): Promise<SentInvitation> => {
  const { publicId, endsAt } = invitation
  const domain = await provenDomainOf(stores, acting.organisation.id)
  const message = messageOf(stores.deployment, { acting, domain, invitation, token })
  if (message) await post(stores, message)
  return { ok: true, publicId, link: invitationPage(stores.deployment, token), endsAt }
}

/** The sender of an invitation: the organisation, with a mail domain that it has proven. */
interface SentBy {
  acting: Acting
  domain: string | undefined
}

/** The message of an invitation. Undefined for a link. */
export const messageOf = (
  deployment: Deployment,
  { acting, domain, invitation, token }: SentBy & { invitation: Sendable; token: string },
): Addressed | undefined => {
  const { endsAt, language } = invitation
  const recipient = recipientOf(invitation)
  if (!recipient) return undefined
  const lasting = Math.max(1, Math.round((endsAt - deployment.now()) / days(1)))
  const proof = recipient.channel === 'email' ? mailboxProofOf(deployment, token) : undefined
  const [link, page] = [invitationPage(deployment, token, proof), invitationPage(deployment)]
  const [organisation, inviter] = [acting.organisation.name, acting.member.name]
  const message = { kind: invitationPurpose, organisation, domain, inviter, link, page, days: lasting } as const
  return { ...recipient, language, message }
}
