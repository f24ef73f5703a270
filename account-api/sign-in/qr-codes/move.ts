import { retried } from '#account-api/accounts/account/account'
import type { AccountProfile } from '#account-api/accounts/account/account-record'
import type { Address } from '#account-api/accounts/account/identifier'
import { lockPerson, type Person } from '#account-api/accounts/sessions/person'
import { lockWithHolder } from '#account-api/addresses/binding/address'
import { type Bound, takeProven } from '#account-api/addresses/binding/bind'
import { type NotGivenAway, refusedFor } from '#account-api/addresses/binding/takeover'
import { movePlatform } from '#account-api/addresses/platforms/platform'
import type { From } from '#account-api/kernel/from'
import { hashToken } from '#account-api/kernel/random'
import { inTransaction, type Rule, type Service, type Stores } from '#account-api/sign-in/service'
import { isFresh } from '#account-api/verification/proofs/proof'
import { type Movable, movablesOf } from './movable'
import type { MovedMethod, QrCodeRecord } from './qr-code-store'
import { type ShownQrCode, showQrCode } from './show'
import { over, type QrStatus } from './sign-in'

/** Makes a QR code that moves a sign-in method to the account of the calling session. Its proof has to be fresh. */
export const showMove = async (
  service: Service,
  { person: { account, session }, from }: { person: Person; from: From },
): Promise<ShownQrCode | { ok: false; code: 'second_verification_required' }> =>
  isFresh(service.deployment, session)
    ? showQrCode(service, { shownBy: { accountId: account.id, sessionId: session.id }, from })
    : { ok: false, code: 'second_verification_required' }

interface Polling {
  person: Person
  token: string
}

export interface MoveStatus extends QrStatus {
  /** The sign-in method that moves, once the phone has agreed, and its account. */
  agreed: { moving: Movable; giver: AccountProfile } | null
  isDone: boolean
}

const ended: MoveStatus = { ...over, agreed: null, isDone: false }

/** The state of a code, for the session that shows it. In any other session it looks expired. */
export const pollMove = async ({ deployment, storage }: Service, { person, token }: Polling): Promise<MoveStatus> => {
  const code = await storage.qrCodes.poll(hashToken(token))
  if (code?.shownBy?.sessionId !== person.session.id || code.expiresAt <= deployment.now()) return ended
  const { state, expiresAt } = code
  if (state === 'used') return { status: 'confirmed', expiresAt, agreed: null, isDone: true }
  if (state !== 'confirmed') return { status: state, expiresAt, agreed: null, isDone: false }
  const agreed = await agreedOf(storage, code, person.account)
  return agreed ? { status: state, expiresAt, agreed, isDone: false } : ended
}

/**
 * The sign-in method that a confirmed code moves. Undefined when its account no longer has it, or the confirming
 * session has ended.
 */
const agreedOf = async (
  stores: Stores,
  { accountId, sessionId, moves }: QrCodeRecord,
  taker: AccountProfile,
): Promise<{ moving: Movable; giver: AccountProfile } | undefined> => {
  if (!accountId || !sessionId || !moves || !(await stores.sessions.isLiving(sessionId))) return undefined
  const giver = await stores.accounts.profile(accountId)
  if (!giver) return undefined
  const isSame = ({ method, value }: MovedMethod) => method === moves.method && value === moves.value
  const moving = (await movablesOf(stores, giver, taker)).find(isSame)
  return moving && { moving, giver }
}

export type Moved =
  | Exclude<Bound, { ok: true }>
  | NotGivenAway
  | { ok: true; account: AccountProfile }
  | { ok: false; code: 'not_agreed' }

interface Taking extends Polling {
  from: From
}

/**
 * Moves the agreed sign-in method, in the session that shows the code: under the rules of a takeover, in one
 * transaction, and once. The session that agreed has to be alive.
 * @returns not_agreed when the code is in another state, or another click was first: {@link pollMove} shows which
 */
export const takeMove = retried(
  inTransaction<Taking, Moved>(async (stores, { person, token, from }) => {
    const seen = await confirmedCode(stores, { person, token })
    if (!seen?.moves || !seen.accountId) return notAgreed
    const { method: kind, value } = seen.moves
    if (kind !== 'mobile' && kind !== 'email')
      return takePlatform(stores, { person, token, from, giverId: seen.accountId })
    const address: Address = { kind, value }
    const locked = await lockWithHolder(stores, person, address)
    if (!locked) return { ok: false, code: 'not_signed_in' }
    const { present, holder } = locked
    const code = await confirmedCode(stores, { person, token })
    if (!holder || holder.id !== code?.accountId || !(await agreedOf(stores, code, present.account))) return notAgreed
    const use = () => stores.qrCodes.use(code.pollingHash, stores.deployment.now())
    const refuse = () => refusedFor(stores, holder, address)
    return takeProven(stores, { present, holder, address, use, refuse, from })
  }),
)

const notAgreed = { ok: false, code: 'not_agreed' } as const

/** A code that the phone has confirmed, and that this session shows. */
const confirmedCode: Rule<Polling, QrCodeRecord | undefined> = async (stores, { person, token }) => {
  const code = await stores.qrCodes.poll(hashToken(token))
  const isOwn = code?.shownBy?.sessionId === person.session.id
  return isOwn && code.state === 'confirmed' && code.expiresAt > stores.deployment.now() ? code : undefined
}

/** Moves a third-party identity. */
const takePlatform: Rule<Taking & { giverId: string }, Moved> = async (stores, { person, token, from, giverId }) => {
  const present = await lockPerson(stores, person, giverId)
  if (!present) return { ok: false, code: 'not_signed_in' }
  const code = await confirmedCode(stores, { person, token })
  const agreed = code && (await agreedOf(stores, code, present.account))
  if (!code || !agreed) return notAgreed
  const { moving, giver } = agreed
  if (!isFresh(stores.deployment, present.session)) return { ok: false, code: 'second_verification_required' }
  if (moving.obstacle) return { ok: false, code: moving.obstacle }
  const binding = (await stores.platforms.of(giver.id)).find(({ platform }) => platform === moving.method)
  if (!binding || !(await stores.qrCodes.use(code.pollingHash, stores.deployment.now()))) return notAgreed
  await movePlatform(stores, { binding, holder: giver, account: present.account, from })
  return { ok: true, account: present.account }
}
