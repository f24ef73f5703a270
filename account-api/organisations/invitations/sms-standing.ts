import { type SmsPart, type SmsRaise, smsInvitations, smsRaises } from '../../../contract/organisations/sms-invitations'
import { type Counter, type Tallies, tally } from '../../kernel/limits/rolling'
import { days } from '../../kernel/time'
import type { OrganisationRecord } from '../records/organisation-store'
import type { Setting, Stores } from '../service'

/** Whoever invites: an account, in an organisation. */
export interface Inviter {
  organisation: Pick<OrganisationRecord, 'id' | 'createdAt'>
  accountId: string
}

/** What an organisation has earned, and what is left of it. */
export interface SmsStanding {
  /** How many SMS may invite in 24 hours, and how many were sent in the last ones. */
  most: number
  sent: number
  /** Whether people accept its invitations; if not yet, whether the inviter has proven a mobile number. */
  kind: 'earned' | 'new' | 'unproven'
  /** What would raise the allowance. */
  raises: SmsRaise[]
}

/** Counts the invitations by SMS of an organisation, and those of its inviter in all their organisations. */
export const sentBy = ({ organisation, accountId }: Inviter, by: number): [Counter, Counter] => [
  { name: 'smsInvitationsOfAnOrganisation', subject: organisation.id, by },
  { name: 'smsInvitationsOfAnAccount', subject: accountId, by },
]

/** Counts what may be accepted. It is read when its people had time to answer. */
export const offered = ({ organisation }: Inviter, by: number): Counter => ({
  name: 'smsInvitationsToJudge',
  subject: organisation.id,
  by,
})

const acceptedIn = (organisationId: string): Counter => ({ name: 'smsInvitationsAccepted', subject: organisationId })

/** Reads what an organisation has earned by now, for an inviter. */
export const smsStandingOf = async (setting: Setting, stores: Stores, inviter: Inviter): Promise<SmsStanding> => {
  const { organisation, accountId } = inviter
  const sentSoFar = sentBy(inviter, 0)
  const judged = [offered(inviter, 0), acceptedIn(organisation.id)]
  const [account, domains, tallies] = await Promise.all([
    stores.accounts.profile(accountId),
    stores.mailDomains.of(organisation.id),
    tally(stores, { read: [...sentSoFar, ...judged] }, setting.now()),
  ])
  const hasMobile = (account?.mobile ?? null) !== null
  const accepted = earnedBy(organisation.id, inviter, tallies)
  const hasDomain = domains.some(({ provenSince }) => provenSince !== null)
  const age = setting.now() - organisation.createdAt
  const most = allowanceOf({ hasMobile, hasDomain, age, accepted })
  const isOldest = smsInvitations.ages.every((each) => age >= days(each.days))
  const done: Record<SmsRaise, boolean> = { mobile: hasMobile, domain: hasDomain, age: isOldest, accepted: false }
  return {
    most,
    sent: Math.max(...sentSoFar.map((counter) => tallies.of(counter).total)),
    kind: accepted > 0 ? 'earned' : hasMobile ? 'new' : 'unproven',
    raises: most === smsInvitations.most ? [] : smsRaises.filter((each) => !done[each]),
  }
}

/** How many accepted invitations count. None where too few people accept. */
const earnedBy = (organisationId: string, inviter: Inviter, tallies: Tallies): number => {
  const { least, share } = smsInvitations.accepted
  const accepted = tallies.of(acceptedIn(organisationId)).total
  return accepted >= least && accepted >= share * tallies.of(offered(inviter, 0)).total ? accepted : 0
}

interface Earned {
  hasMobile: boolean
  hasDomain: boolean
  /** How old the organisation is, in milliseconds. */
  age: number
  /** How many accepted invitations count. */
  accepted: number
}

/** How many invitations by SMS an organisation may send in 24 hours. */
export const allowanceOf = ({ hasMobile, hasDomain, age, accepted }: Earned): number => {
  const { without, withMobile, ages, domainTimes, most } = smsInvitations
  const times = ages.findLast((each) => age >= days(each.days))?.times ?? 1
  const known = (hasMobile ? withMobile : without) * times * (hasDomain ? domainTimes : 1)
  return Math.min(most, known + accepted * smsInvitations.accepted.each)
}

/** Which part of what a region gets an organisation sends from. `sent`: how many in 24 hours, with what it sends now. */
export const partOf = ({ kind }: SmsStanding, sent: number): SmsPart => {
  if (kind === 'unproven') return kind
  const isFew = sent <= smsInvitations.few
  return kind === 'new' ? (isFew ? 'newFew' : 'newMany') : isFew ? 'few' : 'many'
}

/** One person counts once for an organisation, and for few of them. */
const mostOfAPerson = 3

/** Counts an invitation by SMS that somebody accepted. */
export const countAccepted = async (
  setting: Setting,
  stores: Stores,
  { organisationId, accountId }: { organisationId: string; accountId: string },
): Promise<void> => {
  const name = 'smsInvitationsAcceptedBy'
  const accepted = acceptedIn(organisationId)
  const once: Counter = { name, subject: accountId, part: organisationId }
  const all: Counter = { name, subject: accountId }
  const tallies = await tally(stores, { add: [accepted, once, all] }, setting.now())
  if (tallies.of(once).total > 1 || tallies.of(all).total > mostOfAPerson) await tallies.takeBack([accepted])
}
