import { regionOfMobile } from '#account-api/accounts/account/identifier'
import { networkOf } from '#account-api/kernel/limits/client-address'
import { type Counter, tally } from '#account-api/kernel/limits/rolling'
import type { Channel } from '#account-api/kernel/outbox/message'
import type { Recipient } from '#account-api/kernel/outbox/post'
import type { Acting } from '#account-api/organisations/records/member-record'
import type { Deployment, Stores } from '#account-api/organisations/service'
import { warnOfCap } from '#account-api/verification/codes/sending-limits'
import { type SmsLimit, smsInvitations } from '#contract/organisations/invitations/sms-invitations'
import { workplaceKindOf } from '#contract/organisations/workplace'
import { type Inviter, offered, partOf, type SmsStanding, sentBy, smsStandingOf } from './sms-standing'

/**
 * Invitations per 24 hours. An invited person may not know the organisation, so an address gets few: this many from
 * organisations whose invitations are accepted, from new ones, from those whose inviter has no mobile number, and from
 * one inviter. The policy limits how many one organisation and one account may send.
 */
export const invitationLimits = { toAnAddress: 5, toAnAddressByAnInviter: 3 }

export type CountedInvitation =
  | { ok: true; uncount: () => Promise<void> }
  | { ok: false; until: number; sms?: { limit: SmsLimit; most: number } }

interface Limited {
  counter: Counter
  most: number
  sms?: SmsLimit
}

interface Counting {
  acting: Pick<Acting, 'organisation' | 'member'>
  clientAddress: string
  recipient: Recipient | undefined
}

/**
 * Counts an invitation that is about to be sent, and checks all limits. Refused ones are not counted. The caller
 * uncounts what it does not send.
 */
export const countInvitation = async (
  stores: Stores,
  { acting, clientAddress, recipient }: Counting,
): Promise<CountedInvitation> => {
  const { organisation, member } = acting
  const inviter = { organisation, accountId: member.accountId }
  const standing = recipient && (await smsStandingOf(stores, inviter))
  const isSms = recipient?.channel === 'sms'
  const limited: Limited[] = [
    {
      counter: { name: 'invitationsOfAnOrganisation', subject: organisation.id },
      most: stores.deployment.policy.limits.invitations,
    },
    {
      counter: { name: 'invitationsOfAnAccount', subject: inviter.accountId },
      most: stores.deployment.policy.limits.invitations,
    },
    ...(recipient && standing ? limitsOfAnAddress(recipient, standing, inviter.accountId) : []),
    ...(isSms && standing ? limitsOfSms(inviter, standing, { clientAddress, by: 1 }) : []),
    ...(isSms && standing ? [limitOfARegion(stores.deployment, recipient.to, standing, standing.sent + 1)] : []),
  ]
  const add = [...limited.map(({ counter }) => counter), ...(isSms ? [offered(inviter, 1)] : [])]
  const tallies = await tally(stores, { add }, stores.deployment.now())
  const over = limited.find(({ counter, most }) => tallies.of(counter).total > most)
  if (over) {
    await tallies.uncount()
    const until = tallies.of(over.counter).freeAt(over.most)
    return { ok: false, until, ...(over.sms && { sms: { limit: over.sms, most: over.most } }) }
  }
  await warnOfCap(stores, limited, tallies)
  return { ok: true, uncount: () => tallies.uncount() }
}

/** The limits per address: from all inviters of the same standing, and from one inviter. */
export const limitsOfAnAddress = ({ channel, to }: Recipient, { kind }: SmsStanding, accountId: string): Limited[] => {
  const subject = countedAs(channel, to)
  const { toAnAddress, toAnAddressByAnInviter } = invitationLimits
  return [
    { counter: { name: 'invitationsToAnAddress', subject, part: kind }, most: toAnAddress },
    { counter: { name: 'invitationsToAnAddressByAnAccount', subject, part: accountId }, most: toAnAddressByAnInviter },
  ]
}

/** The limits on SMS sent by an organisation, its inviter and their network. */
const limitsOfSms = (
  inviter: Inviter,
  { most, kind }: SmsStanding,
  { clientAddress, by }: { clientAddress: string; by: number },
): (Limited & { sms: SmsLimit })[] => [
  ...sentBy(inviter, by).map((counter) => ({ counter, most, sms: 'allowance' as const })),
  ...(kind === 'earned'
    ? []
    : [
        {
          counter: { name: 'smsInvitationsFromANetwork' as const, subject: networkOf(clientAddress), by },
          most: smsInvitations.fromANetwork,
          sms: 'network' as const,
        },
      ]),
]

export type GrantedSms = { granted: number; over: { limit: SmsLimit; most: number; until: number } | undefined }

/**
 * Counts as many of these SMS as the organisation, its inviter and their network may still send. Call it in the
 * transaction that sends them, so that concurrent calls share what is left.
 */
export const grantSms = async (
  stores: Stores,
  { acting, clientAddress, wanted }: Pick<Counting, 'acting' | 'clientAddress'> & { wanted: number },
): Promise<GrantedSms> => {
  if (wanted === 0) return { granted: 0, over: undefined }
  const inviter = { organisation: acting.organisation, accountId: acting.member.accountId }
  const standing = await smsStandingOf(stores, inviter)
  const limited = limitsOfSms(inviter, standing, { clientAddress, by: wanted })
  const tallies = await tally(stores, { add: limited.map(({ counter }) => counter) }, stores.deployment.now())
  const [tightest] = limited
    .map((each) => ({ ...each, excess: tallies.of(each.counter).total - each.most }))
    .sort((one, other) => other.excess - one.excess)
  const excess = Math.min(wanted, Math.max(0, tightest?.excess ?? 0))
  if (!tightest || excess === 0) return { granted: wanted, over: undefined }
  await tallies.uncount(limited.map(({ counter }) => ({ ...counter, by: excess })))
  const { sms: limit, most } = tightest
  // When one more SMS than the granted ones will be allowed.
  const until = tallies.of(tightest.counter).freeAt(most + excess - 1)
  return { granted: wanted - excess, over: { limit, most, until } }
}

/** The limit on SMS to a region from organisations of this standing. `sent`: how many this one sends in 24 hours. */
export const limitOfARegion = (
  { smsDailyCap }: Deployment,
  mobile: string,
  standing: SmsStanding,
  sent: number,
): Limited & { sms: SmsLimit } => {
  const part = partOf(standing, sent)
  const subject = `${regionOfMobile(mobile) ?? 'none'}:invitation:${part}`
  const most = Math.max(1, Math.floor(smsDailyCap * smsInvitations.ofARegion[part]))
  return { counter: { name: 'smsToARegion', subject }, most, sms: 'region' }
}

/**
 * All invitations to one address count together, whatever the channel, so its counters are also erased with its
 * account.
 */
const countedAs = (channel: Channel, to: string): string => {
  const kind = channel === 'workplace' ? workplaceKindOf(to) : undefined
  if (kind === 'mobile') return `sms:${to}`
  return kind === 'email' ? `email:${to}` : `${channel}:${to}`
}
