import { isOpen } from '#account-api/accounts/account/account-record'
import { originFrom } from '#account-api/accounts/sessions/origin'
import { lockPerson, type Person } from '#account-api/accounts/sessions/person'
import { type OpenedSession, openSession } from '#account-api/accounts/sessions/session'
import type { From } from '#account-api/kernel/from'
import { count } from '#account-api/kernel/limits/limits'
import { hashToken } from '#account-api/kernel/random'
import { findTicket, issueTicket, redeemTicket } from '#account-api/kernel/tickets/ticket'
import { seconds } from '#account-api/kernel/time'
import { type Deployment, inTransaction, type Service } from '#account-api/sign-in/service'
import { type AppLink, appEvents, appLink } from '#contract/terms/app-link'

const lifetimeMs = seconds(60)

const purpose = 'host_app'

/** Binds a code to its scheme, and to the challenge of the app that requested it. */
const bindingOf = (scheme: string, challenge: string): string => `${scheme} ${challenge}`

/** The value of a code's ticket: its binding, and the time of the proof of its session. */
const ticketValue = (binding: string, provenAt: number): string => `${binding} ${provenAt}`

const readValue = (value: string): { binding: string; provenAt: number } => {
  const end = value.lastIndexOf(' ')
  return { binding: value.slice(0, end), provenAt: Number(value.slice(end + 1)) }
}

const linkOf = (scheme: string, path: string, query = ''): AppLink => appLink.parse(`${scheme}:/${path}${query}`)

/** The deep links of a host app; undefined if its scheme is not on the list. */
export const hostAppLinks = ({ appSchemes }: Deployment, scheme: string) =>
  appSchemes.has(scheme)
    ? {
        account_changed: linkOf(scheme, appEvents.account_changed),
        account_cancelled: linkOf(scheme, appEvents.account_cancelled),
        closed: linkOf(scheme, appEvents.closed),
      }
    : undefined

interface AskedCode {
  person: Person
  scheme: string
  challenge: string
  state: string
}

type IssuedCode =
  | { ok: true; url: AppLink }
  | { ok: false; code: 'no_such_app' | 'not_signed_in' }
  | { ok: false; code: 'too_many'; until: number }

/** Issues a code for a host app: 60 seconds, single use, bound to the scheme, the challenge and the session. */
export const issueAppCode = async (service: Service, asked: AskedCode): Promise<IssuedCode> => {
  const { deployment, storage } = service
  if (!deployment.appSchemes.has(asked.scheme)) return { ok: false, code: 'no_such_app' }
  const counted = await count(storage, 'appCodes', { subject: asked.person.account.id, at: deployment.now() })
  return counted.within ? issue(service, asked) : { ok: false, code: 'too_many', until: counted.until }
}

const issue = inTransaction<AskedCode, IssuedCode>(async (stores, { person, scheme, challenge, state }) => {
  const living = await lockPerson(stores, person)
  if (!living) return { ok: false, code: 'not_signed_in' }
  const code = await issueTicket(stores, {
    purpose,
    value: ticketValue(bindingOf(scheme, challenge), living.session.provenAt),
    accountId: living.account.id,
    sessionId: living.session.id,
    lifetimeMs,
  })
  return { ok: true, url: linkOf(scheme, 'signed-in', `?${new URLSearchParams({ code, state })}`) }
})

interface ToExchange {
  scheme: string
  code: string
  verifier: string
  from: From
}

/**
 * Exchanges a code for a session of the host app. Every attempt uses the code up. The session that issued the code has
 * to be alive, and the new proof is no fresher than that session's.
 * @returns undefined when the code is refused
 */
export const exchangeAppCode = inTransaction<ToExchange, OpenedSession | undefined>(
  async (stores, { scheme, code, verifier, from }) => {
    const found = await findTicket(stores, code, [purpose])
    if (!found?.accountId || !found.sessionId) return undefined
    // The account is locked before its ticket, in the same order as in acts that end an account's tickets.
    await stores.accounts.lock(found.accountId)
    const isFirst = (await redeemTicket(stores, code, purpose)) !== undefined
    const { binding, provenAt } = readValue(found.value)
    // S256 of RFC 7636 equals the hash under which tokens are stored: SHA-256 as base64url.
    if (!isFirst || binding !== bindingOf(scheme, hashToken(verifier))) return undefined
    const issuedBy = await stores.sessions.get(found.sessionId)
    const origin = issuedBy && originFrom(issuedBy)
    if (!origin) return undefined
    const account = await stores.accounts.profile(found.accountId)
    // A cancelled account cannot be signed in to.
    if (!account || !isOpen(account)) return undefined
    return openSession(stores, { account, way: 'app', provenAt, origin, from })
  },
)
