import { randomBytes } from 'node:crypto'
import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { isOpen } from '#account-api/accounts/account/account-record'
import type { Person } from '#account-api/accounts/sessions/person'
import { type Deployment, inTransaction, type Service, type Transaction } from '#account-api/applications/service'
import { mark } from '#account-api/kernel/events/mark'
import { sessionLongestMs } from '#account-api/kernel/lifetimes'
import { count } from '#account-api/kernel/limits/limits'
import { type TooManyRequests, tooManyRequests } from '#account-api/kernel/limits/too-many'
import { hashToken } from '#account-api/kernel/random'
import { days, seconds } from '#account-api/kernel/time'
import { isFresh } from '#account-api/verification/proofs/proof'
import type { ticketRefusals } from '#contract/applications/errors/service-errors'
import { attributesOf } from './attributes'
import type { RegisteredService } from './service-store'
import type { TicketHolder } from './service-ticket-store'
import { withTicket } from './service-url'

export const serviceTicketRule = { lifetimeMs: seconds(60) }

/**
 * How long the record for notifying a service is kept: as long as a session can live, plus a day for the notification.
 */
export const toldOfMs = (deployment: Deployment): number => sessionLongestMs(deployment) + days(1)

const prefix = 'ST-'
const ticketBits = 128
const ticketDigits = Math.ceil(ticketBits / Math.log2(36))

/**
 * Makes a service ticket: 128 random bits. CAS allows letters, digits and hyphens, and every client takes 32
 * characters.
 */
const newServiceTicket = (): string =>
  prefix +
  BigInt(`0x${randomBytes(ticketBits / 8).toString('hex')}`)
    .toString(36)
    .padStart(ticketDigits, '0')

export type IssuedServiceTicket =
  | { ok: true; url: string }
  | { ok: false; code: 'no_such_service' | 'not_signed_in' }
  | { ok: false; code: 'proof_needed' }
  | TooManyRequests

interface AskedTicket {
  person: Person
  url: string
  /** True when the service requires a fresh sign-in. */
  renew: boolean
}

/**
 * Issues a service ticket: single use, 60 seconds, bound to the service and to the session. Only the first ticket after
 * a fresh proof counts as one from a sign-in.
 * @returns the address of the service with the ticket; `proof_needed` if `renew` requires a proof that is missing
 */
export const issueServiceTicket = async (service: Service, asked: AskedTicket): Promise<IssuedServiceTicket> => {
  const { deployment, storage } = service
  const subject = asked.person.account.id
  const counted = await count(storage, 'serviceTickets', { subject, at: deployment.now() })
  return counted.within ? issue(service, asked) : tooManyRequests(deployment, counted.until)
}

const issue = inTransaction<AskedTicket, IssuedServiceTicket>(async (stores, { person, url, renew }) => {
  const { session } = person
  const found = await stores.services.find(url)
  if (!found) return { ok: false, code: 'no_such_service' }
  const at = stores.deployment.now()
  const ticket = newServiceTicket()
  const record = {
    hash: hashToken(ticket),
    serviceId: found.id,
    sessionId: session.id,
    at,
    expiresAt: at + serviceTicketRule.lifetimeMs,
  }
  const done = { ok: true, url: withTicket(found.url, ticket) } as const
  const keep = (proof: number | null) => mark(stores, stores.serviceTickets.insert({ ...record, proof }))
  if (isFresh(stores.deployment, session) && (await keep(session.provenAt))) return done
  if (renew) return { ok: false, code: 'proof_needed' }
  return (await keep(null)) ? done : { ok: false, code: 'not_signed_in' }
})

type TicketRefusal = (typeof ticketRefusals)[number]

export interface Validated {
  ok: true
  account: AccountProfile
  /** When the person was last proven. */
  provenAt: number
  /** True when the ticket comes from a sign-in, and not from an existing session. */
  isFresh: boolean
  attributes: Record<string, string[]>
}

interface ToValidate {
  ticket: string
  url: string
  renew: boolean
}

/**
 * Validates a service ticket for the service with this address. Every attempt uses the ticket up, even a failed one.
 * The session is locked first, then the ticket, in the same order as when a session ends.
 */
export const validateServiceTicket = inTransaction<ToValidate, Validated | { ok: false; reason: TicketRefusal }>(
  async (stores, { ticket, url, renew }) => {
    const at = stores.deployment.now()
    const hash = hashToken(ticket)
    const found = await stores.serviceTickets.find(hash)
    if (!found) return refused('invalid_ticket')
    const holder = found.sessionId === null ? undefined : await stores.serviceTickets.holder(found.sessionId)
    const isFirst = await mark(stores, stores.serviceTickets.spend(hash, at))
    if (!isFirst || !holder || found.expiresAt <= at) return refused('invalid_ticket')
    const registered = await stores.services.find(url)
    if (registered?.id !== found.serviceId) return refused('invalid_service')
    if (renew && found.proof === null) return refused('not_fresh')
    return validated(stores, { ticket, hash, registered, holder, at, proof: found.proof })
  },
)

const refused = (reason: TicketRefusal) => ({ ok: false, reason }) as const

interface Good {
  ticket: string
  hash: string
  registered: RegisteredService
  holder: TicketHolder
  at: number
  proof: number | null
}

const validated = async (stores: Transaction, { ticket, hash, registered, holder, at, proof }: Good) => {
  const account = await stores.accounts.profile(holder.accountId)
  // A cancelled account cannot be signed in to.
  if (!account || !isOpen(account)) return refused('invalid_ticket')
  await stores.serviceTickets.keep(hash, { ticket, expiresAt: at + toldOfMs(stores.deployment) })
  const attributes = await attributesOf(stores, { account, session: holder }, registered.attributes)
  return { ok: true, account, provenAt: proof ?? holder.provenAt, isFresh: proof !== null, attributes } as const
}
