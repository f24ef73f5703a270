import { hours } from '#account-api/kernel/time'
import type { AccountRecord } from './account-record'

/** How long a method is young: as long as the link in the message about it can take it back. */
export const youngMs = hours(72)

/** When a method counts that an account got at a time, unless two factors that counted have confirmed it. */
export const countsFrom = (since: number): number => since + youngMs

/** The same of a method that the account may lack. */
export const usualCountsFrom = (since: number | null | undefined): number | null =>
  typeof since === 'number' ? countsFrom(since) : null

/** Since when each second factor of an account counts. Null: it has none. */
export type SecondFactors = Pick<AccountRecord, 'authenticatorCountsFrom' | 'passkeyCountsFrom'>

/** The columns of the table of accounts that tell it, for statements that join accounts. */
export const factorColumns = [
  'accounts.authenticator_since',
  'accounts.authenticator_counts_from',
  'accounts.passkey_since',
] as const

/** The same of a row with these columns. */
export const secondFactorsIn = (row: {
  authenticator_since: number | null
  authenticator_counts_from: number | null
  passkey_since: number | null
}): SecondFactors => ({
  authenticatorCountsFrom: row.authenticator_counts_from ?? usualCountsFrom(row.authenticator_since),
  passkeyCountsFrom: usualCountsFrom(row.passkey_since),
})
