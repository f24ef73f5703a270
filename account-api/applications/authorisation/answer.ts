import type { SecondKind } from '#account-api/accounts/methods/kinds'
import { recordAndTell } from '#account-api/accounts/notices/notice'
import type { SessionRecord } from '#account-api/accounts/sessions/session-record'
import { termsDueAt } from '#account-api/accounts/terms/terms'
import type { OwnedClient } from '#account-api/applications/clients/client-record'
import { agreedToNow } from '#account-api/applications/grants/agreed-to'
import { type Deployment, inTransaction, type Stores, type Transaction } from '#account-api/applications/service'
import { mark } from '#account-api/kernel/events/mark'
import type { From } from '#account-api/kernel/from'
import { count } from '#account-api/kernel/limits/limits'
import { type TooManyRequests, tooManyRequests } from '#account-api/kernel/limits/too-many'
import { newId } from '#account-api/kernel/random'
import {
  type KeptOut,
  refusedAt,
  type WithoutFactor,
  withoutFactor,
} from '#account-api/organisations/organisation/acting'
import { hiddenFactors, isTooOld } from '#account-api/organisations/records/sign-in-rules'
import { isFactorDue, nothingShown } from '#account-api/organisations/sign-in-rules/deployment-rule'
import { type AskedScope, leastScope } from '#contract/applications/open-scopes'
import { type Assurance, assuranceOf } from './assurance'
import { lacksFreshProof, newlyGiven } from './newly-given'
import { type Answering, lockPersonOf, redeemAuthTicket } from './person'
import { type FoundRequest, findRequest, type OpenRequest, type RequestNames } from './request'

interface Answer extends RequestNames {
  session: SessionRecord | undefined
  authTicket: string | undefined
  /** The scopes agreed to. Empty: the person declines. */
  scopes: readonly AskedScope[]
  /** The public id of the organisation that the person answers as a member of. */
  subject: string | undefined
  from: From
  /** The version of the operator's terms that the page of the request shows. */
  shownTerms: string
}

export type Answered =
  | { ok: true; redirectUrl: string }
  | Exclude<FoundRequest, { ok: true }>
  | { ok: false; code: 'not_signed_in' | 'ticket_refused' }
  | { ok: false; code: 'proof_needed'; person: Answering }
  | { ok: false; code: 'factor_needed'; person: Answering; hides: SecondKind[] }
  | { ok: false; code: 'terms_due'; version: string }
  | { ok: false; code: 'factor_due' }
  | { ok: false; code: 'no_such_subject' }
  | KeptOut
  | WithoutFactor
  | TooManyRequests

/** What a request still needs from the person who would answer it. */
export const needsOf = (
  { wantedAccountId, provenSince }: Pick<OpenRequest, 'wantedAccountId' | 'provenSince'>,
  person: Answering | undefined,
): 'sign_in' | 'proof' | undefined => {
  if (!person) return 'sign_in'
  if (wantedAccountId !== undefined && wantedAccountId !== person.account.id) return 'sign_in'
  return provenSince !== undefined && person.provenAt < provenSince ? 'proof' : undefined
}

/** How far the person who would answer a request has proven themselves, and what the application still needs. */
export const assuranceFor = (
  deployment: Deployment,
  { levels, provenSince: since }: Pick<OpenRequest, 'levels' | 'provenSince'>,
  { account, session: proven }: Answering,
): Assurance => assuranceOf(deployment, { account, proven, wanted: { levels, since } })

/**
 * Answers a request of an application, in the browser where it began. The answer is stored with the request; the
 * protocol uses it when the browser continues. Declining needs no proof.
 */
export const answerRequest = inTransaction<Answer, Answered>(
  async (stores, { uid, browserKey, session, authTicket, scopes, subject, from, shownTerms }) => {
    const found = await findRequest(stores, { uid, browserKey })
    if (!found.ok) return found
    const { request } = found
    const agreed = request.scopes.filter((scope) => scopes.includes(scope))
    if (agreed.length === 0)
      return keep(stores, request, { error: 'access_denied', error_description: 'the person declined' })
    const person = await lockPersonOf(stores, { request, session, authTicket })
    if (person === 'ticket_refused') return { ok: false, code: person }
    const needs = needsOf(request, person)
    if (!person || needs === 'sign_in') return { ok: false, code: 'not_signed_in' }
    const due = termsDueAt(stores.deployment, person.account, shownTerms)
    if (due !== undefined) return { ok: false, code: 'terms_due', version: due }
    if (await isFactorDue(stores, person.account, person.session)) return { ok: false, code: 'factor_due' }
    const { unmet, ...assurance } = assuranceFor(stores.deployment, request, person)
    if (unmet)
      return person.session && 'hides' in unmet ? { ok: false, code: 'factor_needed', person, ...unmet } : withoutFactor
    if (needs === 'proof') return { ok: false, code: 'proof_needed', person }
    const place = subject === undefined ? undefined : await placeOf(stores, person, subject)
    if (place && !place.ok) return place
    const hides = place && hiddenFactors(stores.deployment, place.place, person.session ?? nothingShown)
    if (hides) return { ok: false, code: 'factor_needed', person, hides }
    if (
      place &&
      isTooOld(stores.deployment, place.place.organisation, { provenAt: person.provenAt, administers: false })
    )
      return { ok: false, code: 'proof_needed', person }
    const agreeing: Agreeing = {
      client: request.client,
      redirectUri: request.redirectUri,
      asked: request.scopes,
      agreed: request.scopes.filter((scope) => scope === leastScope || agreed.includes(scope)),
      memberId: place?.place.member.id ?? null,
      sessionId: person.session?.id ?? null,
    }
    const newly = await newlyGivenBy(stores, person.account.id, agreeing)
    if (lacksFreshProof(stores.deployment, person, { client: request.client, newly }))
      return { ok: false, code: 'proof_needed', person }
    const isTold = newly.length > 0 && !request.client.isFirstParty
    const subjectOfLimit = { subject: person.account.id, at: stores.deployment.now() }
    const { within, until } = isTold ? await count(stores, 'newAuthorisations', subjectOfLimit) : noLimit
    if (!within) return tooManyRequests(stores.deployment, until)
    // After a refusal above, the ticket stays valid for another answer.
    if (!(await redeemAuthTicket(stores, authTicket))) return { ok: false, code: 'ticket_refused' }
    await authorise(stores, person.account.id, agreeing)
    if (isTold) await tellOfAgreement(stores, { person, client: request.client, from })
    const login = { accountId: person.account.id, ts: Math.floor(person.provenAt / 1000), ...assurance }
    const answer = { login, consent: {}, select_account: {}, at: stores.deployment.now() }
    return keep(stores, request, { ...answer, ...(person.session && { session: person.session.id }) })
  },
)

const noLimit = { within: true, until: 0 }

/** Notifies a person of a client's new access: in the activity and at all addresses. */
const tellOfAgreement = async (
  stores: Transaction,
  { person: { account }, client, from }: { person: Answering; client: Pick<OwnedClient, 'name'>; from: From },
): Promise<void> => {
  await recordAndTell(stores, { account, change: 'application_authorised', from, detail: client.name })
}

/** The membership that a person answers with, by the organisation's public id. */
const placeOf = async (stores: Stores, { account }: Answering, publicId: string) => {
  const place = await stores.members.acting(account.id, publicId)
  if (!place) return { ok: false, code: 'no_such_subject' } as const
  return refusedAt(stores.deployment, place) ?? ({ ok: true, place } as const)
}

/** Stores an answer, which names the person. The session in which the request began no longer matters. */
const keep = async (stores: Stores, { hash, payload, returnTo }: OpenRequest, result: object): Promise<Answered> => {
  const { session: _, ...request } = payload
  const isKept = await stores.protocol.change(hash, { ...request, result })
  return isKept ? { ok: true, redirectUrl: returnTo } : { ok: false, code: 'no_such_open_request' }
}

/** The scopes and the client that a person agrees to. */
interface Agreeing {
  client: Pick<OwnedClient, 'id' | 'name' | 'redirectUris' | 'owner' | 'documentUntil'>
  /** The address that the request returns to. Undefined: no browser. */
  redirectUri: string | undefined
  asked: readonly AskedScope[]
  agreed: readonly AskedScope[]
  memberId: string | null
  /** Null: the person was proven for the request alone. */
  sessionId: string | null
}

const newlyGivenBy = async (
  stores: Stores,
  accountId: string,
  { client, redirectUri, agreed: scopes, memberId }: Agreeing,
): Promise<AskedScope[]> =>
  newlyGiven(await stores.authorisations.find(accountId, client.id), {
    scopes,
    memberId,
    asking: { client, redirectUri },
  })

/**
 * Records an authorisation of a client. Requested scopes that were not agreed to are revoked. Agreeing to the same
 * scopes again leaves their time unchanged.
 */
export const authorise = async (
  stores: Transaction,
  accountId: string,
  { client, redirectUri, asked, agreed, memberId, sessionId }: Agreeing,
): Promise<void> => {
  const before = await stores.authorisations.find(accountId, client.id)
  const isAsked = (scope: AskedScope) => asked.includes(scope)
  const kept = (scopes: readonly AskedScope[] = []) => scopes.filter((scope) => !isAsked(scope))
  const isNew = newlyGiven(before, { scopes: agreed, memberId, asking: { client, redirectUri } }).length > 0
  const at = stores.deployment.now()
  const authorised = stores.authorisations.put({
    id: before?.id ?? newId(at),
    accountId,
    clientId: client.id,
    memberId,
    scopes: [...kept(before?.scopes), ...agreed],
    agreedTo: agreedToNow(client),
    declined: [...kept(before?.declined), ...asked.filter((scope) => !agreed.includes(scope))],
    grantedAt: before && !isNew ? before.grantedAt : at,
    grantedIn: before && !isNew ? before.grantedIn : sessionId,
  })
  await mark(stores, authorised)
  if (client.documentUntil !== null) await stores.openClients.keep(client.id)
}
