import type { Identifier } from '../account/identifier'
import { limitedClientAddress } from '../limit/client-address'
import { count, forget, uncount } from '../limit/limits'
import { inTransaction } from '../service'
import type { Stores, Transaction } from '../stores'

/** The identifier that was typed with a password, and the client address. */
export interface Typist {
  identifier: Identifier
  clientAddress: string
}

/** The subjects that wrong passwords are counted by. */
const subjectsOf = ({ identifier: { kind, value }, clientAddress }: Typist) => {
  const account = `${kind}:${value}`
  const from = limitedClientAddress(clientAddress)
  return { account, from, pair: `${account}:${from}` }
}

export interface Counted {
  /** False when the account is locked for this client address. */
  within: boolean
  /** When the lock ends. */
  until: number
  /** True when a captcha is needed. */
  areMany: boolean
}

/**
 * Counts one wrong password in three counters: one locks, two ask for a captcha. The counter of the client address is
 * always the first, so that two calls at once never wait for each other. One transaction waits for the disk once.
 */
export const countWrongPassword = inTransaction<Typist, Counted>(async (setting, stores, typist) => {
  const { account, from, pair } = subjectsOf(typist)
  const at = setting.now()
  const fromAddress = await count(stores, 'wrongPasswordsFromAnAddress', { subject: from, at })
  const { within, until } = await count(stores, 'wrongPasswords', { subject: pair, at })
  const forAccount = await count(stores, 'wrongPasswordsForAnAccount', { subject: account, at })
  return { within, until, areMany: !forAccount.within || !fromAddress.within }
})

/** Takes one count back, because the password was not judged. */
export const uncountWrongPassword = inTransaction<Typist, void>(async (_setting, stores, typist) => {
  const { account, from, pair } = subjectsOf(typist)
  await uncount(stores, 'wrongPasswordsFromAnAddress', from)
  await uncount(stores, 'wrongPasswords', pair)
  await uncount(stores, 'wrongPasswordsForAnAccount', account)
})

/**
 * Ends the counts after a right password. The client address keeps the count of its other tries: a guesser may own one
 * account.
 */
export const forgetAfterRightPassword = async (stores: Transaction, typist: Typist): Promise<void> => {
  await uncount(stores, 'wrongPasswordsFromAnAddress', subjectsOf(typist).from)
  await forgetWrongPasswords(stores, typist)
}

/** Ends the counts of an account whose password was replaced from this client address. */
export const forgetWrongPasswords = async (stores: Stores, typist: Typist): Promise<void> => {
  const { account, pair } = subjectsOf(typist)
  await forget(stores, 'wrongPasswords', pair)
  await forget(stores, 'wrongPasswordsForAnAccount', account)
}
