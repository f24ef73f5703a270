import { record } from '#account-api/accounts/activity/activity'
import { lockPerson, type Person } from '#account-api/accounts/sessions/person'
import { tellOfAct } from '#account-api/kernel/current-call'
import { mark } from '#account-api/kernel/events/mark'
import type { From } from '#account-api/kernel/from'
import { count } from '#account-api/kernel/limits/limits'
import { type TooManyRequests, tooManyRequests } from '#account-api/kernel/limits/too-many'
import { hashToken, newToken } from '#account-api/kernel/random'
import { hours, minutes, seconds } from '#account-api/kernel/time'
import { inTransaction, type Service } from '#account-api/operator/service'
import { deskTokenPrefix } from '#contract/operator/access/desk-calls'
import { type DeskFactorJudged, judgeDeskFactor, stillHasFactor } from './desk-factors'
import type { DeskSessionStore, DeskVisit } from './desk-session-store'

export const deskRule = {
  ticketMs: seconds(60),
  /** The earliest beginning of a session that is still valid. */
  longestMs: hours(8),
  idleMs: minutes(30),
  /** How long a further use is not recorded. */
  useMs: minutes(1),
}

interface Asked {
  person: Person
  aid: string
  /** The SHA-256 of the secret that the browser has at the desk. No other browser can redeem the ticket. */
  challenge: string
}

export type IssuedDeskTicket =
  | { ok: true; ticket: string }
  | { ok: false; code: 'not_an_operator' | 'not_signed_in' }
  | Extract<DeskFactorJudged, { ok: false }>
  | TooManyRequests

const notAnOperator = { ok: false, code: 'not_an_operator' } as const

/**
 * Issues a ticket for the desk: single use, 60 seconds, bound to the session and to the browser that began at the desk.
 * Only the deployment's own application can request it: another application in which an operator is signed in has the
 * operator's session, and may just have seen the second factor.
 */
export const issueDeskTicket = async (
  { deployment, storage }: Service,
  { person, aid, challenge }: Asked,
): Promise<IssuedDeskTicket> => {
  const role = await storage.operators.find(person.account.id)
  if (!role || aid !== deployment.application.aid) return notAnOperator
  const counted = await count(storage, 'deskTickets', { subject: person.account.id, at: deployment.now() })
  if (!counted.within) return tooManyRequests(deployment, counted.until)
  const judged = judgeDeskFactor(deployment, person, role)
  if (!judged.ok) return judged
  return issue({ deployment, storage }, { person, challenge })
}

const issue = inTransaction<Omit<Asked, 'aid'>, IssuedDeskTicket>(async (stores, { person, challenge }) => {
  // Giving and removing a role, and ending sessions, use the same lock.
  const present = await lockPerson(stores, person)
  const role = await stores.operators.find(person.account.id)
  if (!present) return { ok: false, code: 'not_signed_in' }
  if (!role) return notAnOperator
  const judged = judgeDeskFactor(stores.deployment, present, role)
  if (!judged.ok) return judged
  const [ticket, at] = [newToken(256), stores.deployment.now()]
  const { id: accountId } = present.account
  const of = { accountId, sessionId: present.session.id, challenge }
  const { factorAt } = judged
  const made = { hash: hashToken(ticket), ...of, at, factorAt, expiresAt: at + deskRule.ticketMs }
  await mark(stores, stores.deskSessions.insert(made))
  return { ok: true, ticket }
})

interface ToRedeem {
  ticket: string
  /** The secret that the browser has. */
  verifier: string
  from: From
}

/**
 * Redeems a ticket for the token of a session at the desk. Every attempt uses the ticket up. `renews`: the browser
 * already had a session there, which ends.
 * @returns undefined: the ticket is refused
 */
export const redeemDeskTicket = inTransaction<ToRedeem, { token: string; renews: boolean } | undefined>(
  async (stores, { ticket, verifier, from }) => {
    const [at, hash, token] = [stores.deployment.now(), hashToken(ticket), deskTokenPrefix + newToken(256)]
    const becomes = { hash: hashToken(token), expiresAt: at + deskRule.longestMs }
    if (!(await stores.deskSessions.redeem({ hash, challenge: hashToken(verifier), at, becomes }))) {
      await stores.deskSessions.end(hash)
      return undefined
    }
    const visit = await findVisit(stores, { token, at })
    if (!visit) return undefined
    const { accountId } = visit
    tellOfAct({ actor: 'account', accountId })
    const renews = await stores.deskSessions.endOthers(becomes.hash)
    await record(stores, { accountId, kind: 'desk_entered', from })
    return { token, renews }
  },
)

const findVisit = async (
  { deskSessions }: { deskSessions: DeskSessionStore },
  { token, at }: { token: string; at: number },
): Promise<DeskVisit | undefined> => {
  const visit = await deskSessions.find(hashToken(token), { at, usedSince: at - deskRule.idleMs })
  return visit && stillHasFactor(visit) ? visit : undefined
}

/** The visit of the token of a call. Its use is recorded. */
export const visitOf = async ({ deployment, storage }: Service, token: string): Promise<DeskVisit | undefined> => {
  const at = deployment.now()
  const visit = await findVisit(storage, { token, at })
  if (visit && visit.lastUsedAt <= at - deskRule.useMs) await storage.deskSessions.used(hashToken(token), at)
  return visit
}

/** Ends the session of a token at the desk, if it exists. */
export const leaveDesk = inTransaction<string, void>(async (stores, token) => {
  const visit = await findVisit(stores, { token, at: stores.deployment.now() })
  if (visit) tellOfAct({ actor: 'account', accountId: visit.accountId })
  await mark(stores, stores.deskSessions.end(hashToken(token)))
})
