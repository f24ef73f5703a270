import { z } from 'zod'
import { call } from '#contract/call'
import { codeErrors } from '#contract/errors'
import {
  code,
  emailCodeKey,
  flag,
  masked,
  moment,
  newEmail,
  sent,
  shownAddress,
  ticket,
  timeZoneInForce,
} from '#contract/terms/fields'
import { reads } from '#contract/terms/power'

const fresh = { proof: 'fresh', act: 'binding', guarded: true } as const

/** Without a verify_ticket the session needs a proof of the last 10 minutes; otherwise the answer is 2046. */
const proof = { verify_ticket: ticket.optional() }

const proofErrors = ['ticket_refused', 'second_verification_required'] as const

export const recoveryEmailInfo = call({
  name: 'recoveryEmailInfo',
  power: reads('session'),
  summary: 'Returns the recovery address of the account, and from when it counts. It cannot be used to sign in.',
  method: 'GET',
  path: 'recovery_email/info',
  input: z.object({}),
  output: z.object({
    email: shownAddress,
    /** Until then it gets no copies of messages, and cannot undo anything. Null: it counts, or does not exist. */
    counts_from: z.iso.datetime().nullable(),
    /** When it will be removed, or replaced by this one. */
    changes_at: moment,
    becomes: shownAddress,
    time_zone: timeZoneInForce,
  }),
  auth: 'user',
})

export const sendRecoveryEmailCode = call({
  name: 'sendRecoveryEmailCode',
  power: { ...fresh, tells: [], undoneBy: 'nothing', limit: 'codes' },
  summary:
    'Sends the code that proves a new recovery address. It may be the email of another account, which gains nothing from this. The account’s own email and its current recovery address are refused.',
  path: 'recovery_email/send_code',
  input: z.object({ email: newEmail }),
  output: sent.extend({ email_code_key: z.string(), email: masked }),
  errors: [
    'captcha_required',
    'resend_too_soon',
    'code_limit_reached',
    'undeliverable',
    'mail_domain_refused',
    'identifier_off',
    ...proofErrors,
  ],
  auth: 'user',
})

export const setRecoveryEmail = call({
  name: 'setRecoveryEmail',
  power: {
    ...fresh,
    proof: 'wait',
    ticket: 'verify_ticket',
    tells: ['recovery_email_added', 'recovery_email_changed', 'recovery_email_change_asked', 'email_removal_stopped'],
    undoneBy: 'restored',
    limit: 'pendingChanges',
  },
  summary:
    'Sets the recovery address that a code has proven. It counts after 72 hours, and then gets a copy of each message about the account. A previous recovery address is notified, and is replaced under the rules of removeRecoveryEmail.',
  path: 'recovery_email/set',
  input: z.object({ email: newEmail, code, ...emailCodeKey, ...proof, wait: flag }),
  output: z.object({
    email: masked,
    counts_from: z.iso.datetime(),
    takes_effect_at: moment,
    time_zone: timeZoneInForce,
  }),
  errors: [...codeErrors, ...proofErrors, 'recovery_email_full', 'mail_domain_refused', 'identifier_off'],
  auth: 'user',
})

export const removeRecoveryEmail = call({
  name: 'removeRecoveryEmail',
  power: {
    ...fresh,
    proof: 'wait',
    ticket: 'verify_ticket',
    tells: ['recovery_email_removed', 'recovery_email_removal_asked'],
    undoneBy: 'restored',
    limit: 'pendingChanges',
  },
  summary:
    'Removes the recovery address of the account, at once after a proof of two factors or if the address is younger than 72 hours. Otherwise it is removed after 48 hours (wait=1), unless stopPendingChange with the platform `recovery_email` stops that. The address is notified.',
  path: 'recovery_email/remove',
  input: z.object({ ...proof, wait: flag }),
  output: z.object({ done: z.boolean(), takes_effect_at: moment, time_zone: timeZoneInForce }),
  errors: [...proofErrors, 'nothing_bound'],
  auth: 'user',
})
