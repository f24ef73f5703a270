import { z } from 'zod'
import { call } from '#contract/call'
import { reads } from '#contract/terms/power'
import { sensitive } from '#contract/terms/sensitive'
import { vouchedUrl } from '#contract/terms/vouched-url'

/** The origin of a protected site, as its proxy or a browser named it. */
const site = z.string().min(1).max(300)

/** A random value that stays in the browser, or its SHA-256, as base64url. */
const digest = z.string().regex(/^[\w-]{43}$/)

const token = sensitive(z.string().regex(/^[\w-]{43}$/))

/** A path of the site with its query, to return to. */
const pathAtSite = z
  .string()
  .max(2048)
  .regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u)

export const protectedSite = call({
  name: 'protectedSite',
  power: reads('none'),
  summary: 'Returns the protected site that is registered with exactly this origin.',
  method: 'GET',
  path: '/passport/sso/site',
  input: z.object({ site }),
  output: z.object({ name: z.string(), url: vouchedUrl }),
  errors: ['no_such_site'],
})

export const issueSiteTicket = call({
  name: 'issueSiteTicket',
  power: { proof: 'session', tells: [], undoneBy: 'ended', limit: 'tickets' },
  summary:
    'Issues a ticket for a protected site. It can be used once within 60 seconds, by the browser that holds the value whose SHA-256 is the challenge. Returns the address of the site that accepts the ticket. At most 300 an hour per account.',
  path: '/passport/sso/site/ticket',
  input: z.object({ site, challenge: digest, to: pathAtSite }),
  output: z.object({ url: vouchedUrl }),
  errors: ['no_such_site', 'site_refused'],
  auth: 'user',
})

export const redeemSiteTicket = call({
  name: 'redeemSiteTicket',
  power: { proof: 'none', tells: [], undoneBy: 'ended', limit: 'none' },
  summary:
    'Uses up a ticket for a protected site, even if it is refused, and returns the token of a session at the site. The session at the site ends with the session that issued the ticket.',
  path: '/passport/sso/site/redeem',
  input: z.object({ site, ticket: token, verifier: sensitive(digest) }),
  output: z.object({ token }),
  errors: ['site_ticket_refused'],
  event: 'none',
})

export const siteVisitor = call({
  name: 'siteVisitor',
  power: reads('none'),
  summary:
    'Returns the visitor of a protected site, by the token of their session there, with the facts that the site gets. The proxy calls it at each request. Without a token it returns whether the site is registered.',
  path: '/passport/sso/site/visitor',
  harmless: true,
  input: z.object({ site, token: token.optional() }),
  output: z.object({
    user_id: z.string(),
    name: z.string().optional(),
    /** Proven by a code. */
    email: z.string().optional(),
    /** Like the claim of the same name. */
    groups: z.array(z.string()).optional(),
    /** The organisation that lets the person in. */
    organisation: z.string().optional(),
  }),
  errors: ['no_such_site', 'no_site_session', 'site_refused'],
})
