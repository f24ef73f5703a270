import type { AccountProfile } from '../account/account-store'
import { maskEmail } from '../account/identifier'
import { isUnused } from '../account/unused'
import type { From } from '../activity/activity'
import { consumeCode, type Judgement, lookAtCode, type TypedCode } from '../code/code'
import { boundingGuesses } from '../code/guesses'
import { kindOf, type Target } from '../code/target'
import type { Service } from '../service'
import type { Setting } from '../setting'
import type { Stores, Transaction } from '../stores'
import { findTicket, redeemTicket } from '../ticket/ticket'
import type { TicketRecord } from '../ticket/ticket-store'
import { refusedFor, replacePassword, resetPurposes, type TicketRefused, ticketRefused } from './replace'
import { readResetLink, resetLinkPurpose } from './reset-link'
import { type RefusedByRules, refusedByRules } from './rules'

type WrongCode = Exclude<Judgement, { ok: true }>
type Address = Pick<Target, 'channel' | 'to'>

/** The number of the account is no proof by itself any more, so its email has to be used. */
type OtherAddressRequired = { ok: false; code: 'other_address_required'; email: string }

export type Reset = { ok: true } | RefusedByRules | TicketRefused | OtherAddressRequired

/**
 * Resets the password of the account that has an address, with the code that was sent there. An address without an
 * account costs the same work as a wrong code: no account is read before the code is judged.
 */
export const resetByCode = boundingGuesses(
  (service: Service, asked: AskedReset) => resetByJudgedCode(service, asked),
  ({ target, code, named, from }) => ({ typed: [{ target, code, named }], clientAddress: from.clientAddress }),
)

type AskedReset = TypedCode & { password: string; from: From }

const resetByJudgedCode = async (
  service: Service,
  { password, from, ...typed }: AskedReset,
): Promise<Reset | WrongCode> => {
  const { setting, storage } = service
  const { target } = typed
  const refused = refusedByRules(password, [target.to])
  if (refused) return refused
  const looked = await lookAtCode(setting, storage, typed)
  if (!looked.ok) return looked
  const account = await holderOf(storage, target)
  if (!account) return { ok: false, code: 'code_expired' }
  const otherwise = otherAddressFor(setting, account, target)
  if (otherwise) return otherwise
  const refusedHere = refusedFor(account, password)
  if (refusedHere) return refusedHere
  return replacePassword<TicketRefused | WrongCode>(service, {
    account,
    password,
    change: 'password_reset',
    from,
    prove: byCode(setting, account, typed),
    tooLate: ticketRefused,
  })
}

/** Resets the password with the ticket of a link or of a validated code. */
export const resetByTicket = async (
  service: Service,
  { ticket, password, from }: { ticket: string; password: string; from: From },
): Promise<Reset> => {
  const { setting, storage } = service
  const found = await findTicket(setting, storage, ticket, resetPurposes)
  if (!found) return ticketRefused
  const address = addressOf(found)
  const account = await holderOf(storage, address)
  if (!account || (found.purpose === resetLinkPurpose && !readResetLink(found).fits(account))) return ticketRefused
  const refused = otherAddressFor(setting, account, address) ?? refusedFor(account, password)
  if (refused) return refused
  return replacePassword(service, {
    account,
    password,
    change: 'password_reset',
    from,
    prove: byTicket(setting, { account, address, ticket, purpose: found.purpose }),
    tooLate: ticketRefused,
  })
}

/** The refusal of a number whose account nobody has used for long, where the account has an email. */
const otherAddressFor = (
  setting: Setting,
  account: AccountProfile,
  { channel }: Address,
): OtherAddressRequired | undefined =>
  channel === 'sms' && account.email !== null && isUnused(setting, account)
    ? { ok: false, code: 'other_address_required', email: maskEmail(account.email) }
    : undefined

/** Uses up the code, if the address that it proves still belongs to the account. */
const byCode =
  (setting: Setting, account: AccountProfile, typed: TypedCode) =>
  async (stores: Transaction): Promise<WrongCode | TicketRefused | undefined> => {
    const judgement = await consumeCode(setting, stores, typed)
    if (!judgement.ok) return judgement
    return (await holds(stores, account, typed.target)) ? undefined : ticketRefused
  }

/** The same with a ticket. */
const byTicket =
  (
    setting: Setting,
    {
      account,
      address,
      ticket,
      purpose,
    }: { account: AccountProfile; address: Address; ticket: string; purpose: string },
  ) =>
  async (stores: Transaction): Promise<TicketRefused | undefined> => {
    const redeemed = await redeemTicket(setting, stores, ticket, purpose)
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

/** Whether the address still belongs to the account when the password is written. */
const holds = async (stores: Transaction, account: AccountProfile, { channel, to }: Address): Promise<boolean> =>
  (await stores.accounts.holderOf(kindOf[channel], to))?.id === account.id
