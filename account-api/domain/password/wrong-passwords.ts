import type { Identifier } from '../account/identifier'
import type { From } from '../activity/activity'
import type { Familiarity } from '../known-browser/familiarity'
import { limitedClientAddress, networkOf } from '../limit/client-address'
import { type Poured, pour, unpour } from '../limit/leaky-bucket'
import { count, counted, forget, uncount } from '../limit/limits'
import { inTransaction, type Rule, type Service } from '../service'
import type { Stores } from '../stores'
import { type CountedGuess, countGuess, isBraked, uncountGuess } from './brake'
import { countFailure, uncountFailure } from './failures'

/** Who types a password: the identifier, the account that has it, and what the account knows of the browser. */
export interface Typist {
  identifier: Identifier
  accountId: string | undefined
  from: From
  familiarity: Familiarity
}

/** A try that was counted before its password is judged. */
export interface Try {
  ok: true
  at: number
  needsCaptcha: boolean
  /** False when the right password would be refused, too. */
  isJudged: boolean
  /** What a wrong password is told: until when the identifier is locked. Undefined when it is not. */
  lockedUntil: number | undefined
  /** The buckets that the try was added to. */
  poured: readonly Poured[]
  guess: CountedGuess | undefined
}

/** Thrown inside the transaction, so that a try that is not judged does not count. */
class Over extends Error {
  constructor(readonly until: number) {
    super('over limit')
  }
}

/** The subjects that wrong passwords are counted by. An identifier without an account has one of its own, too. */
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
      // A known client address has a share of its own. Either way one bucket is poured into, so the time tells nothing.
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
 * Counts a try before its password is judged, so that tries at the same time are counted, too. A known browser has
 * counts of its own, which nobody else can use up.
 * @returns when the lock ends, if the try is refused
 */
export const countTry = async (service: Service, typist: Typist): Promise<Try | { ok: false; until: number }> => {
  try {
    return await countOrThrow(service, typist)
  } catch (error) {
    if (error instanceof Over) return { ok: false, until: error.until }
    throw error
  }
}

const countOrThrow = inTransaction<Typist, Try>(async (setting, stores, typist) => {
  const at = setting.now()
  const counted = typist.familiarity?.by === 'browser' ? atBrowser : elsewhere
  return counted(setting, stores, { typist, at })
})

const within = ({ within, until }: { within: boolean; until: number }): void => {
  if (!within) throw new Over(until)
}

const atBrowser: Rule<{ typist: Typist; at: number }, Try> = async (_setting, stores, { typist, at }) => {
  const { account, atBrowser: browser = { subject: account }, buckets } = subjectsOf(typist)
  within(await count(stores, 'wrongPasswordsAtABrowser', { ...browser, at }))
  within(await pour(stores, buckets.browser, at))
  await countFailure(stores, account, at)
  const soFar = await counted(stores, 'wrongPasswordsAtABrowser', { ...browser, at })
  return {
    ok: true,
    at,
    needsCaptcha: soFar > captchaAfter,
    isJudged: true,
    lockedUntil: undefined,
    poured: [buckets.browser],
    guess: undefined,
  }
}

/** As many wrong passwords as ask for a captcha elsewhere, too (domain/limit/limits). */
const captchaAfter = 5

/**
 * Every statement runs for every identifier. The rows are locked in this order everywhere: the failures of the account,
 * the counters of client address, pair and identifier, their buckets, and what all share. What belongs to a browser
 * alone comes before all of these. So two calls at once never wait for each other.
 */
const elsewhere: Rule<{ typist: Typist; at: number }, Try> = async (_setting, stores, { typist, at }) => {
  const { identifier, account, clientAddress, pair, buckets } = subjectsOf(typist)
  await countFailure(stores, account, at)
  const fromAddress = await count(stores, 'wrongPasswordsFromAnAddress', { subject: clientAddress, at })
  within(await count(stores, 'wrongPasswords', { ...pair, at }))
  const forIdentifier = await count(stores, 'wrongPasswordsForAnAccount', { subject: identifier, at })
  within(await pour(stores, buckets.clientAddress, at))
  within(await pour(stores, buckets.network, at))
  const shown = await pour(stores, buckets.identifier, at)
  const hidden = await pour(stores, buckets.share, at)
  const guess = await countGuess(stores, at)
  return {
    ok: true,
    at,
    needsCaptcha: !forIdentifier.within || !fromAddress.within || (await isBraked(stores, at)),
    isJudged: hidden.within && (typist.familiarity !== undefined || shown.within),
    lockedUntil: shown.within ? undefined : shown.until,
    poured: [
      buckets.clientAddress,
      buckets.network,
      ...(shown.within ? [buckets.identifier] : []),
      ...(hidden.within ? [buckets.share] : []),
    ],
    guess,
  }
}

/** A try that was counted, and who made it. */
interface CountedTry {
  typist: Typist
  tried: Try
}

/** Takes a try back, because its password was not judged. */
export const uncountTry = inTransaction<CountedTry, void>(async (_setting, stores, { typist, tried }) => {
  const { account, clientAddress, pair, identifier, atBrowser } = subjectsOf(typist)
  if (atBrowser) {
    await uncount(stores, 'wrongPasswordsAtABrowser', atBrowser)
    await takeBack(stores, tried, 1)
    return uncountFailure(stores, account, tried.at)
  }
  await uncountFailure(stores, account, tried.at)
  await uncount(stores, 'wrongPasswordsFromAnAddress', { subject: clientAddress })
  await uncount(stores, 'wrongPasswords', pair)
  await uncount(stores, 'wrongPasswordsForAnAccount', { subject: identifier })
  await takeBack(stores, tried, 1)
})

/**
 * Ends the counts after a right password: the wrong ones before it, of this account and from here, were its person's.
 * Whatever else was counted stays: a guesser may own one account, and the owner may sign in while somebody guesses.
 */
export const forgetAfterRightPassword = async (stores: Stores, { typist, tried }: CountedTry): Promise<void> => {
  const { account, clientAddress, pair, identifier, atBrowser } = subjectsOf(typist)
  const { at } = tried
  if (atBrowser) {
    const own = await counted(stores, 'wrongPasswordsAtABrowser', { ...atBrowser, at })
    await forget(stores, 'wrongPasswordsAtABrowser', atBrowser)
    await takeBack(stores, tried, own)
    return uncountFailure(stores, account, at)
  }
  await uncountFailure(stores, account, at)
  const own = await counted(stores, 'wrongPasswords', { ...pair, at })
  await uncount(stores, 'wrongPasswordsFromAnAddress', { subject: clientAddress })
  await forget(stores, 'wrongPasswords', pair)
  await forget(stores, 'wrongPasswordsForAnAccount', { subject: identifier })
  await takeBack(stores, tried, own)
}

/** Takes back what a number of tries has poured. */
const takeBack = async (stores: Stores, { poured, guess }: Try, tries: number): Promise<void> => {
  for (const bucket of poured) await unpour(stores, bucket, tries)
  if (guess) await uncountGuess(stores, guess)
}

/** Ends the counts of an account whose password was replaced from this client address. Known browsers are forgotten. */
export const forgetWrongPasswords = async (
  stores: Stores,
  { accountId, identifiers, from }: { accountId: string; identifiers: readonly Identifier[]; from: From },
): Promise<void> => {
  const names = identifiers.map(({ kind, value }) => `${kind}:${value}`)
  for (const identifier of names) {
    await forget(stores, 'wrongPasswords', { subject: identifier, part: limitedClientAddress(from.clientAddress) })
    await forget(stores, 'wrongPasswordsForAnAccount', { subject: identifier })
  }
  await stores.buckets.drop(['passwordsForAnIdentifier'], names)
  await stores.buckets.drop(['passwordsForAnAccount', 'passwordsFromAKnownAddress'], [accountId])
}
