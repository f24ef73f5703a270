import type { Stores } from '../service'
import { days, hours, minutes, seconds } from '../time'

/** How often something may happen, and for how long it has to wait after that. */
interface Limit {
  most: number
  durationMs: number
  /** Whether its subjects are accounts and identifiers. Such counters are erased with the account. */
  isPersonal?: true
}

/** What is counted for whom. `part` tells several counters of one subject from each other. */
export interface Counted {
  subject: string
  part?: string | undefined
}

export const limits = {
  wrongPasswords: { most: 10, durationMs: minutes(15), isPersonal: true },
  wrongPasswordsForAnAccount: { most: 5, durationMs: minutes(15), isPersonal: true },
  wrongPasswordsFromAnAddress: { most: 5, durationMs: minutes(15) },
  wrongPasswordsAtABrowser: { most: 10, durationMs: minutes(15), isPersonal: true },
  /** From so many on, a right one is told. The second day lets yesterday's be read. */
  wrongPasswordsOfADay: { most: 10, durationMs: days(2), isPersonal: true },
  usernameChoices: { most: 50, durationMs: days(1), isPersonal: true },
  registeredChecks: { most: 10, durationMs: days(1) },
  oldNumberUses: { most: 1, durationMs: days(1), isPersonal: true },
  pendingChanges: { most: 5, durationMs: days(1), isPersonal: true },
  addressesPutBack: { most: 1, durationMs: days(30), isPersonal: true },
  newPictures: { most: 20, durationMs: days(1), isPersonal: true },
  invitationLists: { most: 20, durationMs: days(1), isPersonal: true },
  exports: { most: 10, durationMs: days(1), isPersonal: true },
  serviceTickets: { most: 300, durationMs: hours(1), isPersonal: true },
  shareTickets: { most: 300, durationMs: hours(1), isPersonal: true },
  appCodes: { most: 300, durationMs: hours(1), isPersonal: true },
  returnAddresses: { most: 100, durationMs: hours(1) },
  openRequests: { most: 300, durationMs: hours(1), isPersonal: true },
  newAuthorisations: { most: 20, durationMs: days(1), isPersonal: true },
  /** From so many on, each needs a captcha. */
  openRequestsFromAnAddress: { most: 300, durationMs: hours(1) },
  manyOpenRequestsFromAnAddress: { most: 10_000, durationMs: hours(1) },
  signOutRequestsFromAnAddress: { most: 1000, durationMs: hours(1) },
  deviceRequestsFromAnAddress: { most: 300, durationMs: hours(1) },
  wrongUserCodes: { most: 10, durationMs: minutes(15), isPersonal: true },
  wrongUserCodesFromAnAddress: { most: 10, durationMs: minutes(15) },
  /** Of all visitors who are signed out. From so many on, only who signs in first may type one. */
  wrongUserCodesOfVisitors: { most: 1000, durationMs: hours(1) },
  /** A little less than a device is told to wait between two questions. */
  questionsOfADevice: { most: 1, durationMs: seconds(4) },
  warningsOfACap: { most: 1, durationMs: hours(1) },
  domainChecks: { most: 30, durationMs: hours(1) },
  domainJoins: { most: 10, durationMs: hours(1), isPersonal: true },
  answersToADecision: { most: 5, durationMs: minutes(15) },
  challengesOfADecision: { most: 20, durationMs: minutes(15) },
} as const satisfies Record<string, Limit>

type LimitName = keyof typeof limits

const keyOf = (name: LimitName, { subject, part }: Counted): string =>
  part === undefined ? `${name}:${subject}` : `${name}:${subject}:${part}`

/** The counter of a limit, for what counts several at once. */
export const counterOf = (name: LimitName, of: Counted) => {
  const { most, durationMs, isPersonal }: Limit = limits[name]
  return { key: keyOf(name, of), subject: isPersonal ? of.subject : null, durationMs, cap: most }
}

/** Counts one more. Answers whether the limit is kept, and if not, until when it holds. */
export const count = async (
  stores: Stores,
  name: LimitName,
  { at, ...of }: Counted & { at: number },
): Promise<{ within: boolean; until: number }> => {
  const { key, ...counter } = counterOf(name, of)
  const { count, expiresAt } = await stores.counters.add(key, { ...counter, at })
  return { within: count <= limits[name].most, until: expiresAt }
}

/** The count so far. */
export const counted = (stores: Stores, name: LimitName, { at, ...of }: Counted & { at: number }): Promise<number> =>
  stores.counters.read(keyOf(name, of), at, limits[name].durationMs)

/** Takes one count back, when what was counted turned out to be fine. */
export const uncount = (stores: Stores, name: LimitName, of: Counted): Promise<void> =>
  stores.counters.takeBack(keyOf(name, of))

export const forget = (stores: Stores, name: LimitName, of: Counted): Promise<void> =>
  stores.counters.reset(keyOf(name, of))
