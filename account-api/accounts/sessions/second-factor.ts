import type { AccountRecord } from '../account/account-record'
import type { Setting } from '../service'
import { isNew } from './factors'
import type { SessionRecord } from './session-record'

/** The parts of an account that tell whether it has a second factor. */
export type SecondFactors = Pick<AccountRecord, 'authenticatorSince' | 'passkeySince'>

/**
 * True when an account has a second factor: something that proves its person beside a password and the codes that are sent.
 * A new authenticator counts from its first day, as it is asked for and takes nothing back. A passkey counts when its
 * owner has had the time to object.
 */
export const hasSecondFactor = (
  setting: Pick<Setting, 'now'>,
  { authenticatorSince, passkeySince }: SecondFactors,
): boolean => authenticatorSince !== null || (passkeySince !== null && !isNew(setting, passkeySince))

/** The proofs of a session, as far as they show a second factor. */
export interface Showing {
  factors: Pick<SessionRecord['factors'], 'passkey'>
}

/**
 * True when a session has shown the second factor of its account. An authenticator is there for sign-ins to ask for it, as
 * its person wants. No sign-in asks for a passkey, so one counts in sessions that have proven it.
 */
export const hasShownFactor = (
  { authenticatorSince, passkeySince }: SecondFactors,
  { factors: { passkey: provenAt } }: Showing,
): boolean => authenticatorSince !== null || (passkeySince !== null && provenAt !== null && provenAt >= passkeySince)

/** The columns of the table of accounts that tell it, for statements that join accounts. */
export const factorColumns = ['accounts.authenticator_since', 'accounts.passkey_since'] as const

/** The same of a row with these columns. */
export const secondFactorsIn = (row: {
  authenticator_since: number | null
  passkey_since: number | null
}): SecondFactors => ({ authenticatorSince: row.authenticator_since, passkeySince: row.passkey_since })
