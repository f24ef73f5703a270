import type { AccountProfile } from '#account-api/accounts/account/account-record'
import type { NewAddressRefused } from '#account-api/accounts/account/new-address'
import { type FactorLacking, hasProven, judgeFactors } from '#account-api/accounts/methods/ledger'
import { lockPerson, type Person } from '#account-api/accounts/sessions/person'
import { type NotGivenAway, refusedFor } from '#account-api/addresses/binding/takeover'
import { mark } from '#account-api/kernel/events/mark'
import { inTransaction, type Service, type Transaction } from '#account-api/sign-in/service'
import { type GuardLacking, judgeGuard } from '#account-api/verification/proofs/guard-proof'
import { isFresh } from '#account-api/verification/proofs/proof'
import { type Movable, movablesOf, policyRefusalOf, takerOf } from './movable'
import type { QrCodeRecord } from './qr-code-store'
import {
  afterRace,
  type Confirmation,
  findQrCode,
  judgeConfirmation,
  type NotScanned,
  type Scan,
  type Scanned,
  scannerOf,
  scanQrCode,
} from './scan'
import { qrRule } from './show'

/**
 * The minimum time that a code waits for the screen after the phone has agreed, because the screen's person may have to
 * give a proof.
 */
const waitsMs = 2 * qrRule.waitsMs

export type AskedToMove =
  | { ok: true; code: QrCodeRecord; taker: AccountProfile; movables: Movable[] }
  | NotScanned
  | { ok: false; code: 'qrcode_of_own_account' }

/** The question for a person who has opened a code, and the account that would get one of their sign-in methods. */
export const lookAtMove = async (service: Service, scan: Scan): Promise<AskedToMove> =>
  askedToMove(service, scan, await findQrCode(service, scan))

/** Returns the question, and reserves the code for this session. */
export const scanMove = async (service: Service, scan: Scan): Promise<AskedToMove> => {
  const looked = await lookAtMove(service, scan)
  return looked.ok ? askedToMove(service, scan, await scanQrCode(service, scan)) : looked
}

const askedToMove = async ({ storage }: Service, { person }: Scan, scanned: Scanned): Promise<AskedToMove> => {
  if (!scanned.ok) return scanned
  const { code } = scanned
  const taker = await takerOf(storage, code)
  if (!taker) return { ok: false, code: 'no_such_qrcode' }
  if (taker.id === person.account.id) return { ok: false, code: 'qrcode_of_own_account' }
  return { ok: true, code, taker, movables: await movablesOf(storage, person.account, taker) }
}

type Unproven =
  | FactorLacking
  | GuardLacking
  | NotGivenAway
  | { ok: false; code: 'second_verification_required' }
  | { ok: false; code: 'qrcode_move_unproven' }

type Agreed =
  | { ok: true }
  | Unproven
  | NewAddressRefused
  | { ok: false; code: 'no_such_qrcode' }
  | { ok: false; code: 'not_signed_in' | 'nothing_bound' | 'already_bound' | 'last_way' }

export type AgreedToMove = Agreed | NotScanned | { ok: false; code: 'qrcode_wrong_number' }

/**
 * Agrees to move one sign-in method, in the session that scanned the code. It takes the same proofs as a takeover or a
 * removal. Nothing moves before the screen agrees too.
 */
export const agreeToMove = async (
  service: Service,
  { method, ...confirmation }: Confirmation & { method: string },
): Promise<AgreedToMove> => {
  const judged = await judgeConfirmation(service, confirmation)
  if (!judged.ok || !judged.code) return judged.ok ? { ok: true } : judged
  const { person } = confirmation
  const agreed = await agree(service, { person, code: judged.code, method })
  if (agreed.ok || agreed.code !== 'no_such_qrcode') return agreed
  const { pollingHash } = judged.code
  return afterRace(service, confirmation, { pollingHash, decided: ['confirmed', 'used'] })
}

const agree = inTransaction<{ person: Person; code: QrCodeRecord; method: string }, Agreed>(
  async (stores, { person, code, method }) => {
    const present = await lockPerson(stores, person)
    if (!present) return { ok: false, code: 'not_signed_in' }
    const taker = await takerOf(stores, code)
    if (!taker) return { ok: false, code: 'no_such_qrcode' }
    const moving = (await movablesOf(stores, present.account, taker)).find((each) => each.method === method)
    if (!moving) return { ok: false, code: 'nothing_bound' }
    if (moving.obstacle) return { ok: false, code: moving.obstacle }
    const notTaken = policyRefusalOf(stores.deployment, moving)
    if (notTaken) return notTaken
    const unproven = await judgeGiver(stores, present, moving)
    if (unproven) return unproven
    const at = stores.deployment.now()
    const agreed = {
      ...scannerOf(person),
      provenAt: person.session.provenAt,
      moves: { method, value: moving.value },
      at,
      expiresAt: Math.max(code.expiresAt, at + waitsMs),
    }
    return (await mark(stores, stores.qrCodes.confirm(code.pollingHash, agreed)))
      ? { ok: true }
      : { ok: false, code: 'no_such_qrcode' }
  },
)

/**
 * Checks the proofs of the giver: those of a removal, without the choice to wait. An address is proven by a code to it;
 * a third-party identity cannot be proven on its own.
 */
const judgeGiver = async (
  stores: Transaction,
  person: Person,
  { method, value }: Movable,
): Promise<Unproven | undefined> => {
  const isAddress = method === 'mobile' || method === 'email'
  if (isAddress) {
    const isProven = isFresh(stores.deployment, person.session) && hasProven(stores.deployment, person, method)
    if (!isProven) return { ok: false, code: 'factor_lacking', lacking: [method] }
    const refused = await refusedFor(stores, person.account, { kind: method, value })
    if (refused) return refused
  }
  const unguarded = await judgeGuard(stores, person, isAddress ? value : undefined)
  if (unguarded) return unguarded
  if (!isFresh(stores.deployment, person.session)) return { ok: false, code: 'second_verification_required' }
  const { areEnough, lacking } = judgeFactors(stores.deployment, person, undefined)
  if (areEnough) return undefined
  return lacking.length > 0
    ? { ok: false, code: 'factor_lacking', lacking }
    : { ok: false, code: 'qrcode_move_unproven' }
}
