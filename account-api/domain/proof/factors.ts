import type { AccountProfile } from '../account/account-store'
import type { Person } from '../session/person'
import type { Setting } from '../setting'
import { hours, minutes } from '../time'
import type { Factor } from './factor'

/** A change of a sign-in method takes so many factors. Any two of them have a code among them. */
export const factorsNeeded = 2

/** How long a proof of a factor counts: as long as a ticket. */
const countsMs = minutes(15)

/** How long a new factor does not count: as long as the link in the message that told of it can take it back. */
const plantedMs = hours(72)

/**
 * The factors of an account that count. A new password does not, nor does an address that is newer than another one:
 * whoever has one factor could have planted the other. The password of a registration counts from the beginning.
 */
export const trustedFactors = (setting: Setting, account: AccountProfile): Factor[] => {
  const isNew = (since: number | null) => since !== null && setting.now() - since < plantedMs
  const { mobileBoundAt, emailBoundAt, passwordHash, passwordChosenAt } = account
  const isPlanted = (since: number, other: number | null) => other !== null && other < since && isNew(since)
  return [
    ...(mobileBoundAt !== null && !isPlanted(mobileBoundAt, emailBoundAt) ? ['mobile' as const] : []),
    ...(emailBoundAt !== null && !isPlanted(emailBoundAt, mobileBoundAt) ? ['email' as const] : []),
    ...(passwordHash !== null && !isNew(passwordChosenAt) ? ['password' as const] : []),
  ]
}

/** Since when an account has had a factor. */
const sinceWhen = (account: AccountProfile, factor: Factor): number => {
  const { mobileBoundAt, emailBoundAt, passwordChosenAt, createdAt } = account
  return { mobile: mobileBoundAt, email: emailBoundAt, password: passwordChosenAt }[factor] ?? createdAt
}

/** The factors that count and that were proven just now: by the session, or by the ticket for an address. */
export const provenFactors = (
  setting: Setting,
  { account, session }: Person,
  provenAddress: string | undefined,
): Factor[] =>
  trustedFactors(setting, account).filter(
    (factor) =>
      (factor !== 'password' && account[factor] === provenAddress) || hasProven(setting, { account, session }, factor),
  )

/** Whether a session has proven the present address or password just now. */
export const hasProven = (setting: Setting, { account, session }: Person, factor: Factor): boolean => {
  const provenAt = session.factors[factor]
  // A proof of an earlier address or password proves nothing about the present one.
  return provenAt !== null && provenAt >= sinceWhen(account, factor) && setting.now() - provenAt < countsMs
}

/** The refusal of a change: one of these factors would be enough. */
export interface FactorLacking {
  ok: false
  code: 'factor_lacking'
  lacking: Factor[]
}

/** What a change of a sign-in method still needs. */
export interface FactorsJudged {
  areEnough: boolean
  proven: Factor[]
  /** The factors that would be enough. None: the account has no more that count. */
  lacking: Factor[]
}

/** Judges whether a person has proven enough factors to change a sign-in method at once. */
export const judgeFactors = (setting: Setting, person: Person, provenAddress: string | undefined): FactorsJudged => {
  const proven = provenFactors(setting, person, provenAddress)
  const others = trustedFactors(setting, person.account).filter((factor) => !proven.includes(factor))
  const areEnough = proven.length >= factorsNeeded
  const canBeEnough = proven.length + others.length >= factorsNeeded
  return { areEnough, proven, lacking: !areEnough && canBeEnough ? others : [] }
}
