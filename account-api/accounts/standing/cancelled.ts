import type { AccountProfile, AccountRecord } from '#account-api/accounts/account/account-record'
import { timeZoneOf } from '#account-api/accounts/account/time-zone'
import { recordAndTell } from '#account-api/accounts/notices/notice'
import { dropPendingChanges } from '#account-api/accounts/pending-changes/pending-change'
import type { Deployment, Rule, Transaction } from '#account-api/accounts/service'
import { restorePurpose } from '#account-api/accounts/sessions/end-sign-ins'
import type { Opening } from '#account-api/accounts/sessions/session'
import type { From } from '#account-api/kernel/from'
import { hashToken } from '#account-api/kernel/random'
import { issueAskingTicket } from '#account-api/kernel/tickets/ticket'
import { days } from '#account-api/kernel/time'

export const erasedAt = (deployment: Deployment): number =>
  deployment.now() + days(deployment.policy.retention.cancelled_account_days)

/** The answer to a correct sign-in to a cancelled account: no session, but a ticket to restore it if requested. */
export interface StillCancelled {
  ok: false
  code: 'account_cancelled'
  ticket: string | undefined
  restorableUntil: number
  timeZone: string | null
}

export type SignedInBy = Pick<Opening, 'way' | 'proves' | 'provenAt'>

/**
 * Issues the ticket that restores a cancelled account, to a person who has just signed in. Nobody else learns that the
 * account is cancelled. `restores`: the caller wants the ticket.
 */
export const offerToRestore = async (
  stores: Transaction,
  account: AccountRecord & { eraseAt: number },
  { by, restores = true }: { by: SignedInBy; restores?: boolean | undefined },
): Promise<StillCancelled> => {
  const entitles: Restoring = { restored: restoredValue(account), by }
  const entitled = { purpose: restorePurpose, accountId: account.id, value: JSON.stringify(entitles) }
  const ticket = restores ? await issueAskingTicket(stores, entitled) : undefined
  const profile = await stores.accounts.profile(account.id)
  const timeZone = profile ? timeZoneOf(profile) : null
  return { ok: false, code: 'account_cancelled', ticket, restorableUntil: account.eraseAt, timeZone }
}

export interface Restoring {
  restored: string
  by: SignedInBy
}

/** Binds the ticket to this cancellation and to the password. A reset of the password ends the ticket. */
export const restoredValue = ({ eraseAt, passwordHash }: Pick<AccountRecord, 'eraseAt' | 'passwordHash'>): string =>
  `${eraseAt}:${hashToken(passwordHash ?? '')}`

interface Keeping {
  account: AccountProfile
  from: From
}

/** Ends the cancellation of an account, if it is cancelled. The account has to be locked. */
export const endCancellation: Rule<Keeping, boolean> = async (stores, { account, from }) => {
  if (account.eraseAt === null || !(await stores.standing.restore(account.id, account.eraseAt))) return false
  await dropPendingChanges(stores, { accountId: account.id, from })
  return true
}

/** Ends the cancellation of an account, and notifies its person. */
export const keepAccount = async (stores: Transaction, keeping: Keeping): Promise<boolean> => {
  const { account, from } = keeping
  if (!(await endCancellation(stores, keeping))) return false
  await recordAndTell(stores, { account, change: 'cancellation_undone', from })
  return true
}
