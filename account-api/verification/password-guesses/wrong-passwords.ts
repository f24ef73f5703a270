import type { Identifier } from '#account-api/accounts/account/identifier'
import type { Familiarity } from '#account-api/accounts/sessions/familiarity'
import type { From } from '#account-api/kernel/from'
import { limitedClientAddress, networkOf } from '#account-api/kernel/limits/client-address'
import { bucketOf, fitsAt, type Poured } from '#account-api/kernel/limits/leaky-bucket'
import { counterOf, resetCount } from '#account-api/kernel/limits/limits'
import type { CountedGuess, TryToUncount } from '#account-api/kernel/limits/try-record'
import type { Service, Stores } from '#account-api/verification/service'
import { guessAt, isBraked } from './brake'
import { failureCounter, failureKeys } from './failures'

/** The source of a typed password: the identifier, its account, and the account's familiarity with the browser. */
export interface Typist {
  identifier: Identifier
  accountId: string | undefined
  from: From
  familiarity: Familiarity
}

export interface Try {
  ok: true
  at: number
  needsCaptcha: boolean
  /** False when even the correct password would be refused. */
  isJudged: boolean
  /** The answer to a wrong password: until when the identifier is locked. Undefined when it is not. */
  lockedUntil: number | undefined
  /** The buckets that counted the attempt. */
  poured: readonly Poured[]
  guess: CountedGuess | undefined
}

/** The subjects of the counters of wrong passwords. An identifier without an account has a subject, too. */
const subjectsOf = ({ identifier: { kind, value }, accountId, from, familiarity }: Typist) => {
  const identifier = `${kind}:${value}`
  const account = accountId ?? `none:${identifier}`
  const clientAddress = limitedClientAddress(from.clientAddress)
  const browser = familiarity?.by === 'browser' ? familiarity.name : undefined
  return {
    identifier,
    account,
    clientAddress,
    pair: { subject: identifier, part: clientAddress },
    atBrowser: browser === undefined ? undefined : { subject: account, part: browser },
    buckets: {
      clientAddress: { name: 'passwordsFromAClientAddress', subject: clientAddress },
      network: { name: 'passwordsFromANetwork', subject: networkOf(from.clientAddress) },
      identifier: { name: 'passwordsForAnIdentifier', subject: identifier },
      // A known client address has its own share. Either way one bucket is used, so the time reveals nothing.
      share: {
        name: familiarity ? 'passwordsFromAKnownAddress' : 'passwordsForAnAccount',
        subject: account,
        part: familiarity ? clientAddress : '',
      },
      browser: { name: 'passwordsAtAKnownBrowser', subject: account, part: browser ?? '' },
    },
  } as const
}

/**
 * Counts an attempt before its password is checked, so concurrent attempts are counted too. A known browser has its own
 * counts, which nobody else can use up.
 * @returns when the lock ends, if the attempt is refused
 */
export const countTry = async (service: Service, typist: Typist): Promise<Try | { ok: false; until: number }> =>
  typist.familiarity?.by === 'browser' ? countAtBrowser(service, typist) : countElsewhere(service, typist)

/** The number of wrong passwords after which other pages also need a captcha (kernel/limits/limits). */
const captchaAfter = 5

const countAtBrowser = async ({ deployment, storage }: Service, typist: Typist) => {
  const at = deployment.now()
  const { account, atBrowser = { subject: account }, buckets } = subjectsOf(typist)
  const gate = counterOf('wrongPasswordsAtABrowser', atBrowser)
  const poured = [buckets.browser]
  const counted = await storage.tries.count({
    at,
    gate,
    counters: [failureCounter(account, at)],
    buckets: poured.map(bucketOf),
    guess: undefined,
  })
  if (!counted.ok) return counted
  const tried: Try = {
    ok: true,
    at,
    needsCaptcha: (counted.counts.get(gate.key) ?? 0) > captchaAfter,
    isJudged: true,
    lockedUntil: undefined,
    poured: poured.filter(({ name }) => counted.poured.has(name)),
    guess: undefined,
  }
  return refusedByFull(storage, { typist, tried }, poured)
}

/**
 * Every statement is the same for every identifier. The rows are locked in this order everywhere: the counter of client
 * address and identifier, the failures of the account, the counters of client address and identifier, their buckets in
 * the order of their names, and the shared rows. So concurrent calls never deadlock.
 */
const countElsewhere = async ({ deployment, storage }: Service, typist: Typist) => {
  const at = deployment.now()
  const { identifier, account, clientAddress, pair, buckets } = subjectsOf(typist)
  const fromAddress = counterOf('wrongPasswordsFromAnAddress', { subject: clientAddress })
  const forIdentifier = counterOf('wrongPasswordsForAnAccount', { subject: identifier })
  const all = [buckets.clientAddress, buckets.network, buckets.identifier, buckets.share]
  const guess = guessAt(at)
  const counted = await storage.tries.count({
    at,
    gate: counterOf('wrongPasswords', pair),
    counters: [failureCounter(account, at), fromAddress, forIdentifier],
    buckets: all.map(bucketOf),
    guess,
  })
  if (!counted.ok) return counted
  const isOver = ({ key, cap }: { key: string; cap: number }) => (counted.counts.get(key) ?? 0) > cap
  const isPoured = ({ name }: Poured) => counted.poured.has(name)
  const tried: Try = {
    ok: true,
    at,
    needsCaptcha: isOver(forIdentifier) || isOver(fromAddress) || (await isBraked(storage, at, counted.guesses)),
    isJudged: isPoured(buckets.share) && (typist.familiarity !== undefined || isPoured(buckets.identifier)),
    lockedUntil: isPoured(buckets.identifier) ? undefined : await fitsAt(storage, buckets.identifier, at),
    poured: all.filter(isPoured),
    guess,
  }
  return refusedByFull(storage, { typist, tried }, [buckets.clientAddress, buckets.network])
}

/** An attempt is refused, and not counted, when one of these buckets was full. */
const refusedByFull = async (
  storage: Stores,
  counted: CountedTry,
  buckets: readonly Poured[],
): Promise<Try | { ok: false; until: number }> => {
  const full = buckets.find(({ name }) => !counted.tried.poured.some((poured) => poured.name === name))
  if (!full) return counted.tried
  await storage.tries.uncount(unjudged(counted))
  return { ok: false, until: await fitsAt(storage, full, counted.tried.at) }
}

interface CountedTry {
  typist: Typist
  tried: Try
}

/** The keys of the counters of an attempt, in the order of counting. */
const keysOf = ({ typist, tried }: CountedTry) => {
  const { account, clientAddress, pair, identifier, atBrowser } = subjectsOf(typist)
  return {
    own: (atBrowser ? counterOf('wrongPasswordsAtABrowser', atBrowser) : counterOf('wrongPasswords', pair)).key,
    failure: failureCounter(account, tried.at).key,
    fromAddress: atBrowser ? undefined : counterOf('wrongPasswordsFromAnAddress', { subject: clientAddress }).key,
    forIdentifier: atBrowser ? undefined : counterOf('wrongPasswordsForAnAccount', { subject: identifier }).key,
  }
}

type Keys = ReturnType<typeof keysOf>

const uncounting = (counted: CountedTry, ends: readonly (keyof Keys)[]): Omit<TryToUncount, 'own' | 'failures'> => {
  const { at, poured, guess } = counted.tried
  const counters = Object.entries(keysOf(counted)).flatMap(([name, key]) =>
    key === undefined ? [] : [{ key, ends: ends.includes(name as keyof Keys) }],
  )
  return { at, counters, buckets: poured.map(bucketOf), guess }
}

const unjudged = (counted: CountedTry): TryToUncount => ({
  ...uncounting(counted, []),
  own: undefined,
  failures: [],
})

/** Uncounts an attempt, because its password was not checked. */
export const uncountTry = async ({ storage }: Service, counted: CountedTry): Promise<void> => {
  await storage.tries.uncount(unjudged(counted))
}

/**
 * The counts that end after a correct password: the earlier wrong ones, for this account and from here, were its
 * person's. All other counts stay, because a guesser may own one account, and the owner may sign in while an intruder
 * guesses.
 */
export const uncountedAfterRightPassword = (counted: CountedTry): TryToUncount => ({
  ...uncounting(counted, ['own', 'forIdentifier']),
  own: keysOf(counted).own,
  failures: failureKeys(subjectsOf(counted.typist).account, counted.tried.at),
})

/**
 * Ends the counts of an account whose password was replaced from this client address, including those of correct ones,
 * because its owner signs in. Known browsers are forgotten.
 */
export const resetWrongPasswords = async (
  stores: Stores,
  { accountId, identifiers, from }: { accountId: string; identifiers: readonly Identifier[]; from: From },
): Promise<void> => {
  const names = identifiers.map(({ kind, value }) => `${kind}:${value}`)
  for (const identifier of names) {
    await resetCount(stores, 'wrongPasswords', { subject: identifier, part: limitedClientAddress(from.clientAddress) })
    await resetCount(stores, 'wrongPasswordsForAnAccount', { subject: identifier })
  }
  const ofAccount = ['passwordsForAnAccount', 'passwordsFromAKnownAddress', 'signIns']
  await stores.buckets.reset([...ofAccount, 'passwordsForAnIdentifier'], [accountId, ...names])
}
