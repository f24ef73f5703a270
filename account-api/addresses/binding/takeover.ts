import { retried } from '#account-api/accounts/account/account'
import type { AccountProfile } from '#account-api/accounts/account/account-record'
import type { Address } from '#account-api/accounts/account/identifier'
import { isAlone, putMethod } from '#account-api/accounts/method-changes/change'
import { isLastSignInMethod } from '#account-api/accounts/methods/kinds'
import { type FactorLacking, judgeFactors } from '#account-api/accounts/methods/ledger'
import { type Asked, askForChange } from '#account-api/accounts/pending-changes/pending-change'
import type { Person } from '#account-api/accounts/sessions/person'
import { inTransaction, type Rule, type Stores, type Transaction } from '#account-api/addresses/service'
import type { From } from '#account-api/kernel/from'
import { findTicket, issueAskingTicket, redeemTicket } from '#account-api/kernel/tickets/ticket'
import { secondsUntil } from '#account-api/kernel/time'
import {
  type Guarded,
  type GuardLacking,
  judgeGuard,
  judgeGuardFromOutside,
} from '#account-api/verification/proofs/guard-proof'
import { provenAddress, redeemProof } from '#account-api/verification/proofs/proof'
import { lockWithHolder } from './address'

/** The purpose of a ticket that was given for a proven address of another account. */
export const takeoverPurpose = 'held_by_other'

/** The address that a ticket allows to take over. */
interface Takeover extends Address {
  holderId: string
  /** The address of the account that is replaced. Null: the account has none. */
  replaces: string | null
}

interface HeldAddress {
  person: Person
  address: Address
  holder: AccountProfile
}

/** Issues the ticket for an address that this session has proven, and that another account has. */
export const issueTakeover = (
  stores: Transaction,
  { person: { account, session }, address: { kind, value }, holder }: HeldAddress,
): Promise<string> => {
  const takeover: Takeover = { kind, value, holderId: holder.id, replaces: account[kind] }
  return issueAskingTicket(stores, {
    purpose: takeoverPurpose,
    value: JSON.stringify(takeover),
    address: value,
    accountId: account.id,
    sessionId: session.id,
  })
}

interface GivenTakeover {
  person: Person
  address: Address
  holder: AccountProfile | undefined
  ticket: string
}

/**
 * Reads a ticket without using it up. An account that has proven the address since the ticket was issued keeps it. An
 * address without an account may be taken.
 * @returns undefined when the ticket is not valid for this person and address
 */
export const findTakeover = async (
  stores: Stores,
  { person: { account, session }, address, holder, ticket }: GivenTakeover,
): Promise<Takeover | undefined> => {
  const found = await findTicket(stores, ticket, [takeoverPurpose])
  if (found?.accountId !== account.id || found.sessionId !== session.id) return undefined
  const takeover = JSON.parse(found.value) as Takeover
  const isSame = takeover.kind === address.kind && takeover.value === address.value
  return isSame && (!holder || holder.id === takeover.holderId) ? takeover : undefined
}

/** Uses up a ticket. False when another call was first. */
export const redeemTakeover = async (stores: Transaction, ticket: string): Promise<boolean> =>
  (await redeemTicket(stores, ticket, takeoverPurpose)) !== undefined

export type NotGivenAway = Guarded | { ok: false; code: 'last_way' }

export type NotTaken =
  | NotGivenAway
  | { ok: false; code: 'takeover_waits'; retryAfter: number }
  | Exclude<Asked, { ok: true }>

/**
 * Why another account does not, or does not yet, lose an address that this account has proven. That account is
 * notified, and loses the address after 48 hours. Its other factors can stop that, because a thief of the number can
 * prove the address too. A cancelled account is not changed until it is erased.
 */
export const notTakenFrom: Rule<{ holder: AccountProfile; address: Address; from: From }, NotTaken> = async (
  stores,
  { holder: account, address, from },
) => {
  const refused = await refusedFor(stores, account, address)
  if (refused) return refused
  const waits = (until: number) =>
    ({ ok: false, code: 'takeover_waits', retryAfter: secondsUntil(stores.deployment, until) }) as const
  if (account.eraseAt !== null) return waits(account.eraseAt)
  const { kind: method, value } = address
  const removal = { method, value, successor: null, isLost: false, askedBy: [method] }
  const asked = await askForChange(stores, { account, ...removal, from })
  return asked.ok ? waits(asked.pending.takesEffectAt) : asked
}

/** Why an account can never lose an address. */
export const refusedFor = async (
  stores: Transaction,
  holder: AccountProfile,
  address: Address,
): Promise<NotGivenAway | undefined> =>
  (await isLastSignInMethod(stores, holder, address.kind))
    ? { ok: false, code: 'last_way' }
    : judgeGuardFromOutside(stores, holder, address.value)

export type TakenInChange =
  /** This account after the change. */
  | { ok: true; account: AccountProfile }
  | NotTaken
  | FactorLacking
  | GuardLacking
  | { ok: false; code: 'not_signed_in' | 'ticket_refused' }
  | { ok: false; code: 'held_by_other' }

interface AskedChange {
  person: Person
  address: Address
  ticket: string
  /** The proof of the address that is replaced. */
  verifyTicket: string
  from: From
}

/**
 * Replaces an address of the account with one that another account had. It needs the same proofs as replacing it with a
 * free address, but cannot wait twice, so an account without another factor that counts is refused.
 */
export const takeOverInChange = retried(
  inTransaction<AskedChange, TakenInChange>(async (stores, { person, address, ticket, verifyTicket, from }) => {
    const { kind, value } = address
    const refused = { ok: false, code: 'ticket_refused' } as const
    const locked = await lockWithHolder(stores, person, address)
    if (!locked) return { ok: false, code: 'not_signed_in' }
    const { present, holder } = locked
    const { account, session } = present
    const old = account[kind]
    const takeover = await findTakeover(stores, { person: present, address, holder, ticket })
    if (!takeover || old === null || takeover.replaces !== old) return refused
    const proof = { person: present, ticket: verifyTicket, act: 'binding' } as const
    if ((await provenAddress(stores, proof)) !== old) return refused
    const unguarded = await judgeGuard(stores, present, old)
    if (unguarded) return unguarded
    const { areEnough, lacking } = judgeFactors(stores.deployment, present, old)
    const isAtOnce = areEnough || (await isAlone(stores, account, kind))
    if (!isAtOnce) return lacking.length > 0 ? { ok: false, code: 'factor_lacking', lacking } : heldByOther
    if (holder) return notTakenFrom(stores, { holder, address, from })
    // The accounts are locked, so both tickets are as they were when they were read.
    if (!(await redeemTakeover(stores, ticket)) || !(await redeemProof(stores, proof))) return refused
    const known = { account, method: kind, was: old, value: address.value, from, keptSessionId: session.id }
    await putMethod(stores, known)
    return { ok: true, account: { ...account, [kind]: value } }
  }),
)

const heldByOther = { ok: false, code: 'held_by_other' } as const
