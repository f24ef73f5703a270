import { z } from 'zod'
import { call } from '../call'
import { cancellationBlockers, ways } from '../errors'
import { lossKinds, session, ticket } from '../fields'

export const cancelVerifyWay = call({
  name: 'cancelVerifyWay',
  summary:
    'The ways to prove who wants to cancel, and the key of a second verification: sendSecondCode and verifySecond take it, and the verify_ticket of the latter is a cancel_ticket.',
  method: 'GET',
  path: 'cancel/verify_way',
  input: z.object({}),
  output: z.object({ sms_code_key: ticket, ways }),
  auth: 'user',
})

export const cancelCheck = call({
  name: 'cancelCheck',
  summary:
    'What stands in the way of cancelling the account, what its person would lose, and until when it could be restored if it were cancelled now.',
  method: 'GET',
  path: 'cancel/check',
  input: z.object({}),
  output: z.object({
    blockers: z.array(z.enum(cancellationBlockers)),
    /** `text` says which, where there may be several: a name, or a masked address. */
    losses: z.array(z.object({ kind: z.enum(lossKinds), text: z.string() })),
    restorable_until: z.iso.datetime(),
  }),
  auth: 'user',
})

export const cancelConfirm = call({
  name: 'cancelConfirm',
  summary:
    'Cancels the account and ends all its sessions. It is erased after 30 days, unless its person signs in and undoes it. The ticket is that of verifyMobile (22), verifyEmail (6) or verifySecond.',
  path: 'cancel/confirm',
  input: z.object({ cancel_ticket: ticket }),
  output: z.object({ restorable_until: z.iso.datetime() }),
  errors: ['ticket_refused', 'cancellation_blocked'],
  auth: 'user',
})

export const undoCancellation = call({
  name: 'undoCancellation',
  summary: 'Restores a cancelled account with the ticket that signing in to it has answered, and signs in.',
  path: 'cancel/undo',
  input: z.object({ ticket }),
  output: session,
  errors: ['ticket_refused'],
})
