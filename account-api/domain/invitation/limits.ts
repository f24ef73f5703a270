import { workplaceKindOf } from '../../../contract/workplace'
import { regionOfMobile } from '../account/identifier'
import { warnOfCap } from '../code/sending-limits'
import type { Acting } from '../identity/identity-store'
import { type Counter, tally } from '../limit/rolling'
import type { Channel } from '../message/message'
import type { Recipient } from '../message/post'
import type { Setting } from '../setting'
import type { Stores } from '../stores'

/**
 * The most invitations in 24 hours. Whoever is invited need not know the organisation, so an address gets few. `listed`:
 * people of lists, of one organisation and by one account.
 */
export const invitationLimits = { ofAnOrganisation: 500, ofAnAccount: 500, toAnAddress: 5, listed: 10_000 }

export type CountedInvitation = { ok: true; takeBack: () => Promise<void> } | { ok: false; until: number }

/**
 * Counts an invitation that is about to be sent, and judges by all limits. What is refused is not counted. The caller
 * takes back what it does not send.
 */
export const countInvitation = async (
  setting: Setting,
  stores: Stores,
  { acting, recipient }: { acting: Acting; recipient: Recipient | undefined },
): Promise<CountedInvitation> => {
  const limited: { counter: Counter; most: number }[] = [
    {
      counter: { name: 'invitationsOfAnOrganisation', subject: acting.organisation.id },
      most: invitationLimits.ofAnOrganisation,
    },
    {
      counter: { name: 'invitationsOfAnAccount', subject: acting.identity.accountId },
      most: invitationLimits.ofAnAccount,
    },
    ...(recipient ? limitsOfRecipient(setting, recipient) : []),
  ]
  const tallies = await tally(stores, { add: limited.map(({ counter }) => counter) }, setting.now())
  const over = limited.find(({ counter, most }) => tallies.of(counter).total > most)
  if (over) {
    await tallies.takeBack()
    return { ok: false, until: tallies.of(over.counter).freeAt(over.most) }
  }
  await warnOfCap(setting, stores, limited, tallies)
  return { ok: true, takeBack: () => tallies.takeBack() }
}

/** Counts what one address gets. */
export const ofAnAddress = ({ channel, to }: Recipient): Counter => ({
  name: 'invitationsToAnAddress',
  subject: countedAs(channel, to),
})

/** Counts the SMS that go to the region of a mobile. */
export const ofARegion = (mobile: string): Counter => ({
  name: 'smsToARegion',
  subject: `${regionOfMobile(mobile) ?? 'none'}:invitation`,
})

const limitsOfRecipient = (setting: Setting, recipient: Recipient): { counter: Counter; most: number }[] => [
  { counter: ofAnAddress(recipient), most: invitationLimits.toAnAddress },
  ...(recipient.channel === 'sms' ? [{ counter: ofARegion(recipient.to), most: setting.smsDailyCap }] : []),
]

/** One address is one, whichever way invitations to it go. So its counters are also erased with its account. */
const countedAs = (channel: Channel, to: string): string => {
  const kind = channel === 'workplace' ? workplaceKindOf(to) : undefined
  if (kind === 'mobile') return `sms:${to}`
  return kind === 'email' ? `email:${to}` : `${channel}:${to}`
}
