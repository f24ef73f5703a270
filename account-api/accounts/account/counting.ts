import { hours } from '#account-api/kernel/time'
import type { AccountRecord } from './account-record'

/** How long a method is young: as long as the link in the message about it can remove it. */
export const youngMs = hours(72)

/**
 * When a method counts, unless two factors that counted have confirmed it. @param since when the account got the method
 */
export const countsFrom = (since: number): number => since + youngMs

/** Like countsFrom, for a method that the account may lack. */
export const usualCountsFrom = (since: number | null | undefined): number | null =>
  typeof since === 'number' ? countsFrom(since) : null

/** Since when each second factor of an account counts. Null: it has none. */
export type SecondFactors = Pick<AccountRecord, 'authenticatorCountsFrom' | 'passkeyCountsFrom'>

/** The columns of accounts that {@link secondFactorsIn} reads, for statements that join accounts. */
export const factorColumns = [
  'accounts.authenticator_since',
  'accounts.authenticator_counts_from',
  'accounts.passkey_since',
] as const

/** Since when the second factors in a row of {@link factorColumns} count. */
export const secondFactorsIn = (row: {
  authenticator_since: number | null
  authenticator_counts_from: number | null
  passkey_since: number | null
}): SecondFactors => ({
  authenticatorCountsFrom: row.authenticator_counts_from ?? usualCountsFrom(row.authenticator_since),
  passkeyCountsFrom: usualCountsFrom(row.passkey_since),
})
