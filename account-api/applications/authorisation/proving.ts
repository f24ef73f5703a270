import { isOpen } from '#account-api/accounts/account/account-record'
import type { IdentifierOff } from '#account-api/accounts/account/identifiers-on'
import { record } from '#account-api/accounts/activity/activity'
import type * as accounts from '#account-api/accounts/service'
import { type PendingSignIn, signIn } from '#account-api/accounts/sessions/pending-sign-in'
import {
  AccountChanged,
  type AfterProof,
  type OpenedSession,
  type Opening,
} from '#account-api/accounts/sessions/session'
import { sessionRule } from '#account-api/accounts/sessions/session-record'
import type { NotOpen } from '#account-api/accounts/standing/not-open'
import { inTransaction, type Service } from '#account-api/applications/service'
import type { From } from '#account-api/kernel/from'
import { type NotBound, type Outside, proveByPlatform } from '#account-api/sign-in/platforms/sign-in'
import type { ToConfirm } from '#account-api/sign-in/ways/confirmed-sign-in'
import { proveByPassword } from '#account-api/sign-in/ways/password-sign-in'
import { judgeHolder, notRegistered } from '#account-api/sign-in/ways/sign-in'
import { consumeCode, type Judgement, type TypedCode } from '#account-api/verification/codes/code'
import { boundingGuesses } from '#account-api/verification/codes/guesses'
import type { RefusedPassword, TypedPassword } from '#account-api/verification/passwords/judge'
import { issueAuthTicket } from './person'
import type { OpenRequest } from './request'

/** The request that a person wants to answer, and whether they want to stay signed in. */
interface ForRequest {
  request: OpenRequest
  staysSignedIn: boolean
}

export type ProvenForRequest =
  /** Without a session the browser stays as it was. */
  | { authTicket: string; session: OpenedSession | undefined }
  /** The account requires its authenticator: nothing answers the request until then. */
  | { pending: PendingSignIn }

type Proven = ProvenForRequest & { ok: true }

/**
 * Issues the ticket that answers one request, after a proof, and opens a session if the person wants one. The ticket ends with that session. Both are recorded in the account's activity, with the application.
 * @throws AccountChanged
 */
const ticketAfterProof =
  ({ request, staysSignedIn }: ForRequest): AfterProof<ProvenForRequest & { failures?: number | undefined }> =>
  async (stores, opening) => {
    const { account, from, provenAt = stores.deployment.now() } = opening
    // A person who has to prove the authenticator answers with a session.
    const signsIn = staysSignedIn || account.asksAuthenticator
    const { session, pending, failures } = await (signsIn ? signIn : withoutSession)(stores, opening)
    if (pending) return { pending, failures }
    const detail = request.client.name
    await record(stores, { accountId: account.id, kind: 'proven_for_application', from, detail })
    const by = { provenAt, ...(session && { sessionId: session.id }) }
    const authTicket = await issueAuthTicket(stores, { request, accountId: account.id, by })
    return { authTicket, session, failures }
  }

/** Completes a sign-in without opening a session. */
const withoutSession = async (stores: accounts.Transaction, { account, tried }: Opening) => {
  await stores.accounts.lock(account.id)
  const now = await stores.accounts.profile(account.id)
  const isSame = now?.passwordHash === account.passwordHash && now.asksAuthenticator === account.asksAuthenticator
  if (!isSame || !isOpen(now)) throw new AccountChanged()
  const at = stores.deployment.now()
  await stores.accounts.use(account.id, { at, unlessAfter: at - sessionRule.useEveryMs })
  return { session: undefined, pending: undefined, failures: tried ? await stores.tries.uncount(tried) : 0 }
}

/** Proves a person for one request by a password, as a sign-in does. */
export const proveForRequestByPassword = async (
  service: Service,
  { request, staysSignedIn, ...typed }: ForRequest & TypedPassword,
): Promise<Proven | NotOpen | IdentifierOff | RefusedPassword> => {
  const proven = await proveByPassword(service, typed, ticketAfterProof({ request, staysSignedIn }))
  return proven.ok ? { ok: true, ...proven.result } : proven
}

type BySms = ForRequest & TypedCode & { visitor: string; from: From }

/** Proves a person for one request by a code. A mobile without an account gets a ticket for registration elsewhere. */
export const proveForRequestBySms = boundingGuesses(
  inTransaction<
    BySms,
    Proven | NotOpen | ToConfirm | Awaited<ReturnType<typeof notRegistered>> | Exclude<Judgement, { ok: true }>
  >(async (stores, { request, staysSignedIn, visitor, from, ...typed }) => {
    const judgement = await consumeCode(stores, typed)
    if (!judgement.ok) return judgement
    const mobile = typed.target.to
    const holder = await stores.accounts.keepHolderOf('mobile', mobile)
    if (!holder) return notRegistered(stores, mobile)
    const judged = await judgeHolder(stores, { holder, mobile, visitor, from, endOthers: false })
    if (!judged.ok) return judged
    const afterProof = ticketAfterProof({ request, staysSignedIn })
    return { ok: true, ...(await afterProof(stores, { account: holder, way: 'sms', from })) }
  }),
  ({ target, code, named, from }) => ({ typed: [{ target, code, named }], clientAddress: from.clientAddress }),
)

type ByPlatform = ForRequest & Omit<Outside, 'registers' | 'restores'>

/**
 * Proves a person for one request by a third-party identity. If the application wants a fresh proof and the provider
 * reports none, the person is not proven for this request.
 */
export const proveForRequestByPlatform = inTransaction<
  ByPlatform,
  Proven | NotOpen | NotBound | { ok: false; code: 'not_proven_there' }
>(async (stores, { request, staysSignedIn, ...outside }) => {
  const { provenSince = 0 } = request
  if (!staysSignedIn && (outside.provenAt ?? 0) < provenSince) return { ok: false, code: 'not_proven_there' }
  const proven = await proveByPlatform(stores, { ...outside, registers: true, restores: true })
  if (!proven.ok) return proven
  const afterProof = ticketAfterProof({ request, staysSignedIn })
  return { ok: true, ...(await afterProof(stores, proven.opening)) }
})
