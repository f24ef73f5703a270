import { isOpen } from '#account-api/accounts/account/account-record'
import { record } from '#account-api/accounts/activity/activity'
import { inTransaction, type Service, type Stores } from '#account-api/applications/service'
import type { From } from '#account-api/kernel/from'
import { hashToken } from '#account-api/kernel/random'
import type { QrCodeRecord } from '#account-api/sign-in/qr-codes/qr-code-store'
import {
  type Confirmation,
  confirmJudged,
  findQrCode,
  judgeConfirmation,
  type NotScanned,
  type Scan,
  type Scanned,
  scanQrCode,
  type WrongNumber,
} from '#account-api/sign-in/qr-codes/scan'
import { type ShownQrCode, showQrCode } from '#account-api/sign-in/qr-codes/show'
import { over, type QrStatus, statusOf } from '#account-api/sign-in/qr-codes/sign-in'
import { needsOf } from './answer'
import { lacksFreshProof, newlyGiven } from './newly-given'
import { issueAuthTicket } from './person'
import {
  type FoundRequest,
  findHeldRequest,
  findRequest,
  type HeldRequest,
  handleOf,
  type RequestNames,
  requestHash,
} from './request'

/** The browser in which a request began, and which shows a code for it. */
type Screen = RequestNames

type NotAsked = Exclude<FoundRequest, { ok: true }>

const requestOver = { ok: false, code: 'no_such_open_request' } as const

/** A request that is not answered yet. */
const findUnanswered = async (stores: Stores, screen: Screen): Promise<FoundRequest> => {
  const found = await findRequest(stores, screen)
  return found.ok && found.request.isAnswered ? requestOver : found
}

/** Makes a QR code with which a person who is signed in elsewhere lets this browser answer a request as them. */
export const showRequest = async (
  service: Service,
  { from, ...screen }: Screen & { from: From },
): Promise<ShownQrCode | NotAsked> => {
  const found = await findUnanswered(service.storage, screen)
  return found.ok ? showQrCode(service, { openRequest: found.request.hash, from }) : found
}

type Polling = Screen & {
  token: string
}

type Polled = ({ ok: true } & QrStatus) | NotAsked

/** The state of a code, for the browser that began the request. Costs one read. */
export const pollRequest = async ({ deployment, storage }: Service, { token, ...screen }: Polling): Promise<Polled> => {
  const named = handleOf(deployment, screen)
  if (!named.ok) return named
  const code = await storage.qrCodes.poll(hashToken(token))
  return { ok: true, ...(code?.openRequest === requestHash(named.uid) ? statusOf(deployment, code) : over) }
}

type Taken = ({ ok: true; authTicket: string | null } & QrStatus) | NotAsked

/**
 * Takes the ticket of a confirmed code, for the person who confirmed it and for this request only. Until then it only
 * polls.
 */
export const takeTicket = async (service: Service, polling: Polling & { from: From }): Promise<Taken> => {
  const polled = await pollRequest(service, polling)
  if (!polled.ok || polled.status !== 'confirmed') return polled.ok ? { ...polled, authTicket: null } : polled
  const taken = await exchange(service, polling)
  if (!taken.ok) return taken
  return taken.authTicket === null ? { ok: true, ...over, authTicket: null } : { ...polled, ...taken }
}

/**
 * Uses up a confirmed code. The session that confirmed it has to be alive, now and when the request is answered, and
 * the ticket proves no more than that session did. The account's activity records the screen and the application.
 */
const exchange = inTransaction<Polling & { from: From }, { ok: true; authTicket: string | null } | NotAsked>(
  async (stores, { token, from, ...screen }) => {
    const unused = { ok: true, authTicket: null } as const
    const pollingHash = hashToken(token)
    const code = await stores.qrCodes.poll(pollingHash)
    if (!code?.accountId || !code.sessionId || code.provenAt === null) return unused
    const { accountId, sessionId, provenAt } = code
    await stores.accounts.lock(accountId)
    if (!(await stores.sessions.isLiving(sessionId))) return unused
    const account = await stores.accounts.profile(accountId)
    if (!account || !isOpen(account)) return unused
    const found = await findUnanswered(stores, screen)
    if (!found.ok) return found
    if (!(await stores.qrCodes.use(pollingHash, stores.deployment.now()))) return unused
    const detail = found.request.client.name
    await record(stores, { accountId, kind: 'proven_for_application', from, detail })
    const of = { request: found.request, accountId, by: { sessionId, provenAt } }
    return { ok: true, authTicket: await issueAuthTicket(stores, of) }
  },
)

type Unaskable = { ok: false; code: 'no_such_open_request' | 'no_such_client' | 'open_request_for_other' }

export type AskedToAnswer =
  | { ok: true; code: QrCodeRecord; request: HeldRequest; needsProof: boolean }
  | NotScanned
  | Unaskable

/** The question for a person who has opened a code: which application requests which scopes. */
export const lookAtRequest = async (service: Service, scan: Scan): Promise<AskedToAnswer> =>
  askedToAnswer(service, scan, await findQrCode(service, scan))

/** Returns the question, and reserves the code for this session. */
export const scanRequest = async (service: Service, scan: Scan): Promise<AskedToAnswer> => {
  const looked = await lookAtRequest(service, scan)
  return looked.ok ? askedToAnswer(service, scan, await scanQrCode(service, scan)) : looked
}

const askedToAnswer = async (service: Service, { person }: Scan, scanned: Scanned): Promise<AskedToAnswer> => {
  if (!scanned.ok) return scanned
  const { storage } = service
  const found = await findHeldRequest(storage, scanned.code.openRequest ?? '')
  if (!found.ok) return found
  if (found.request.isAnswered) return requestOver
  const { account, session } = person
  const needs = needsOf(found.request, { account, session, provenAt: session.provenAt })
  if (needs === 'sign_in') return { ok: false, code: 'open_request_for_other' }
  const needsProof = needs === 'proof' || (await mayLackFreshProof(service, person, found.request))
  return { ok: true, code: scanned.code, request: found.request, needsProof }
}

/** True when this session's proof may be too old to confirm everything that a request wants. */
const mayLackFreshProof = async (
  { deployment, storage }: Service,
  { account, session }: Scan['person'],
  { client, scopes, redirectUri }: HeldRequest,
): Promise<boolean> => {
  const before = await storage.authorisations.find(account.id, client.id)
  const newly = newlyGiven(before, {
    scopes,
    memberId: before?.memberId ?? null,
    asking: { client, redirectUri },
  })
  return lacksFreshProof(deployment, { session }, { client, newly })
}

export type ConfirmedRequest =
  | { ok: true }
  | NotScanned
  | WrongNumber
  | Unaskable
  | { ok: false; code: 'second_verification_required' }

/** Lets the screen answer as this person. The session has scanned the code, and has the required proof. */
export const confirmRequest = async (service: Service, confirmation: Confirmation): Promise<ConfirmedRequest> => {
  const judged = await judgeConfirmation(service, confirmation)
  if (!judged.ok || !judged.code) return judged.ok ? { ok: true } : judged
  const asked = await askedToAnswer(service, confirmation, { ok: true, code: judged.code })
  if (!asked.ok) return asked
  if (asked.needsProof) return { ok: false, code: 'second_verification_required' }
  return confirmJudged(service, confirmation, judged.code)
}
