import type { AccountProfile, AccountRecord, EarlierPassword } from '#account-api/accounts/account/account-record'
import { countsFrom, type SecondFactors } from '#account-api/accounts/account/counting'
import { reachedAddresses } from '#account-api/accounts/account/reach'
import type { Deployment } from '#account-api/accounts/service'
import type { Factor } from '#account-api/accounts/sessions/factor'
import type { Person } from '#account-api/accounts/sessions/person'
import type { SessionRecord } from '#account-api/accounts/sessions/session-record'
import { minutes } from '#account-api/kernel/time'
import { secondWays as factorNames } from '#contract/verification/proof-errors'
import { type Held, kinds, type SecondKind, secondKinds } from './kinds'

/** The number of factors that a change of a sign-in method takes. Any two of them include a code. */
export const factorsNeeded = 2

/** How long a proof of a factor counts: as long as a ticket is valid. */
const countsMs = minutes(15)

/** True while something that an account got at this time does not count: an intruder could have planted it. */
export const isNew = (deployment: Pick<Deployment, 'now'>, since: number | null) =>
  since !== null && deployment.now() < countsFrom(since)

/**
 * The password from before a contested change, until the new one counts. The person proves it instead of the current
 * one (decision 0090).
 */
export const earlierHashOf = (deployment: Deployment, { earlierPassword }: AccountRecord): string | undefined =>
  earlierPassword && isNew(deployment, earlierPassword.takenAt) ? earlierPassword.hash : undefined

/**
 * The earlier password that an account keeps when the current one is replaced. With two proven factors, none is kept.
 * With one, the earlier password stays. If that factor is contested, the replaced password becomes the earlier one,
 * provided that it counted.
 */
export const earlierPasswordAfter = (
  deployment: Deployment,
  account: AccountRecord,
  { isContested, isSure = false }: { isContested: boolean; isSure?: boolean },
): EarlierPassword | null => {
  if (isSure) return null
  const { passwordHash, passwordChosenAt } = account
  const taken = isContested && !isNew(deployment, passwordChosenAt) ? passwordHash : null
  const hash = earlierHashOf(deployment, account) ?? taken
  return hash === null ? null : { hash, takenAt: deployment.now() }
}

/** The second factors of an account that count. A young one does not, because a thief may have planted it. */
export const countingSeconds = ({ now }: Pick<Deployment, 'now'>, factors: SecondFactors): SecondKind[] =>
  secondKinds.filter((kind) => (kinds[kind].countsAt(factors) ?? Number.POSITIVE_INFINITY) <= now())

/** The second factors that a session has proven, and when. */
export interface Showing {
  factors: Pick<SessionRecord['factors'], SecondKind>
}

/**
 * Judges a second factor, for every rule that requires one. A proof from before the factor counted is not enough.
 * @param wanted `only`: the kinds that meet the rule. `since`: the earliest proof that meets it
 * @returns `lacks`: the account has no such factor that counts. `hides`: the account has these factors, but the session
 * has proven none. Undefined: the session has proven one
 */
export const judgeSecond = (
  deployment: Pick<Deployment, 'now'>,
  factors: SecondFactors,
  session: Showing,
  { only = secondKinds, since = 0 }: { only?: readonly SecondKind[]; since?: number | undefined } = {},
): { lacks: true } | { hides: SecondKind[] } | undefined => {
  const counting = countingSeconds(deployment, factors).filter((kind) => only.includes(kind))
  if (counting.length === 0) return { lacks: true }
  const isShown = counting.some(
    (kind) => (session.factors[kind] ?? -1) >= Math.max(kinds[kind].countsAt(factors) ?? 0, since),
  )
  return isShown ? undefined : { hides: counting }
}

/**
 * The factors of an account that count. A new password or authenticator does not count; an earlier password counts
 * instead of the new one. A new address that is younger than another one does not count either: an intruder with one
 * factor could have planted it. The password of a registration counts from the beginning.
 */
export const trustedFactors = (deployment: Deployment, account: AccountProfile): Factor[] =>
  factorNames.filter((factor) => {
    const kind = kinds[factor]
    if (factor === 'password' && earlierHashOf(deployment, account)) return true
    if (kind.value?.(account) === null) return false
    const at = kind.countsAt(account)
    if (at !== null || kind.isSecond) return at !== null && at <= deployment.now()
    const since = kind.since(account)
    const others = [account.mobileBoundAt, account.emailBoundAt]
    return !isNew(deployment, since) || !others.some((other) => other !== null && other < (since ?? 0))
  })

/** True when a checked password is the one that counts: the current one, or the earlier one if that counts instead. */
export const provesPassword = (
  deployment: Deployment,
  account: AccountRecord,
  judged: { account: AccountRecord; isEarlier: boolean },
): boolean => {
  const earlier = earlierHashOf(deployment, account)
  if (earlier === undefined) return !judged.isEarlier && judged.account.passwordHash === account.passwordHash
  return judged.isEarlier && judged.account.earlierPassword?.hash === earlier
}

/** True for a factor that is proven by a code sent to an address. */
const isAddress = (factor: Factor): factor is 'mobile' | 'email' => factor === 'mobile' || factor === 'email'

/** The factors that count and can be proven here: an address without a channel gets no code. */
export const provableFactors = (deployment: Deployment, account: AccountProfile): Factor[] =>
  provable(deployment, account, trustedFactors(deployment, account))

const provable = (deployment: Deployment, account: AccountProfile, factors: readonly Factor[]): Factor[] => {
  const reached = reachedAddresses(deployment, account)
  return factors.filter((factor) => !isAddress(factor) || reached[factor] !== null)
}

/** True when these proven factors are enough to change a method. */
export const confirms = (deployment: Deployment, account: AccountProfile, proven: readonly Factor[]): boolean =>
  trustedFactors(deployment, account).filter((factor) => proven.includes(factor)).length >= factorsNeeded

/** The factors proven just now, counting or not. The history stores them with a change. */
export const allProven = (
  deployment: Deployment,
  { account, session }: Person,
  provenAddress: string | undefined,
): Factor[] =>
  factorNames.filter(
    (factor) =>
      (isAddress(factor) && account[factor] !== null && account[factor] === provenAddress) ||
      hasProven(deployment, { account, session }, factor),
  )

/** The factors proven just now that count. */
export const provenFactors = (deployment: Deployment, person: Person, provenAddress: string | undefined): Factor[] => {
  const proven = allProven(deployment, person, provenAddress)
  return trustedFactors(deployment, person.account).filter((factor) => proven.includes(factor))
}

/** True when a session has just proven the current address or password. */
export const hasProven = (deployment: Deployment, { account, session }: Person, factor: Factor): boolean => {
  const provenAt = session.factors[factor]
  // A proof of an earlier address or password proves nothing about the current one.
  return (
    provenAt !== null &&
    provenAt >= (kinds[factor].since(account) ?? account.createdAt) &&
    deployment.now() - provenAt < countsMs
  )
}

export interface FactorLacking {
  ok: false
  code: 'factor_lacking'
  lacking: Factor[]
}

export interface FactorsJudged {
  areEnough: boolean
  proven: Factor[]
  /** The factors that can still be proven. Empty if nothing is missing, or the account has too few that count. */
  lacking: Factor[]
}

/**
 * Decides whether a person has proven enough factors to change a sign-in method at once. A passkey can be one of the
 * two, but an account with a passkey needs no more than others: otherwise a lost passkey would lock its person out, and
 * removing it would unlock the account.
 */
export const judgeFactors = (
  deployment: Deployment,
  person: Person,
  provenAddress: string | undefined,
): FactorsJudged => {
  const proven = provenFactors(deployment, person, provenAddress)
  const others = provableFactors(deployment, person.account).filter((factor) => !proven.includes(factor))
  const areEnough = proven.length >= factorsNeeded
  const needed = others.filter((factor) => factor !== 'passkey')
  const canBeEnough = proven.length + needed.length >= factorsNeeded
  return { areEnough, proven, lacking: !areEnough && canBeEnough ? others : [] }
}

export interface Proving {
  present: Person
  /** The address that a ticket of the call proves. */
  proven: string | undefined
}

/**
 * Decides whether a person may weaken a second factor of their account: they have just proven two factors that count.
 * For the authenticator, its own proof is enough. For a passkey it is not, because a passkey signs in alone: one on a
 * stolen device could remove the others.
 */
export const judgeWeakening = (
  deployment: Deployment,
  { present, proven: address }: Proving,
  about: SecondKind | undefined,
): FactorsJudged => {
  const judged = judgeFactors(deployment, present, address)
  if (judged.areEnough || (about === 'authenticator' && hasProven(deployment, present, about)))
    return { ...judged, areEnough: true, lacking: [] }
  const itself = about && !judged.proven.includes(about) ? [about] : []
  return { ...judged, lacking: [...new Set([...itself, ...judged.lacking])] }
}

/** Decides whether a person may remove or replace a method at once. A young method can always be removed at once. */
export const judgeRemoval = (deployment: Deployment, proving: Proving, { kind, countsAt }: Held): FactorsJudged => {
  const about = secondKinds.find((second) => second === kind)
  const judged = judgeWeakening(deployment, proving, about)
  return countsAt !== null && deployment.now() < countsAt ? { ...judged, areEnough: true, lacking: [] } : judged
}

/**
 * Decides whether enough factors confirm something new, or something that would lock others out: two that count, or all
 * that the account has. If fewer than two count, a new password or address has to be proven too: otherwise a thief of
 * the number could lock out an owner who has just changed the password. The method itself does not count, unless others
 * have confirmed it before.
 */
export const judgeConfirmed = (
  deployment: Deployment,
  { present, proven: address }: Proving,
  about: 'authenticator',
): FactorsJudged => {
  const { account } = present
  const { authenticatorSince: since, authenticatorCountsFrom: from } = account
  const wasConfirmed = since !== null && from !== null && from < countsFrom(since)
  const isOther = (factor: Factor) => factor !== about || wasConfirmed
  const proven = provenFactors(deployment, present, address).filter(isOther)
  const counting = provableFactors(deployment, account).filter((each) => isOther(each) && !proven.includes(each))
  const has = factorNames.filter((each) => !kinds[each].isSecond && kinds[each].value?.(account))
  const late = provable(deployment, account, has).filter(
    (each) => !allProven(deployment, present, address).includes(each),
  )
  const others = counting.length > 0 ? counting : late
  const areEnough = proven.length >= factorsNeeded || others.length === 0
  return { areEnough, proven, lacking: areEnough ? [] : others }
}
