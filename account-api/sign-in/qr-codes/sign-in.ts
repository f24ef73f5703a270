import { isOpen } from '#account-api/accounts/account/account-record'
import { originFrom } from '#account-api/accounts/sessions/origin'
import { type OpenedSession, openSession } from '#account-api/accounts/sessions/session'
import type { From } from '#account-api/kernel/from'
import { hashToken } from '#account-api/kernel/random'
import { maskedName } from '#account-api/sign-in/remembered/remembered'
import { type Deployment, inTransaction, type Service } from '#account-api/sign-in/service'
import type { qrStatuses } from '#contract/sign-in/qr'
import { purposeOf } from './purpose'
import type { QrCodeRecord } from './qr-code-store'

interface Polling {
  token: string
  /** The requested destination of the sign-in. */
  leadsTo: string
}

export interface QrStatus {
  status: (typeof qrStatuses)[number]
  expiresAt: number | null
}

export const over: QrStatus = { status: 'expired', expiresAt: null }

/**
 * The state of a code: one read, no write. A used code, and one that was requested with another return address or for
 * another purpose, look expired.
 */
const pollQrCode = async ({ deployment, storage }: Service, { token, leadsTo }: Polling): Promise<QrStatus> => {
  const code = await signInCode(storage, { token, leadsTo })
  return code ? statusOf(deployment, code) : over
}

/**
 * The state of a code, and whom a confirmed code would sign in. A stranger can confirm the code of somebody else's
 * screen, so that its person would act in the stranger's account. Therefore the screen shows whose account it is before
 * it signs in.
 */
export const lookAtQrCode = async (
  { deployment, storage }: Service,
  { token, leadsTo }: Polling,
): Promise<QrStatus & { masked: string | null }> => {
  const code = await signInCode(storage, { token, leadsTo })
  const status = code ? statusOf(deployment, code) : over
  if (!code?.accountId || status.status !== 'confirmed') return { ...status, masked: null }
  const account = await storage.accounts.profile(code.accountId)
  return account && isOpen(account) ? { ...status, masked: maskedName(account) } : { ...over, masked: null }
}

const signInCode = async (
  { qrCodes }: Service['storage'],
  { token, leadsTo }: Polling,
): Promise<QrCodeRecord | undefined> => {
  const code = await qrCodes.poll(hashToken(token))
  return code && purposeOf(code) === 'sign_in' && code.leadsTo === leadsTo ? code : undefined
}

export const statusOf = (deployment: Deployment, { state, expiresAt }: QrCodeRecord): QrStatus =>
  expiresAt <= deployment.now() || state === 'used' ? over : { status: state, expiresAt }

type SignedInByQrCode = { ok: true; session: OpenedSession } | ({ ok: false } & QrStatus)

/** Signs in the browser with the polling token, after the code was confirmed. Before that, it only polls. */
export const signInByQrCode = async (
  service: Service,
  { from, ...polling }: Polling & { from: From },
): Promise<SignedInByQrCode> => {
  const polled = await pollQrCode(service, polling)
  if (polled.status !== 'confirmed') return { ok: false, ...polled }
  const session = await openConfirmed(service, { pollingHash: hashToken(polling.token), from })
  return session ? { ok: true, session } : { ok: false, ...over }
}

/**
 * Uses up a confirmed code. The session that confirmed it has to be alive: what ends all sessions of an account also
 * ends what they have confirmed. The new session derives from that session, and its proof is no fresher.
 */
const openConfirmed = inTransaction<{ pollingHash: string; from: From }, OpenedSession | undefined>(
  async (stores, { pollingHash, from }) => {
    const code = await stores.qrCodes.poll(pollingHash)
    if (!code?.accountId || !code.sessionId || code.provenAt === null) return undefined
    const { accountId, sessionId, provenAt } = code
    await stores.accounts.lock(accountId)
    const confirmedBy = await stores.sessions.get(sessionId)
    const origin = confirmedBy && originFrom(confirmedBy)
    if (!origin) return undefined
    const account = await stores.accounts.profile(accountId)
    if (!account || !isOpen(account)) return undefined
    if (!(await stores.qrCodes.use(pollingHash, stores.deployment.now()))) return undefined
    return openSession(stores, { account, way: 'qr', provenAt, origin, from })
  },
)
