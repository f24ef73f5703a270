import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { isOpen } from '#account-api/accounts/account/account-record'
import { timeZoneOf } from '#account-api/accounts/account/time-zone'
import { reportLost } from '#account-api/accounts/method-changes/change'
import { recordAndTell } from '#account-api/accounts/notices/notice'
import type { Asked } from '#account-api/accounts/pending-changes/pending-change'
import { pendingSignInPurpose } from '#account-api/accounts/sessions/end-sign-ins'
import { findPendingSignIn } from '#account-api/accounts/sessions/pending-sign-in'
import { type OpenedSession, openSession } from '#account-api/accounts/sessions/session'
import type { From } from '#account-api/kernel/from'
import { count } from '#account-api/kernel/limits/limits'
import { redeemTicket } from '#account-api/kernel/tickets/ticket'
import { inTransaction, type Rule, type Transaction } from '#account-api/sign-in/service'
import { judgeFactorCode, type WrongFactorCode } from '#account-api/verification/authenticators/judge-code'

const refused = { ok: false, code: 'ticket_refused' } as const

const lockPending = async (stores: Transaction, ticket: string) => {
  const seen = await findPendingSignIn(stores, ticket)
  if (!seen) return undefined
  await stores.accounts.lock(seen.accountId)
  // What ends the sessions of an account also ends the ticket, under this lock.
  const pending = await findPendingSignIn(stores, ticket)
  const account: AccountProfile | undefined = pending && (await stores.accounts.profile(seen.accountId))
  const fits = account && isOpen(account) && pending?.fits(account) && account.authenticatorSince !== null
  return pending && account && fits ? { kept: pending.kept, account } : undefined
}

interface Guessed {
  account: AccountProfile
  judged: WrongFactorCode
  from: From
}

/**
 * Notifies the addresses of an account, once a day, that somebody else has its first factor, because too many wrong
 * codes were entered.
 */
const tellGuesses: Rule<Guessed, void> = async (stores, { account, judged, from }) => {
  if (judged.code !== 'code_wrong' || judged.triesLeft > 0) return
  const { id: accountId } = account
  if (!(await count(stores, 'guessedAuthenticators', { subject: accountId, at: stores.deployment.now() })).within)
    return
  await recordAndTell(stores, { account, change: 'authenticator_guessed', from })
}

interface Presented {
  ticket: string
  from: From
}

/**
 * Completes a sign-in with a code of the account's authenticator, or a recovery code. A wrong code leaves the ticket,
 * and counts as an attempt on the account.
 */
export const completeSignIn = inTransaction<
  Presented & { code: string },
  { ok: true; session: OpenedSession } | WrongFactorCode | typeof refused
>(async (stores, { ticket, code, from }) => {
  const found = await lockPending(stores, ticket)
  if (!found) return refused
  const { account, kept } = found
  const judged = await judgeFactorCode(stores, { account, code, place: 'sign_in', from })
  if (!judged.ok) {
    await tellGuesses(stores, { account, judged, from })
    return judged
  }
  if (!(await redeemTicket(stores, ticket, pendingSignInPurpose))) return refused
  const proves = [...(kept.proves ?? []), 'authenticator' as const]
  return { ok: true, session: await openSession(stores, { ...kept, proves, account, from }) }
})

/**
 * Requests the removal of an authenticator, for a person who has lost its device and the recovery codes. Any use of the
 * authenticator stops it.
 */
export const reportLostAuthenticator = inTransaction<
  Presented,
  { ok: true; takesEffectAt: number; timeZone: string } | Exclude<Asked, { ok: true }> | typeof refused
>(async (stores, { ticket, from }) => {
  const found = await lockPending(stores, ticket)
  if (!found) return refused
  const { account, kept } = found
  const lost = { method: 'authenticator', value: String(account.authenticatorSince), askedBy: kept.proves ?? [] }
  const reported = await reportLost(stores, { account, ...lost, from })
  if (!reported.ok) return reported
  return {
    ok: true,
    takesEffectAt: reported.pending?.takesEffectAt ?? stores.deployment.now(),
    timeZone: timeZoneOf(account),
  }
})
