import type { AccountRecord } from '#account-api/accounts/account/account-record'
import type { Stores, Transaction } from '#account-api/accounts/service'
import { pour } from '#account-api/kernel/limits/leaky-bucket'
import { hashToken } from '#account-api/kernel/random'
import { waitingPurpose } from '#account-api/kernel/tickets/purposes'
import { findTicket, issueTicket } from '#account-api/kernel/tickets/ticket'
import { minutes } from '#account-api/kernel/time'
import { factorOfWay } from './factor'
import { type Beginning, type StartedSession, startWithoutAsking, TooManySignIns } from './session'

/** A correct sign-in that waits for the authenticator. It is not a session, and allows nothing else. */
export interface WaitingSignIn {
  waits: true
  accountId: string
  ticket: string
  expiresAt: number
  /** The activity entry, as for a session. */
  failures?: number
}

export type Entered = StartedSession | WaitingSignIn

export const isWaiting = (entered: Entered): entered is WaitingSignIn => 'waits' in entered

/** What a ticket keeps of a sign-in until the authenticator is proven. */
type Kept = Pick<Beginning, 'way' | 'proves' | 'origin' | 'endOthers' | 'identityId' | 'isTold'>

const lifetimeMs = minutes(15)

/** Identifies a password hash without revealing it. */
const markOf = ({ passwordHash }: Pick<AccountRecord, 'passwordHash'>): string => hashToken(passwordHash ?? '')

/**
 * Starts a session, or, if the account requires its authenticator, a waiting sign-in. Until then no browser becomes
 * known, no other session ends, and no call works.
 * @throws AccountChanged
 * @throws TooManySignIns
 */
export const startSession = async (stores: Transaction, beginning: Beginning): Promise<Entered> => {
  const { account, way, proves, origin, endOthers, identityId, isTold, tried, waits = false } = beginning
  if (!account.asksAuthenticator && !waits) return startWithoutAsking(stores, beginning)
  const at = stores.setting.now()
  const poured = { name: 'signIns', subject: account.id, part: `${way} waits` } as const
  const { within, until } = await pour(stores, poured, at)
  if (!within) throw new TooManySignIns(until)
  const failures = tried ? await stores.tries.takeBack(tried) : 0
  const factor = factorOfWay[way]
  const kept: Kept = {
    way,
    proves: proves ?? (factor ? [factor] : []),
    ...(origin && { origin }),
    ...(endOthers !== undefined && { endOthers }),
    ...(identityId !== undefined && { identityId }),
    ...(isTold !== undefined && { isTold }),
  }
  const ticket = await issueTicket(stores, {
    purpose: waitingPurpose,
    value: JSON.stringify({ kept, mark: markOf(account) }),
    accountId: account.id,
    lifetimeMs,
  })
  return { waits: true, accountId: account.id, ticket, expiresAt: at + lifetimeMs, failures }
}

/**
 * The sign-in that waits with a ticket. It ends together with the account's sessions. Undefined when the ticket was
 * used or has ended, or the password has changed since.
 */
export const findWaiting = async (
  stores: Stores,
  ticket: string,
): Promise<{ accountId: string; kept: Kept; fits: (account: AccountRecord) => boolean } | undefined> => {
  const found = await findTicket(stores, ticket, [waitingPurpose])
  if (!found?.accountId) return undefined
  const { kept, mark } = JSON.parse(found.value) as { kept: Kept; mark: string }
  return { accountId: found.accountId, kept, fits: (account) => markOf(account) === mark }
}
