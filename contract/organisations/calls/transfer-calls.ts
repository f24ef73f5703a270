import { z } from 'zod'
import { call } from '#contract/call'
import { codeErrors } from '#contract/errors'
import { identityId, inSubject, transferId } from '#contract/organisations/organisation-fields'
import { transferStates } from '#contract/organisations/transfers'
import {
  code,
  eitherTicket,
  email,
  emailType,
  masked,
  mobile,
  mobileType,
  no,
  sent,
  smsCodeByWay,
  text,
  ticket,
} from '#contract/terms/fields'
import { reads, stopsLost } from '#contract/terms/power'
import { secondWays } from '#contract/verification/proof-errors'

const place = z.object({ identity_id: identityId, deputy_name: z.string() })

const transfer = z.object({
  transfer_id: transferId,
  state: z.enum(transferStates),
  /** The manager who started it, and the member who has to agree. */
  from: place,
  to: place,
  /** True when the acting member is one of the two. */
  is_from: z.boolean(),
  is_to: z.boolean(),
  expires_at: z.iso.datetime(),
  /** The earliest time at which it can be accepted. Null: at once. */
  accept_from: z.iso.datetime().nullable().default(null),
})

/** The addresses of the acting member that a code can be sent to. */
const ways = z.array(z.object({ way: z.enum(secondWays).exclude(['password', 'authenticator', 'passkey']), masked }))

const sendErrors = [
  'captcha_required',
  'resend_too_soon',
  'code_limit_reached',
  'undeliverable',
  'nothing_bound',
  'address_too_new',
  'no_such_identity',
  'no_such_transfer',
  'transfer_refused',
  'ticket_refused',
] as const

/**
 * The member who takes over, if the acting manager makes all calls (spec section 4, "Manager transfer"). A member takes
 * over by the transfer that names them, so this field has no effect for them.
 */
const chosenMember = { identity_id: identityId.optional() }

export const orgSendCode = call({
  name: 'orgSendCode',
  power: { proof: 'session', tells: [], undoneBy: 'nothing', limit: 'codes' },
  summary:
    'Sends an SMS code to the acting member’s own mobile. The purpose is 22 for the manager who hands over, and 101 for the member who takes over. A given number must be that mobile. A given ticket must prove this session for an organisation, and is not used up. With the identity_id of a member and the ticket of verifyOldManager, the code of purpose 101 is sent to that member.',
  path: '/passport/org/send_code',
  input: z.object({ ...inSubject, ...chosenMember, mobile: mobile.optional(), type: mobileType, ...eitherTicket }),
  output: sent.extend({ sms_code_key: text, mobile: masked }),
  errors: sendErrors,
  auth: 'member',
})

export const orgSendEmailCode = call({
  name: 'orgSendEmailCode',
  power: { proof: 'session', tells: [], undoneBy: 'nothing', limit: 'codes' },
  summary:
    'Like orgSendCode, but by email. The purpose is 6 for the manager who hands over, and 101 for the member who takes over.',
  path: '/passport/org/email/send_code',
  input: z.object({ ...inSubject, ...chosenMember, email: email.optional(), type: emailType, ...eitherTicket }),
  output: sent.extend({ email_code_key: z.string().optional(), email: masked }),
  errors: sendErrors,
  auth: 'member',
})

/** A code that this session requested. The way names the channel, because 101 is a purpose of SMS and of email. */
const typed = { code, ...smsCodeByWay, way: z.enum(['mobile', 'email']).default('mobile') }

export const verifyOldManager = call({
  name: 'verifyOldManager',
  power: { proof: 'session', tells: [...stopsLost], undoneBy: 'ended', limit: 'wrongCodes' },
  summary:
    'Proves the manager by the code of purpose 22 (way mobile) or 6 (way email), also as a second verification of the session. The ticket starts one transfer of this organisation, in this session.',
  path: '/passport/org/manager/verify_old',
  input: z.object({ ...inSubject, ...typed }),
  output: z.object({ ticket }),
  errors: [...codeErrors, 'address_too_new'],
  auth: 'member',
  needs: 'manager',
})

export const startTransfer = call({
  name: 'startTransfer',
  power: {
    proof: 'second',
    act: 'organisation',
    guarded: true,
    tells: ['transfer_started', 'organisation'],
    undoneBy: 'ended',
    limit: 'none',
  },
  summary:
    'Asks another member to become the manager. The member has 7 days to accept; until then either of them can end the transfer. An organisation has one pending transfer. The code of the ticket counts as one factor; if it is the only factor, the transfer cannot be accepted for 48 hours.',
  path: '/passport/org/manager/start',
  input: z.object({ ...inSubject, identity_id: identityId, ticket }),
  output: z.object({
    transfer_id: transferId,
    expires_at: z.iso.datetime(),
    accept_from: z.iso.datetime().nullable().default(null),
  }),
  errors: ['no_such_identity', 'transfer_refused', 'transfer_pending', 'ticket_refused'],
  auth: 'member',
  needs: 'manager',
})

export const transferInfo = call({
  name: 'transferInfo',
  power: reads('session'),
  summary:
    'Returns the newest transfer of the organisation to the manager and to the member who takes over. Also returns the addresses that can get a code, and whether a transfer started now would wait for 48 hours.',
  method: 'GET',
  path: '/passport/org/manager/info',
  input: z.object(inSubject),
  output: z.object({
    transfer: transfer.nullable(),
    ways,
    /** True: only one factor of the account counts, so the transfer could not be accepted for 48 hours. */
    waits: no,
  }),
  auth: 'member',
  whenSuspended: true,
})

const named = { ...inSubject, transfer_id: transferId }

/** A transfer, or the member whom the acting manager has chosen. */
const namedOrChosen = { ...inSubject, ...chosenMember, transfer_id: transferId.optional() }

/** The ticket of verifyOldManager, which the manager uses instead of a transfer. */
const oldManagersTicket = { ticket: ticket.optional() }

export const verifyNewManager = call({
  name: 'verifyNewManager',
  power: {
    proof: 'second',
    act: 'organisation',
    guarded: true,
    when: 'identity_id',
    tells: ['transfer_started', 'organisation', ...stopsLost],
    undoneBy: 'ended',
    limit: 'wrongCodes',
  },
  summary:
    'Proves the member whom a pending transfer names, by the code of purpose 101. With identity_id and the ticket of verifyOldManager, it also starts the transfer: the manager types the code of the chosen member. The returned ticket accepts this transfer, in this session.',
  path: '/passport/org/manager/verify_new',
  input: z.object({ ...namedOrChosen, ...typed, ...oldManagersTicket }),
  output: z.object({ ticket }),
  errors: [
    ...codeErrors,
    'address_too_new',
    'no_such_identity',
    'no_such_transfer',
    'transfer_refused',
    'transfer_pending',
    'ticket_refused',
  ],
  auth: 'member',
})

export const transferManager = call({
  name: 'transferManager',
  power: {
    proof: 'session',
    act: 'organisation',
    guarded: true,
    tells: ['transfer_done', 'organisation'],
    undoneBy: 'taken_back',
    limit: 'none',
  },
  summary:
    'Accepts a pending transfer with the ticket of verifyNewManager: the member whom it names becomes the manager. The former manager becomes an administrator, whom nobody can remove or suspend for 72 hours. During that time, “this was not me” takes the organisation back.',
  path: '/passport/org/manager/transfer',
  input: z.object({ ...namedOrChosen, ticket }),
  output: z.object({}),
  errors: [
    'no_such_identity',
    'no_such_transfer',
    'transfer_refused',
    'transfer_waits',
    'ticket_refused',
    'too_many_subjects',
  ],
  auth: 'member',
})

export const declineTransfer = call({
  name: 'declineTransfer',
  power: { proof: 'session', tells: ['organisation'], undoneBy: 'nothing', limit: 'none' },
  summary: 'Declines a pending transfer, as the member whom it names.',
  path: '/passport/org/manager/decline',
  input: z.object(named),
  output: z.object({}),
  errors: ['no_such_transfer'],
  auth: 'member',
})

export const withdrawTransfer = call({
  name: 'withdrawTransfer',
  power: { proof: 'session', tells: ['organisation'], undoneBy: 'nothing', limit: 'none' },
  summary: 'Withdraws a pending transfer, as the manager.',
  path: '/passport/org/manager/withdraw',
  input: z.object(named),
  output: z.object({}),
  errors: ['no_such_transfer'],
  auth: 'member',
  needs: 'manager',
  whenSuspended: true,
})
