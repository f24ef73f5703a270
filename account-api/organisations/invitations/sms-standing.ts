import { type Counter, type Tallies, tally } from '#account-api/kernel/limits/rolling'
import { days } from '#account-api/kernel/time'
import type { OrganisationRecord } from '#account-api/organisations/records/organisation-store'
import type { Stores } from '#account-api/organisations/service'
import {
  type SmsPart,
  type SmsRaise,
  smsInvitations,
  smsRaises,
} from '#contract/organisations/invitations/sms-invitations'

/** The inviter: an account, in an organisation. */
export interface Inviter {
  organisation: Pick<OrganisationRecord, 'id' | 'createdAt' | 'allowance'>
  accountId: string
}

/** The SMS allowance of an organisation, and its use. */
export interface SmsStanding {
  /** How many invitations by SMS are allowed in 24 hours, and how many were sent in the last 24 hours. */
  most: number
  sent: number
  /**
   * `earned`: people accept its invitations, or the operator allows more. Otherwise `unproven` or `new`: the inviter
   * has no proven mobile number, or has one.
   */
  kind: 'earned' | 'new' | 'unproven'
  /** What would raise the allowance. */
  raises: SmsRaise[]
}

/** Counts the invitations by SMS of an organisation, and those of its inviter in all their organisations. */
export const sentBy = ({ organisation, accountId }: Inviter, by: number): [Counter, Counter] => [
  { name: 'smsInvitationsOfAnOrganisation', subject: organisation.id, by },
  { name: 'smsInvitationsOfAnAccount', subject: accountId, by },
]

/** Counts invitations that may be accepted. The count is read after people had time to answer. */
export const offered = ({ organisation }: Inviter, by: number): Counter => ({
  name: 'smsInvitationsToJudge',
  subject: organisation.id,
  by,
})

const acceptedIn = (organisationId: string): Counter => ({ name: 'smsInvitationsAccepted', subject: organisationId })

/** The current standing of an organisation, for an inviter. */
export const smsStandingOf = async (stores: Stores, inviter: Inviter): Promise<SmsStanding> => {
  const { organisation, accountId } = inviter
  const sentSoFar = sentBy(inviter, 0)
  const judged = [offered(inviter, 0), acceptedIn(organisation.id)]
  const [account, domains, tallies] = await Promise.all([
    stores.accounts.profile(accountId),
    stores.mailDomains.of(organisation.id),
    tally(stores, { read: [...sentSoFar, ...judged] }, stores.deployment.now()),
  ])
  const hasMobile = (account?.mobile ?? null) !== null
  const accepted = earnedBy(organisation.id, inviter, tallies)
  const hasDomain = domains.some(({ provenSince }) => provenSince !== null)
  const age = stores.deployment.now() - organisation.createdAt
  const earned = allowanceOf({ hasMobile, hasDomain, age, accepted })
  const allowed = allowedTo(organisation, stores.deployment.now())
  const most = Math.max(earned, allowed)
  const isOldest = smsInvitations.ages.every((each) => age >= days(each.days))
  const done: Record<SmsRaise, boolean> = { mobile: hasMobile, domain: hasDomain, age: isOldest, accepted: false }
  return {
    most,
    sent: Math.max(...sentSoFar.map((counter) => tallies.of(counter).total)),
    kind: accepted > 0 || allowed > 0 ? 'earned' : hasMobile ? 'new' : 'unproven',
    raises: most === smsInvitations.most ? [] : smsRaises.filter((each) => !done[each]),
  }
}

/** How many SMS invitations the operator currently allows an organisation. */
const allowedTo = ({ allowance }: Inviter['organisation'], at: number): number =>
  allowance !== null && allowance.until > at ? allowance.most : 0

/** How many accepted invitations count. 0 if too few people accept. */
const earnedBy = (organisationId: string, inviter: Inviter, tallies: Tallies): number => {
  const { least, share } = smsInvitations.accepted
  const accepted = tallies.of(acceptedIn(organisationId)).total
  return accepted >= least && accepted >= share * tallies.of(offered(inviter, 0)).total ? accepted : 0
}

interface Earned {
  hasMobile: boolean
  hasDomain: boolean
  /** The age of the organisation, in milliseconds. */
  age: number
  /** The number of accepted invitations that count. */
  accepted: number
}

/** The maximum SMS invitations of an organisation in 24 hours. */
export const allowanceOf = ({ hasMobile, hasDomain, age, accepted }: Earned): number => {
  const { without, withMobile, ages, domainTimes, most } = smsInvitations
  const times = ages.findLast((each) => age >= days(each.days))?.times ?? 1
  const known = (hasMobile ? withMobile : without) * times * (hasDomain ? domainTimes : 1)
  return Math.min(most, known + accepted * smsInvitations.accepted.each)
}

/** An organisation's share of a region's limit. `sent`: its number in 24 hours, including the current ones. */
export const partOf = ({ kind }: SmsStanding, sent: number): SmsPart => {
  if (kind === 'unproven') return kind
  const isFew = sent <= smsInvitations.few
  return kind === 'new' ? (isFew ? 'newFew' : 'newMany') : isFew ? 'few' : 'many'
}

/** One person counts once for an organisation, and for few organisations in all. */
const mostOfAPerson = 3

export const countAccepted = async (
  stores: Stores,
  { organisationId, accountId }: { organisationId: string; accountId: string },
): Promise<void> => {
  const name = 'smsInvitationsAcceptedBy'
  const accepted = acceptedIn(organisationId)
  const once: Counter = { name, subject: accountId, part: organisationId }
  const all: Counter = { name, subject: accountId }
  const tallies = await tally(stores, { add: [accepted, once, all] }, stores.deployment.now())
  if (tallies.of(once).total > 1 || tallies.of(all).total > mostOfAPerson) await tallies.uncount([accepted])
}
