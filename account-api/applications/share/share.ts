import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { isOpen } from '#account-api/accounts/account/account-record'
import { type Origin, originFrom } from '#account-api/accounts/sessions/origin'
import { lockPerson, type Person } from '#account-api/accounts/sessions/person'
import { type OpenedSession, openSession } from '#account-api/accounts/sessions/session'
import { inTransaction, type Service, type Stores } from '#account-api/applications/service'
import type { From } from '#account-api/kernel/from'
import { count } from '#account-api/kernel/limits/limits'
import { findTicket, issueTicket, redeemTicket } from '#account-api/kernel/tickets/ticket'
import type { TicketRecord } from '#account-api/kernel/tickets/ticket-store'
import { seconds } from '#account-api/kernel/time'
import { maskedName } from '#account-api/sign-in/remembered/remembered'
import { findApplication, type Sibling } from './application'

const lifetimeMs = seconds(60)

const purpose = 'share'

/** Binds a ticket to the application that requests it and the one that accepts it. Ids contain no space. */
interface Bound {
  fromAid: string
  toAid: string
  provenAt: number
}

const writeValue = ({ fromAid, toAid, provenAt }: Bound): string => `${fromAid} ${toAid} ${provenAt}`

const readValue = (value: string): Bound => {
  const [fromAid = '', toAid = '', provenAt] = value.split(' ')
  return { fromAid, toAid, provenAt: Number(provenAt) }
}

interface ToShare {
  person: Person
  fromAid: string
  toAid: string
}

type Shared =
  | { ok: true; ticket: string; to: Sibling }
  | { ok: false; code: 'no_such_application' | 'not_signed_in' }
  | { ok: false; code: 'too_many'; until: number }

/** Issues a share ticket: 60 seconds, single use, bound to the session and to both applications. */
export const issueShareTicket = async (service: Service, asked: ToShare): Promise<Shared> => {
  const { deployment, storage } = service
  const { person, fromAid, toAid } = asked
  const to = await findApplication(storage, { aid: toAid, language: 'en' })
  if (!to || toAid === fromAid) return { ok: false, code: 'no_such_application' }
  const counted = await count(storage, 'shareTickets', { subject: person.account.id, at: deployment.now() })
  if (!counted.within) return { ok: false, code: 'too_many', until: counted.until }
  const ticket = await issue(service, asked)
  return ticket === undefined ? { ok: false, code: 'not_signed_in' } : { ok: true, ticket, to }
}

const issue = inTransaction<ToShare, string | undefined>(async (stores, { person, fromAid, toAid }) => {
  const living = await lockPerson(stores, person)
  if (!living) return undefined
  const { account, session } = living
  const value = writeValue({ fromAid, toAid, provenAt: session.provenAt })
  return issueTicket(stores, { purpose, value, accountId: account.id, sessionId: session.id, lifetimeMs })
})

interface Presented {
  ticket: string
  aid: string
}

/**
 * The account of a ticket and the application that issued it, if the ticket's session and everything else that it
 * depends on still exist.
 */
const judge = async (
  stores: Stores,
  { value, accountId, sessionId }: TicketRecord,
  { aid, language }: { aid: string; language: string },
): Promise<{ account: AccountProfile; from: Sibling; origin: Origin } | undefined> => {
  const { fromAid, toAid } = readValue(value)
  const issuedBy = toAid === aid && accountId && sessionId ? await stores.sessions.get(sessionId) : undefined
  const origin = issuedBy && originFrom(issuedBy)
  if (!accountId || !origin) return undefined
  const from = await findApplication(stores, { aid: fromAid, language })
  const account = await stores.accounts.profile(accountId)
  // A cancelled account cannot be signed in to.
  return from && account && isOpen(account) ? { account, from, origin } : undefined
}

/**
 * The account that a ticket would sign in, and the application that issued it, without using the ticket up. Undefined:
 * it would be refused.
 */
export const checkShareTicket = async (
  { storage }: Service,
  { ticket, aid, language }: Presented & { language: string },
): Promise<{ accountId: string; masked: string; application: string } | undefined> => {
  const found = await findTicket(storage, ticket, [purpose])
  const judged = found && (await judge(storage, found, { aid, language }))
  return judged && { accountId: judged.account.id, masked: maskedName(judged.account), application: judged.from.name }
}

interface ToContinue extends Presented {
  from: From
}

/**
 * Starts a new session for the account of a ticket. Its proof is as old as the proof of the session that issued the
 * ticket. Every attempt uses the ticket up.
 * @returns undefined when the ticket is refused
 */
export const shareLogin = inTransaction<ToContinue, OpenedSession | undefined>(
  async (stores, { ticket, aid, from }) => {
    const found = await findTicket(stores, ticket, [purpose])
    if (!found?.accountId) return undefined
    // The account is locked before its ticket, in the same order as in acts that end an account's tickets.
    await stores.accounts.lock(found.accountId)
    if ((await redeemTicket(stores, ticket, purpose)) === undefined) return undefined
    const judged = await judge(stores, found, { aid, language: 'en' })
    if (!judged) return undefined
    const { provenAt } = readValue(found.value)
    const { account, origin } = judged
    return openSession(stores, { account, way: 'share', provenAt, origin, from })
  },
)
