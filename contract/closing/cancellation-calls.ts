import { z } from 'zod'
import { cancellationBlockers } from '#contract/accounts/account-errors'
import { call } from '#contract/call'
import { secSubjectUid } from '#contract/organisations/organisation-fields'
import { known, lossKinds, session, text, ticket, time, timeZoneInForce } from '#contract/terms/fields'
import { reads, stopsPending } from '#contract/terms/power'
import { provingPlatforms, ways } from '#contract/verification/proof-errors'

export const cancelVerifyWay = call({
  name: 'cancelVerifyWay',
  power: reads('session'),
  summary:
    'Returns the methods and the sms_code_key of the second verification before a cancellation. sendSecondCode, verifySecond and verifySecondByPlatform accept the key; the verify_ticket of verifySecond and verifySecondByPlatform is a cancel_ticket.',
  method: 'GET',
  path: 'cancel/verify_way',
  input: z.object({}),
  output: z.object({ sms_code_key: text, ways: ways.default([]), platforms: provingPlatforms }),
  auth: 'user',
})

export const cancelCheck = call({
  name: 'cancelCheck',
  power: reads('session'),
  summary:
    'Returns what prevents a cancellation of the account, what would be lost, and until when the account could be restored.',
  method: 'GET',
  path: 'cancel/check',
  input: z.object({}),
  output: z.object({
    blockers: z.array(z.enum(cancellationBlockers).or(z.string())).default([]),
    /** The organisations that have to be handed over or closed first. */
    subjects: z.array(z.object({ sec_subject_uid: secSubjectUid, subject_name: text })).default([]),
    /**
     * `text` is a name or a masked address; empty if the kind is enough. A third-party identity has the name of its
     * person there, next to its platform.
     */
    losses: known(z.object({ kind: z.enum(lossKinds), text, platform: z.string().optional() })).default([]),
    restorable_until: time,
    time_zone: timeZoneInForce,
  }),
  auth: 'user',
})

export const cancelConfirm = call({
  name: 'cancelConfirm',
  power: {
    proof: 'fresh',
    act: 'cancellation',
    ticket: 'cancel_ticket',
    guarded: true,
    tells: ['cancellation_asked', 'organisation'],
    undoneBy: 'restored',
    limit: 'none',
  },
  summary:
    'Cancels the account and ends all its sessions. It is erased after 30 days, unless it is restored after a sign-in. The ticket is a proof for the act cancellation. It comes from verifyMobile (22) or verifyEmail (6) with act=cancellation, or from verifySecond or verifySecondByPlatform with the key of cancelVerifyWay.',
  path: 'cancel/confirm',
  input: z.object({ cancel_ticket: ticket }),
  output: z.object({ restorable_until: time, time_zone: timeZoneInForce }),
  errors: ['ticket_refused', 'cancellation_blocked'],
  auth: 'user',
})

export const undoCancellation = call({
  name: 'undoCancellation',
  power: { proof: 'none', tells: ['cancellation_undone', ...stopsPending], undoneBy: 'ended', limit: 'none' },
  summary: 'Restores a cancelled account with the ticket that a sign-in has returned, and signs in.',
  path: 'cancel/undo',
  input: z.object({ ticket }),
  output: session,
  errors: ['ticket_refused'],
})
