import type { AccountRecord } from '#account-api/accounts/account/account-record'
import type { Stores, Transaction } from '#account-api/accounts/service'
import { pour } from '#account-api/kernel/limits/leaky-bucket'
import { hashToken } from '#account-api/kernel/random'
import { findTicket, issueTicket } from '#account-api/kernel/tickets/ticket'
import { minutes } from '#account-api/kernel/time'
import { pendingSignInPurpose } from './end-sign-ins'
import { factorOfWay } from './factor'
import { type OpenedSession, type Opening, openSession, TooManySignIns } from './session'

/** A correct sign-in that still needs the authenticator. It is not a session, and allows nothing else. */
export interface PendingSignIn {
  accountId: string
  ticket: string
  expiresAt: number
}

/** What a correct sign-in gives: a session, or a pending sign-in. */
export type SignIn = {
  /** How many wrong passwords for the account came before the right one. */
  failures?: number | undefined
} & ({ session: OpenedSession; pending?: undefined } | { pending: PendingSignIn; session?: undefined })

/** What a ticket keeps of a sign-in until the authenticator is proven. */
type Kept = Pick<Opening, 'way' | 'proves' | 'origin' | 'endOthers' | 'memberId' | 'isTold'>

const lifetimeMs = minutes(15)

/** Identifies a password hash without revealing it. */
const markOf = ({ passwordHash }: Pick<AccountRecord, 'passwordHash'>): string => hashToken(passwordHash ?? '')

/**
 * Opens a session, or, if the account requires its authenticator, keeps the sign-in pending. Until the authenticator is
 * proven, no browser becomes known, no other session ends, and no call works.
 * @throws AccountChanged
 * @throws TooManySignIns
 */
export const signIn = async (stores: Transaction, opening: Opening): Promise<SignIn> => {
  const {
    account,
    way,
    proves,
    origin,
    endOthers,
    memberId,
    isTold,
    tried,
    needsAuthenticator = account.asksAuthenticator,
  } = opening
  if (!needsAuthenticator) {
    const session = await openSession(stores, opening)
    return { session, failures: session.failures }
  }
  const at = stores.deployment.now()
  const poured = { name: 'signIns', subject: account.id, part: `${way} waits` } as const
  const { within, until } = await pour(stores, poured, at)
  if (!within) throw new TooManySignIns(until)
  const failures = tried ? await stores.tries.uncount(tried) : 0
  const factor = factorOfWay[way]
  const kept: Kept = {
    way,
    proves: proves ?? (factor ? [factor] : []),
    ...(origin && { origin }),
    ...(endOthers !== undefined && { endOthers }),
    ...(memberId !== undefined && { memberId }),
    ...(isTold !== undefined && { isTold }),
  }
  const ticket = await issueTicket(stores, {
    purpose: pendingSignInPurpose,
    value: JSON.stringify({ kept, mark: markOf(account) }),
    accountId: account.id,
    lifetimeMs,
  })
  return { pending: { accountId: account.id, ticket, expiresAt: at + lifetimeMs }, failures }
}

/**
 * The pending sign-in of a ticket. It ends together with the account's sessions. Undefined when the ticket was
 * used or has ended, or the password has changed since.
 */
export const findPendingSignIn = async (
  stores: Stores,
  ticket: string,
): Promise<{ accountId: string; kept: Kept; fits: (account: AccountRecord) => boolean } | undefined> => {
  const found = await findTicket(stores, ticket, [pendingSignInPurpose])
  if (!found?.accountId) return undefined
  const { kept, mark } = JSON.parse(found.value) as { kept: Kept; mark: string }
  return { accountId: found.accountId, kept, fits: (account) => markOf(account) === mark }
}
