import type { Stores } from '#account-api/kernel/service'
import { days, hours, minutes, seconds } from '#account-api/kernel/time'

/** How often something may happen, and how long it is blocked afterwards. */
interface Limit {
  most: number
  durationMs: number
  /** True when its subjects are accounts and identifiers. Such counters are erased with the account. */
  isPersonal?: true
}

/** A counter: the limit and its subject. `part` distinguishes several counters of one subject. */
export interface Counted {
  subject: string
  part?: string | undefined
}

export const limits = {
  wrongPasswords: { most: 10, durationMs: minutes(15), isPersonal: true },
  wrongPasswordsForAnAccount: { most: 5, durationMs: minutes(15), isPersonal: true },
  wrongPasswordsFromAnAddress: { most: 5, durationMs: minutes(15) },
  wrongPasswordsAtABrowser: { most: 10, durationMs: minutes(15), isPersonal: true },
  /**
   * From this count on, the next correct password notifies the account. The duration of two days keeps yesterday's
   * count readable.
   */
  wrongPasswordsOfADay: { most: 10, durationMs: days(2), isPersonal: true },
  /** Sign-ins from browsers that an account does not know. Its addresses are notified. */
  newBrowsersTold: { most: 5, durationMs: days(1), isPersonal: true },
  /** New-browser sign-ins notified by SMS. Each SMS costs money, so accounts must not become a way to send them. */
  newBrowsersToldBySms: { most: 2, durationMs: days(1), isPersonal: true },
  /** Sign-ins from one source: a double click notifies once. */
  newBrowsersOfASource: { most: 1, durationMs: minutes(1), isPersonal: true },
  usernameChoices: { most: 50, durationMs: days(1), isPersonal: true },
  registeredChecks: { most: 10, durationMs: days(1) },
  guessedAuthenticators: { most: 1, durationMs: days(1), isPersonal: true },
  oldNumberUses: { most: 1, durationMs: days(1), isPersonal: true },
  pendingChanges: { most: 5, durationMs: days(1), isPersonal: true },
  /** From this count on, another recovery needs two operators. */
  recoveriesStopped: { most: 1, durationMs: days(7), isPersonal: true },
  addressesPutBack: { most: 1, durationMs: days(30), isPersonal: true },
  newPictures: { most: 20, durationMs: days(1), isPersonal: true },
  invitationLists: { most: 20, durationMs: days(1), isPersonal: true },
  /** Refusals stored as events of an account. Its own acts have no limit here. */
  refusedActs: { most: 100, durationMs: days(1), isPersonal: true },
  exports: { most: 10, durationMs: days(1), isPersonal: true },
  serviceTickets: { most: 300, durationMs: hours(1), isPersonal: true },
  siteTickets: { most: 300, durationMs: hours(1), isPersonal: true },
  deskTickets: { most: 30, durationMs: hours(1), isPersonal: true },
  shareTickets: { most: 300, durationMs: hours(1), isPersonal: true },
  appCodes: { most: 300, durationMs: hours(1), isPersonal: true },
  returnAddresses: { most: 100, durationMs: hours(1) },
  openRequests: { most: 300, durationMs: hours(1), isPersonal: true },
  newAuthorisations: { most: 20, durationMs: days(1), isPersonal: true },
  /** From this count on, each needs a captcha. */
  openRequestsFromAnAddress: { most: 300, durationMs: hours(1) },
  manyOpenRequestsFromAnAddress: { most: 10_000, durationMs: hours(1) },
  signOutRequestsFromAnAddress: { most: 1000, durationMs: hours(1) },
  deviceRequestsFromAnAddress: { most: 300, durationMs: hours(1) },
  /** Requests for metadata documents of clients, each to a server that a visitor names. */
  documentsFromAnAddress: { most: 30, durationMs: hours(1) },
  documentsOfAHost: { most: 60, durationMs: hours(1) },
  tokensOfAProgram: { most: 10_000, durationMs: hours(1) },
  wrongUserCodes: { most: 10, durationMs: minutes(15), isPersonal: true },
  wrongUserCodesFromAnAddress: { most: 10, durationMs: minutes(15) },
  /** Counted over all signed-out visitors. From this count on, a person has to sign in before typing a code. */
  wrongUserCodesOfVisitors: { most: 1000, durationMs: hours(1) },
  /** Slightly less than the polling interval that a device is given. */
  questionsOfADevice: { most: 1, durationMs: seconds(4) },
  warningsOfACap: { most: 1, durationMs: hours(1) },
  domainChecks: { most: 30, durationMs: hours(1) },
  domainJoins: { most: 10, durationMs: hours(1), isPersonal: true },
  joinRequests: { most: 10, durationMs: days(1), isPersonal: true },
  joinNotices: { most: 1, durationMs: hours(1) },
  ruleNotices: { most: 3, durationMs: days(7) },
  wrongOperatorKeysFromAnAddress: { most: 20, durationMs: minutes(15) },
  answersToADecision: { most: 5, durationMs: minutes(15) },
  /** Captchas passed by waiting. */
  waitsFromAnAddress: { most: 30, durationMs: days(1) },
  waitsFromANetwork: { most: 300, durationMs: days(1) },
  challengesOfADecision: { most: 20, durationMs: minutes(15) },
} as const satisfies Record<string, Limit>

type LimitName = keyof typeof limits

const keyOf = (name: LimitName, { subject, part }: Counted): string =>
  part === undefined ? `${name}:${subject}` : `${name}:${subject}:${part}`

/** The counter of a limit, for callers that count several in one statement. */
export const counterOf = (name: LimitName, of: Counted) => {
  const { most, durationMs, isPersonal }: Limit = limits[name]
  return { key: keyOf(name, of), subject: isPersonal ? of.subject : null, durationMs, cap: most }
}

/** Adds one. Returns whether the limit is kept, how many are left, and, if it is exceeded, until when it blocks. */
export const count = async (
  stores: Stores,
  name: LimitName,
  { at, ...of }: Counted & { at: number },
): Promise<{ within: boolean; left: number; until: number }> => {
  const { key, ...counter } = counterOf(name, of)
  const { count, expiresAt } = await stores.counters.add(key, { ...counter, at })
  const left = limits[name].most - count
  return { within: left >= 0, left: Math.max(left, 0), until: expiresAt }
}

export const counted = (stores: Stores, name: LimitName, { at, ...of }: Counted & { at: number }): Promise<number> =>
  stores.counters.read(keyOf(name, of), at, limits[name].durationMs)

/** Uncounts an attempt that turned out to be legitimate. */
export const uncount = (stores: Stores, name: LimitName, of: Counted): Promise<void> =>
  stores.counters.uncount(keyOf(name, of))

export const resetCount = (stores: Stores, name: LimitName, of: Counted): Promise<void> =>
  stores.counters.reset([keyOf(name, of)])
