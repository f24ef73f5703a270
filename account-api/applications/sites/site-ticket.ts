import type { Person } from '#account-api/accounts/sessions/person'
import type { Service } from '#account-api/applications/service'
import { sessionLongestMs } from '#account-api/kernel/lifetimes'
import { count } from '#account-api/kernel/limits/limits'
import { type TooManyRequests, tooManyRequests } from '#account-api/kernel/limits/too-many'
import { hashToken, newToken } from '#account-api/kernel/random'
import { markedWrite } from '#account-api/kernel/service'
import { seconds } from '#account-api/kernel/time'
import { sitePaths } from '#contract/applications/site-paths'
import { type LetIn, letIn } from './site-people'

export const siteTicketRule = { lifetimeMs: seconds(60) }

export type IssuedSiteTicket =
  | { ok: true; url: string }
  | { ok: false; code: 'no_such_site' | 'not_signed_in' }
  | Extract<LetIn, { ok: false }>
  | TooManyRequests

interface AskedSiteTicket {
  person: Person
  origin: string
  /** The SHA-256 of the secret that the browser has at the site. No other browser can redeem the ticket. */
  challenge: string
  /** The path at the site that the person wanted. */
  to: string
}

/**
 * Issues a ticket for a protected site: single use, 60 seconds, bound to the site, to the session, and to the browser
 * that began at the site. A link with somebody else's ticket signs nobody in there.
 */
export const issueSiteTicket = async (
  service: Service,
  { person: { account, session }, origin, challenge, to }: AskedSiteTicket,
): Promise<IssuedSiteTicket> => {
  const { deployment, storage } = service
  const at = deployment.now()
  const counted = await count(storage, 'siteTickets', { subject: account.id, at })
  if (!counted.within) return tooManyRequests(deployment, counted.until)
  const site = await storage.sites.find(origin)
  if (!site) return { ok: false, code: 'no_such_site' }
  const entered = await letIn(storage, site, session)
  if (!entered.ok) return entered
  const ticket = newToken(256)
  const times = { at, expiresAt: at + siteTicketRule.lifetimeMs }
  const issued = { hash: hashToken(ticket), siteId: site.id, sessionId: session.id, challenge, ...times }
  const isIssued = await markedWrite(service, ({ siteSessions }) => siteSessions.insert(issued))
  if (!isIssued) return { ok: false, code: 'not_signed_in' }
  return { ok: true, url: `${site.origin}${sitePaths.arrive}?${new URLSearchParams({ ticket, to })}` }
}

interface ToRedeem {
  ticket: string
  origin: string
  verifier: string
}

/**
 * Redeems a ticket for the token of a session at its site. Every attempt uses the ticket up. The session at the site
 * ends with the session that issued the ticket, at the latest when that one would need a new proof.
 * @returns the token; undefined: the ticket is refused
 */
export const redeemSiteTicket = async (
  { deployment, storage }: Service,
  { ticket, origin, verifier }: ToRedeem,
): Promise<string | undefined> => {
  const [at, token, hash] = [deployment.now(), newToken(256), hashToken(ticket)]
  const becomes = { hash: hashToken(token), expiresAt: at + sessionLongestMs(deployment) }
  const challenge = hashToken(verifier)
  if (await storage.siteSessions.redeem({ hash, challenge, origin, at, becomes })) {
    // The browser has lost the previous token, or another browser has it. Tabs that are opened together keep their
    // tokens.
    await storage.siteSessions.endEarlier(becomes.hash, at - siteTicketRule.lifetimeMs)
    return token
  }
  await storage.siteSessions.spend(hash)
  return undefined
}
