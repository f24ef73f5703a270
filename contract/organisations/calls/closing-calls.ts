import { z } from 'zod'
import { call } from '#contract/call'
import { inSubject } from '#contract/organisations/organisation-fields'
import { flag, ticket, timeZoneInForce } from '#contract/terms/fields'

export const freezeSubject = call({
  name: 'freezeSubject',
  power: { proof: 'fresh', act: 'organisation', tells: ['organisation'], undoneBy: 'others', limit: 'none' },
  summary:
    'Suspends an organisation (is_frozen=1), so its members have no access, or ends the suspension (is_frozen=0). Only the manager can do either. Only an operator ends a suspension by an operator.',
  path: '/passport/org/subject/freeze',
  input: z.object({ ...inSubject, is_frozen: z.coerce.number().int().min(0).max(1) }),
  output: z.object({ is_frozen: flag }),
  auth: 'member',
  needs: 'organisation.freeze',
  whenSuspended: true,
  event: 'if_changed',
})

export const closeSubject = call({
  name: 'closeSubject',
  power: {
    proof: 'second',
    act: 'closing',
    ticket: 'verify_ticket',
    guarded: true,
    tells: ['closing_started', 'organisation'],
    undoneBy: 'others',
    limit: 'none',
  },
  summary:
    'Closes an organisation. Its members lose access at once. It is erased after 30 days unless the manager reopens it. Needs a session that was just proven, or a proof for the act closing.',
  path: '/passport/org/subject/close',
  input: z.object({ ...inSubject, verify_ticket: ticket.optional() }),
  output: z.object({ closes_at: z.iso.datetime(), time_zone: timeZoneInForce }),
  errors: ['ticket_refused'],
  auth: 'member',
  needs: 'manager',
  whenSuspended: true,
})

export const reopenSubject = call({
  name: 'reopenSubject',
  power: { proof: 'session', tells: ['organisation'], undoneBy: 'others', limit: 'none' },
  summary: 'Reopens an organisation that is being closed.',
  path: '/passport/org/subject/reopen',
  input: z.object(inSubject),
  output: z.object({}),
  errors: ['not_closing'],
  auth: 'member',
  needs: 'manager',
  whenSuspended: true,
})
