import { type Counted, count, counted, forget, limits, uncount } from '../limit/limits'
import type { Stores } from '../stores'
import { days } from '../time'

const name = 'wrongPasswordsOfADay'

/** Failures are counted by the day. Two days are looked at, so that none of the last 24 hours is missed. */
const subjectOf = (account: string, at: number): Counted => ({
  subject: account,
  part: String(Math.floor(at / days(1))),
})

/** Counts a wrong password of an account, wherever it was typed. */
export const countFailure = async (stores: Stores, account: string, at: number): Promise<void> => {
  await count(stores, name, { ...subjectOf(account, at), at })
}

/** Takes one back, because the password was right or was not judged. */
export const uncountFailure = (stores: Stores, account: string, at: number): Promise<void> =>
  uncount(stores, name, subjectOf(account, at))

/**
 * How many wrong passwords came before a right one. Undefined when they are too few to be told. Those that are told
 * count no more.
 */
export const failuresToTell = async (stores: Stores, account: string, at: number): Promise<number | undefined> => {
  const subjects = [subjectOf(account, at), subjectOf(account, at - days(1))]
  let failures = 0
  for (const subject of subjects) failures += await counted(stores, name, { ...subject, at })
  if (failures < limits[name].most) return undefined
  for (const subject of subjects) await forget(stores, name, subject)
  return failures
}
