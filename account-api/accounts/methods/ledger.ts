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

/** True while what an account got at a time does not count: an intruder could have planted it. */
export const isNew = (setting: Pick<Setting, 'now'>, since: number | null) =>
  since !== null && setting.now() < countsFrom(since)

/**
 * The password that an account had before a contested change, for as long as the new one does not
 * count. The account's person proves it instead of the present one (decision 0090).
 */
export const earlierHashOf = (setting: Setting, { earlierPassword }: AccountRecord): string | undefined =>
  earlierPassword && isNew(setting, earlierPassword.takenAt) ? earlierPassword.hash : undefined

/**
 * The earlier password that an account keeps when the present one is replaced. Two factors end an earlier password. One
 * alone leaves it, and, if that is contested, makes an earlier password of one that counts.
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

/** The second factors of an account that count. A young one counts for nothing, since a thief may have planted it. */
export const countingSeconds = ({ now }: Pick<Setting, 'now'>, factors: SecondFactors): SecondKind[] =>
  secondKinds.filter((kind) => (kinds[kind].countsAt(factors) ?? Number.POSITIVE_INFINITY) <= now())

/** The proofs of a session, as far as they show a second factor. */
export interface Showing {
  factors: Pick<SessionRecord['factors'], SecondKind>
}

/**
 * The judgement of a second factor, for every rule that asks for one: the factors that would meet it, and of these the
 * session has proven none since they count. An app that exists was not shown.
 * @param wanted `only`: the kinds that would meet it. `since`: it is to be proven then or later
 * @returns `lacks`: the account has none that counts. `hides`: the session can prove one of these. Undefined: it has.
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
 * The factors of an account that count. A new password or authenticator does not count, but an earlier password in its
 * place does. An address that is newer than another one does not count either: an intruder with one factor could have
 * planted the other. The password of a registration counts from the beginning.
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

/** True when a judged password is the one that counts: the present one, or an earlier one in its place. */
export const provesPassword = (
  setting: Setting,
  account: AccountRecord,
  judged: { account: AccountRecord; isEarlier: boolean },
): boolean => {
  const earlier = earlierHashOf(setting, account)
  if (earlier === undefined) return !judged.isEarlier && judged.account.passwordHash === account.passwordHash
  return judged.isEarlier && judged.account.earlierPassword?.hash === earlier
}

/** True for a factor that a code proves which is sent. */
const isAddress = (factor: Factor): factor is 'mobile' | 'email' => factor === 'mobile' || factor === 'email'

/** The counting factors that can be proven here: no code is sent to an address without a channel. */
export const provableFactors = (setting: Setting, account: AccountProfile): Factor[] =>
  provable(setting, account, trustedFactors(setting, account))

const provable = (setting: Setting, account: AccountProfile, factors: readonly Factor[]): Factor[] => {
  const reached = reachedAddresses(setting, account)
  return factors.filter((factor) => !isAddress(factor) || reached[factor] !== null)
}

/** True when factors that were proven, at once or one after the other, are enough to change a method. */
export const confirms = (setting: Setting, account: AccountProfile, proven: readonly Factor[]): boolean =>
  trustedFactors(setting, account).filter((factor) => proven.includes(factor)).length >= factorsNeeded

/** The factors that were just proven, counting or not: the proofs that a change was made with. */
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

/** Those of them that count. */
export const provenFactors = (setting: Setting, person: Person, provenAddress: string | undefined): Factor[] => {
  const proven = allProven(setting, person, provenAddress)
  return trustedFactors(setting, person.account).filter((factor) => proven.includes(factor))
}

/** True when a session has just proven the present address or password. */
export const hasProven = (setting: Setting, { account, session }: Person, factor: Factor): boolean => {
  const provenAt = session.factors[factor]
  // A proof of an earlier address or password proves nothing about the present one.
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
  /** The factors that would be enough. None: the account has no more that count. */
  lacking: Factor[]
}

/**
 * Judges whether a person has proven enough factors to change a sign-in method at once. A passkey can be one of the two,
 * but that there is one asks for no more than before: otherwise a lost one would shut its person out, and removing it
 * would open the account.
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
 * Judges whether a person may pass by a second factor of their account from now on: they have just proven two factors that
 * count. A new authenticator does not count towards two factors, but stands for itself. A passkey signs in alone, so it
 * does not: one of a stolen device would remove the others.
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

/** Judges whether a person may remove or replace a method at once. What is young counts for nothing, and goes at once. */
export const judgeRemoval = (setting: Setting, proving: Proving, { kind, countsAt }: Held): FactorsJudged => {
  const about = secondKinds.find((second) => second === kind)
  const judged = judgeWeakening(setting, proving, about)
  return countsAt !== null && setting.now() < countsAt ? { ...judged, areEnough: true, lacking: [] } : judged
}

/**
 * Judges whether factors that count confirm something new, or something that would lock others out: two of them, or all
 * that the account has. With fewer than two that count, a password or an address of late is asked for too: an owner who
 * has just changed a password would be shut out by a thief of the number. The judged method proves nothing about itself,
 * unless others have confirmed it before.
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
