import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { isOpen } from '#account-api/accounts/account/account-record'
import { kindOf, maskEmail } from '#account-api/accounts/account/identifier'
import { isOn } from '#account-api/accounts/account/identifiers-on'
import { isUnused } from '#account-api/accounts/account/unused'
import { record } from '#account-api/accounts/activity/activity'
import { type SignIn, signIn } from '#account-api/accounts/sessions/pending-sign-in'
import type { SessionRecord } from '#account-api/accounts/sessions/session-record'
import { type NotOpen, refuseNotOpen, refuseSuspended } from '#account-api/accounts/standing/not-open'
import type { From } from '#account-api/kernel/from'
import { findTicket, redeemTicket } from '#account-api/kernel/tickets/ticket'
import type { TicketRecord } from '#account-api/kernel/tickets/ticket-store'
import type { Target } from '#account-api/verification/codes/code'
import { consumeCode, type Judgement, lookAtCode, type TypedCode } from '#account-api/verification/codes/code'
import { boundingGuesses } from '#account-api/verification/codes/guesses'
import { readResetLink, resetLinkPurpose } from '#account-api/verification/codes/reset-link'
import { type Guarded, judgeGuardFromOutside } from '#account-api/verification/proofs/guard-proof'
import type { Deployment, Service, Stores, Transaction } from '#account-api/verification/service'
import {
  type Afterwards,
  refusedFor,
  replacePasswordAnd,
  resetPurposes,
  type TicketRefused,
  ticketRefused,
} from './replace'
import { type RefusedByRules, refusedByRules } from './rules'

type WrongCode = Exclude<Judgement, { ok: true }>
type Address = Pick<Target, 'channel' | 'to'>

type OtherAddressRequired = { ok: false; code: 'other_address_required'; email: string }

type SignedIn = (SignIn & { ok: true }) | NotOpen

export type Reset = SignedIn | RefusedByRules | TicketRefused | OtherAddressRequired | Guarded

/** The source of a reset, and the session of the browser, if it has one. That session ends. */
interface Resetting {
  from: From
  session: SessionRecord | undefined
}

/**
 * Resets the password of the account with an address, by a code sent there, and signs in. An address without an account
 * costs the same work as a wrong code, because no account is read before the code is checked.
 */
export const resetByCode = boundingGuesses(
  (service: Service, asked: AskedReset) => resetByJudgedCode(service, asked),
  ({ target, code, named, from }) => ({ typed: [{ target, code, named }], clientAddress: from.clientAddress }),
)

type AskedReset = TypedCode & Resetting & { password: string }

const resetByJudgedCode = async (
  service: Service,
  { password, from, session, ...typed }: AskedReset,
): Promise<Reset | WrongCode> => {
  const { deployment, storage } = service
  const { target } = typed
  const refused = refusedByRules(deployment, password, [target.to])
  if (refused) return refused
  const looked = await lookAtCode(storage, typed)
  if (!looked.ok) return looked
  const account = await holderOf(storage, target)
  if (!account) return { ok: false, code: 'code_expired' }
  const otherwise = await refusedTo(storage, account, target)
  if (otherwise) return otherwise
  if (account.suspendedAt !== null) return refuseSuspended(storage, account)
  const refusedHere = refusedFor(deployment, account, password)
  if (refusedHere) return refusedHere
  const replacement = {
    account,
    password,
    change: 'password_reset' as const,
    from,
    proven: { by: [kindOf[target.channel]] },
    prove: byCode(account, typed),
    tooLate: ticketRefused,
  }
  return replacePasswordAnd<TicketRefused | WrongCode, SignedIn>(
    service,
    replacement,
    signInAfter(target, { from, session }),
  )
}

/** Resets the password with the ticket of a link or of a validated code, and signs in. */
export const resetByTicket = async (
  service: Service,
  { ticket, password, from, session }: Resetting & { ticket: string; password: string },
): Promise<Reset> => {
  const { deployment, storage } = service
  const found = await findTicket(storage, ticket, resetPurposes)
  const account = found && (await accountOf(storage, found))
  if (!account) return ticketRefused
  if (account.suspendedAt !== null) return refuseSuspended(storage, account)
  const address = addressOf(found)
  if (!isOn(deployment, kindOf[address.channel])) return ticketRefused
  const refused = (await refusedTo(storage, account, address)) ?? refusedFor(deployment, account, password)
  if (refused) return refused
  const replacement = {
    account,
    password,
    change: 'password_reset' as const,
    from,
    proven: { by: [kindOf[address.channel]] },
    prove: byTicket({ account, address, ticket, purpose: found.purpose }),
    tooLate: ticketRefused,
  }
  return replacePasswordAnd(service, replacement, signInAfter(address, { from, session }))
}

/** The account whose password a link would reset. Undefined when the link is no longer valid. Changes nothing. */
export const findReset = async (
  { storage }: Service,
  ticket: string,
): Promise<{ account: AccountProfile; email: string } | undefined> => {
  const found = await findTicket(storage, ticket, [resetLinkPurpose])
  const account = found && (await accountOf(storage, found))
  return account && { account, email: addressOf(found).to }
}

/** The account of a ticket, as long as the link is valid for it. */
const accountOf = async (stores: Stores, found: TicketRecord): Promise<AccountProfile | undefined> => {
  const account = await holderOf(stores, addressOf(found))
  const fits = found.purpose !== resetLinkPurpose || (account !== undefined && readResetLink(found).fits(account))
  return fits ? account : undefined
}

/** The way that opens the session after a reset: it proves only the address of the reset. */
const wayBy = { sms: 'sms', email: 'recovery' } as const

/**
 * Signs in after a reset, like a code to the address. The new password is no proof. The browser's earlier session ends,
 * whichever account it belongs to. A cancelled account has to be restored first.
 */
const signInAfter =
  ({ channel }: Address, { from, session: before }: Resetting): Afterwards<SignedIn> =>
  async (stores, account) => {
    if (before && before.accountId !== account.id) {
      await stores.sessions.endOne(before.accountId, before.id)
      await record(stores, { accountId: before.accountId, kind: 'signed_out', from })
    }
    if (!isOpen(account)) return refuseNotOpen(stores, account, { by: { way: wayBy[channel] } })
    const opening = { account, way: wayBy[channel], from, isUncounted: true, isTold: true }
    return { ok: true, ...(await signIn(stores, opening)) }
  }

/** The refusal of a number whose account has not been used for a long time, if the account has an email. */
const otherAddressFor = (
  deployment: Deployment,
  account: AccountProfile,
  { channel }: Address,
): OtherAddressRequired | undefined =>
  channel === 'sms' && account.email !== null && isUnused(deployment, account)
    ? { ok: false, code: 'other_address_required', email: maskEmail(account.email) }
    : undefined

/** Why an address cannot reset the password: another address guards the account, or has to be used instead. */
const refusedTo = async (
  stores: Stores,
  account: AccountProfile,
  address: Address,
): Promise<OtherAddressRequired | Guarded | undefined> =>
  otherAddressFor(stores.deployment, account, address) ?? (await judgeGuardFromOutside(stores, account, address.to))

/** Uses up the code, if its address still belongs to the account. */
const byCode =
  (account: AccountProfile, typed: TypedCode) =>
  async (stores: Transaction): Promise<WrongCode | TicketRefused | undefined> => {
    const judgement = await consumeCode(stores, typed)
    if (!judgement.ok) return judgement
    return (await holds(stores, account, typed.target)) ? undefined : ticketRefused
  }

/** Uses up a ticket, if its address still belongs to the account. */
const byTicket =
  ({
    account,
    address,
    ticket,
    purpose,
  }: {
    account: AccountProfile
    address: Address
    ticket: string
    purpose: string
  }) =>
  async (stores: Transaction): Promise<TicketRefused | undefined> => {
    const redeemed = await redeemTicket(stores, ticket, purpose)
    return redeemed && (await holds(stores, account, address)) ? undefined : ticketRefused
  }

const addressOf = (ticket: TicketRecord): Address => {
  if (ticket.purpose === resetLinkPurpose) return { channel: 'email', to: readResetLink(ticket).to }
  return { channel: ticket.purpose.startsWith('sms:') ? 'sms' : 'email', to: ticket.value }
}

const holderOf = async (stores: Stores, { channel, to }: Address): Promise<AccountProfile | undefined> => {
  const holder = await stores.accounts.holderOf(kindOf[channel], to)
  return holder && stores.accounts.profile(holder.id)
}

/** True when the address still belongs to the account when the password is written. */
const holds = async (stores: Transaction, account: AccountProfile, { channel, to }: Address): Promise<boolean> =>
  (await stores.accounts.holderOf(kindOf[channel], to))?.id === account.id
