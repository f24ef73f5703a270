import { z } from 'zod'
import { call } from '#contract/call'
import { sensitive } from '#contract/terms/sensitive'

/** The prefix of session tokens of the operator's desk, so people and scanners recognise them. */
export const deskTokenPrefix = 'butterfly_desk_'

const deskToken = sensitive(z.string().regex(new RegExp(`^${deskTokenPrefix}[\\w-]{43}$`)))

/** A random value of 256 bits, or the SHA-256 of one, as base64url. */
const digest = z.string().regex(/^[\w-]{43}$/)

export const issueDeskTicket = call({
  name: 'issueDeskTicket',
  power: { proof: 'asked', act: 'data', tells: [], undoneBy: 'ended', limit: 'tickets' },
  summary:
    "Issues a ticket for the operator's desk. The session of the operator must have proven a second factor within 10 minutes. The ticket can be used once within 60 seconds, by the browser that holds the value whose SHA-256 is the challenge. A new authenticator or passkey counts after 72 hours. At most 30 an hour for each account.",
  path: '/passport/sso/desk/ticket',
  input: z.object({ challenge: digest }),
  output: z.object({ ticket: sensitive(digest) }),
  errors: ['not_an_operator', 'second_factor_needed', 'second_verification_required'],
  auth: 'user',
})

export const redeemDeskTicket = call({
  name: 'redeemDeskTicket',
  power: { proof: 'none', tells: [], undoneBy: 'ended', limit: 'none' },
  summary:
    "Uses up a ticket for the operator's desk, even if it is refused, and returns the token of a desk session, which calls of the operator accept. The desk session ends after 8 hours, after 30 minutes without use, when the role is removed, or with the session that issued the ticket.",
  path: '/passport/sso/desk/redeem',
  input: z.object({ ticket: sensitive(digest), verifier: sensitive(digest) }),
  output: z.object({
    token: deskToken,
    /** True if it replaces a session at the desk of the same browser and account. */
    renews: z.boolean().default(false),
  }),
  errors: ['desk_ticket_refused'],
})

export const leaveDesk = call({
  name: 'leaveDesk',
  power: { proof: 'none', tells: [], undoneBy: 'nothing', limit: 'none' },
  summary: "Ends a session at the operator's desk by its token. The person stays signed in to the web app.",
  path: '/passport/sso/desk/leave',
  input: z.object({ token: deskToken }),
  output: z.object({}),
})
