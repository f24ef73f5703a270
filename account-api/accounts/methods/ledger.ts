import type { AccountProfile, AccountRecord, EarlierPassword } from '#account-api/accounts/account/account-record'
import { countsFrom, type SecondFactors } from '#account-api/accounts/account/counting'
import { reachedAddresses } from '#account-api/accounts/account/reach'
import type { Setting } from '#account-api/accounts/service'
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
export const isNew = (setting: Pick<Setting, 'now'>, since: number | null) =>
  since !== null && setting.now() < countsFrom(since)

/**
 * The password from before a contested change, until the new one counts. The person proves it instead of the current
 * one (decision 0090).
 */
export const earlierHashOf = (setting: Setting, { earlierPassword }: AccountRecord): string | undefined =>
  earlierPassword && isNew(setting, earlierPassword.takenAt) ? earlierPassword.hash : undefined

/**
 * The earlier password that an account keeps when the current one is replaced. With two proven factors, none is kept.
 * With one, the earlier password stays. If that factor is contested, the replaced password becomes the earlier one,
 * provided that it counted.
 */
export const earlierPasswordAfter = (
  setting: Setting,
  account: AccountRecord,
  { isContested, isSure = false }: { isContested: boolean; isSure?: boolean },
): EarlierPassword | null => {
  if (isSure) return null
  const { passwordHash, passwordChosenAt } = account
  const taken = isContested && !isNew(setting, passwordChosenAt) ? passwordHash : null
  const hash = earlierHashOf(setting, account) ?? taken
  return hash === null ? null : { hash, takenAt: setting.now() }
}

/** The second factors of an account that count. A young one does not, because a thief may have planted it. */
export const countingSeconds = ({ now }: Pick<Setting, 'now'>, factors: SecondFactors): SecondKind[] =>
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
  setting: Pick<Setting, 'now'>,
  factors: SecondFactors,
  session: Showing,
  { only = secondKinds, since = 0 }: { only?: readonly SecondKind[]; since?: number | undefined } = {},
): { lacks: true } | { hides: SecondKind[] } | undefined => {
  const counting = countingSeconds(setting, factors).filter((kind) => only.includes(kind))
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
export const trustedFactors = (setting: Setting, account: AccountProfile): Factor[] =>
  factorNames.filter((factor) => {
    const kind = kinds[factor]
    if (factor === 'password' && earlierHashOf(setting, account)) return true
    if (kind.value?.(account) === null) return false
    const at = kind.countsAt(account)
    if (at !== null || kind.isSecond) return at !== null && at <= setting.now()
    const since = kind.since(account)
    const others = [account.mobileBoundAt, account.emailBoundAt]
    return !isNew(setting, since) || !others.some((other) => other !== null && other < (since ?? 0))
  })

/** True when a checked password is the one that counts: the current one, or the earlier one if that counts instead. */
export const provesPassword = (
  setting: Setting,
  account: AccountRecord,
  judged: { account: AccountRecord; isEarlier: boolean },
): boolean => {
  const earlier = earlierHashOf(setting, account)
  if (earlier === undefined) return !judged.isEarlier && judged.account.passwordHash === account.passwordHash
  return judged.isEarlier && judged.account.earlierPassword?.hash === earlier
}

/** True for a factor that is proven by a code sent to an address. */
const isAddress = (factor: Factor): factor is 'mobile' | 'email' => factor === 'mobile' || factor === 'email'

/** The factors that count and can be proven here: an address without a channel gets no code. */
export const provableFactors = (setting: Setting, account: AccountProfile): Factor[] =>
  provable(setting, account, trustedFactors(setting, account))

const provable = (setting: Setting, account: AccountProfile, factors: readonly Factor[]): Factor[] => {
  const reached = reachedAddresses(setting, account)
  return factors.filter((factor) => !isAddress(factor) || reached[factor] !== null)
}

/** True when these proven factors are enough to change a method. */
export const confirms = (setting: Setting, account: AccountProfile, proven: readonly Factor[]): boolean =>
  trustedFactors(setting, account).filter((factor) => proven.includes(factor)).length >= factorsNeeded

/** The factors proven just now, counting or not. The history stores them with a change. */
export const allProven = (
  setting: Setting,
  { account, session }: Person,
  provenAddress: string | undefined,
): Factor[] =>
  factorNames.filter(
    (factor) =>
      (isAddress(factor) && account[factor] !== null && account[factor] === provenAddress) ||
      hasProven(setting, { account, session }, factor),
  )

/** The factors proven just now that count. */
export const provenFactors = (setting: Setting, person: Person, provenAddress: string | undefined): Factor[] => {
  const proven = allProven(setting, person, provenAddress)
  return trustedFactors(setting, person.account).filter((factor) => proven.includes(factor))
}

/** True when a session has just proven the present address or password. */
export const hasProven = (setting: Setting, { account, session }: Person, factor: Factor): boolean => {
  const provenAt = session.factors[factor]
  // A proof of an earlier address or password proves nothing about the current one.
  return (
    provenAt !== null &&
    provenAt >= (kinds[factor].since(account) ?? account.createdAt) &&
    setting.now() - provenAt < countsMs
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
export const judgeFactors = (setting: Setting, person: Person, provenAddress: string | undefined): FactorsJudged => {
  const proven = provenFactors(setting, person, provenAddress)
  const others = provableFactors(setting, person.account).filter((factor) => !proven.includes(factor))
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
  setting: Setting,
  { present, proven: address }: Proving,
  about: SecondKind | undefined,
): FactorsJudged => {
  const judged = judgeFactors(setting, present, address)
  if (judged.areEnough || (about === 'authenticator' && hasProven(setting, present, about)))
    return { ...judged, areEnough: true, lacking: [] }
  const itself = about && !judged.proven.includes(about) ? [about] : []
  return { ...judged, lacking: [...new Set([...itself, ...judged.lacking])] }
}

/** Decides whether a person may remove or replace a method at once. A young method can always be removed at once. */
export const judgeRemoval = (setting: Setting, proving: Proving, { kind, countsAt }: Held): FactorsJudged => {
  const about = secondKinds.find((second) => second === kind)
  const judged = judgeWeakening(setting, proving, about)
  return countsAt !== null && setting.now() < countsAt ? { ...judged, areEnough: true, lacking: [] } : judged
}

/**
 * Decides whether enough factors confirm something new, or something that would lock others out: two that count, or all
 * that the account has. If fewer than two count, a new password or address has to be proven too: otherwise a thief of
 * the number could lock out an owner who has just changed the password. The method itself does not count, unless others
 * have confirmed it before.
 */
export const judgeConfirmed = (
  setting: Setting,
  { present, proven: address }: Proving,
  about: 'authenticator',
): FactorsJudged => {
  const { account } = present
  const { authenticatorSince: since, authenticatorCountsFrom: from } = account
  const wasConfirmed = since !== null && from !== null && from < countsFrom(since)
  const isOther = (factor: Factor) => factor !== about || wasConfirmed
  const proven = provenFactors(setting, present, address).filter(isOther)
  const counting = provableFactors(setting, account).filter((each) => isOther(each) && !proven.includes(each))
  const has = factorNames.filter((each) => !kinds[each].isSecond && kinds[each].value?.(account))
  const late = provable(setting, account, has).filter((each) => !allProven(setting, present, address).includes(each))
  const others = counting.length > 0 ? counting : late
  const areEnough = proven.length >= factorsNeeded || others.length === 0
  return { areEnough, proven, lacking: areEnough ? [] : others }
}
