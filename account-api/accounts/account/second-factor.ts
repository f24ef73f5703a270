import type { AccountRecord } from './account-record'

/** The parts of an account that tell whether it has a second factor. */
export type SecondFactors = Pick<AccountRecord, 'authenticatorSince'>

/**
 * True when an account has a second factor: something that proves its person beside a password and the codes that are sent.
 * A new factor counts from its first day, as it is asked for and takes nothing back.
 */
export const hasSecondFactor = ({ authenticatorSince }: SecondFactors): boolean => authenticatorSince !== null

/** The columns of the table of accounts that tell it, for statements that join accounts. */
export const factorColumns = ['accounts.authenticator_since'] as const

/** The same for a row with these columns. */
export const hasSecondFactorIn = (row: { authenticator_since: number | null }): boolean =>
  hasSecondFactor({ authenticatorSince: row.authenticator_since })
