import { type Counted, counterOf, limits, resetCount } from '#account-api/kernel/limits/limits'
import { days } from '#account-api/kernel/time'
import type { Stores } from '#account-api/verification/service'

const name = 'wrongPasswordsOfADay'

/** From this many failures on, the account is notified of a correct password. */
export const failuresToTell = limits[name].most

/** Failures are counted by the day. Two days are read, so none of the last 24 hours is missed. */
const subjectOf = (account: string, at: number): Counted => ({
  subject: account,
  part: String(Math.floor(at / days(1))),
})

/** The counter of the wrong passwords of an account, wherever they are typed. */
export const failureCounter = (account: string, at: number) => counterOf(name, subjectOf(account, at))

/** The keys of the counters that show how many wrong passwords came before a correct one. */
export const failureKeys = (account: string, at: number): string[] =>
  [at, at - days(1)].map((day) => failureCounter(account, day).key)

/** Reported failures no longer count. */
export const resetFailures = async (stores: Stores, account: string, at: number): Promise<void> => {
  for (const day of [at, at - days(1)]) await resetCount(stores, name, subjectOf(account, day))
}
