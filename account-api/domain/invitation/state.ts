import type { InvitationState } from '../../../contract/invitations'
import { maskEmail, maskMobile } from '../account/identifier'
import type { Recipient } from '../message/post'
import type { Setting } from '../setting'
import { days } from '../time'
import type { InvitationRecord } from './invitation-store'

/** How often one may be sent. */
export const mostSent = 6

/** The state now: a pending one ends with its last moment, and is stored as expired some seconds later. */
export const stateOf = (
  { now }: Setting,
  { state, endsAt }: Pick<InvitationRecord, 'state' | 'endsAt'>,
): InvitationState => (state === 'pending' && endsAt <= now() ? 'expired' : state)

/** When an invitation of so many days expires. */
export const expiryIn = (setting: Setting, count: number): number => setting.now() + days(count)

type Addressed = Pick<InvitationRecord, 'channel' | 'address'>

/** Whom the message of an invitation goes to. Undefined for a link. */
export const recipientOf = ({ channel, address }: Addressed): Recipient | undefined => {
  if (channel === 'link' || address === null) return undefined
  return { channel: channel === 'mobile' ? 'sms' : 'email', to: address }
}

/** The invited address as others see it. Empty where there is none. */
export const maskedAddress = ({ channel, address }: Addressed): string => {
  if (address === null) return ''
  return channel === 'mobile' ? maskMobile(address) : maskEmail(address)
}

/** How the log of an organisation names an invitation. */
export const loggedAs = (invitation: Addressed & Pick<InvitationRecord, 'publicId' | 'name'>) => ({
  publicId: invitation.publicId,
  name: [invitation.name, maskedAddress(invitation)].filter((part) => part !== '').join(' · '),
})
