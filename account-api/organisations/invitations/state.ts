import { type Address, maskAddress } from '#account-api/accounts/account/identifier'
import { isOn } from '#account-api/accounts/account/identifiers-on'
import type { Channel } from '#account-api/kernel/outbox/message'
import type { Recipient } from '#account-api/kernel/outbox/post'
import { days } from '#account-api/kernel/time'
import type { Acting } from '#account-api/organisations/records/member-record'
import { mayDo } from '#account-api/organisations/records/permissions'
import type { Deployment } from '#account-api/organisations/service'
import {
  type InvitationChannel,
  type InvitationState,
  invitationChannels,
} from '#contract/organisations/invitations/invitations'
import { workplaceKindOf } from '#contract/organisations/workplace'
import { shownEmail } from '#rules/typed/shown-address'
import type { InvitationRecord } from './invitation-record'

/** How often an invitation may be sent. */
export const mostSent = 6

/**
 * The current state. A pending invitation expires at its exact time, although its row is updated some seconds later.
 */
export const stateOf = (
  { now }: Deployment,
  { state, endsAt }: Pick<InvitationRecord, 'state' | 'endsAt'>,
): InvitationState => (state === 'pending' && endsAt <= now() ? 'expired' : state)

/** When an invitation of this many days expires. */
export const expiryIn = (deployment: Deployment, count: number): number => deployment.now() + days(count)

type Addressed = Pick<InvitationRecord, 'channel' | 'address'>

const messageChannels: Record<Exclude<InvitationChannel, 'link'>, Channel> = {
  mobile: 'sms',
  email: 'email',
  workplace: 'workplace',
}

/** The available ways to invite: a link, and the channels that can deliver. */
export const invitationChannelsOf = (deployment: Deployment): InvitationChannel[] =>
  invitationChannels.filter((channel) => {
    if (channel === 'link') return true
    const isUsed = channel === 'workplace' || isOn(deployment, channel)
    return isUsed && deployment.channels.includes(messageChannels[channel])
  })

/** The recipient of an invitation's message. Undefined for a link. */
export const recipientOf = ({ channel, address }: Addressed): Recipient | undefined =>
  channel === 'link' || address === null ? undefined : { channel: messageChannels[channel], to: address }

/** The invited address, if an account can prove such an address. A workplace id cannot be proven. */
export const provableAddress = ({ channel, address }: Addressed): Address | undefined => {
  if (channel === 'link' || address === null) return undefined
  const kind = channel === 'workplace' ? workplaceKindOf(address) : channel
  return kind === 'user_id' ? undefined : { kind, value: address }
}

/**
 * The invited address, masked. Empty for a link.
 * @param other the email of the viewing account
 */
export const maskedAddress = (invitation: Addressed, other?: string | null): string => {
  const address = provableAddress(invitation)
  if (address) return maskAddress(address, other)
  return invitation.address === null ? '' : maskUserId(invitation.address)
}

/**
 * The invited address for a member: whole, for members who may invite, while the invitation is pending. Otherwise they
 * could not tell apart the people whom they have invited.
 */
export const addressFor = (acting: Acting, invitation: Addressed, isWaiting: boolean): string =>
  isWaiting && mayDo(acting, 'invitation.send') ? shownEmail(invitation.address ?? '') : maskedAddress(invitation)

/** Masks a workplace id like `ou***3f`. A short id shows only its first character. */
const maskUserId = (id: string): string =>
  id.length >= 8 ? `${id.slice(0, 2)}***${id.slice(-2)}` : `${id.slice(0, 1)}***`

/** The name of an invitation in the organisation's log. */
export const loggedAs = (invitation: Addressed & Pick<InvitationRecord, 'publicId' | 'name'>) => ({
  publicId: invitation.publicId,
  name: [invitation.name, maskedAddress(invitation)].filter((part) => part !== '').join(' · '),
})
