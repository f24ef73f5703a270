import { z } from 'zod'
import { call } from '#contract/call'
import { codeErrors } from '#contract/errors'
import {
  code,
  email,
  emailCodeKey,
  masked,
  mobile,
  password,
  session,
  smsCode,
  ticket,
  yes,
} from '#contract/terms/fields'
import { endsYoung, reads, stopsPending } from '#contract/terms/power'

const done = z.object({ done: yes })
/** A reset has proven the person, so it signs in. Another account API that starts no session returns only `done`. */
const reset = done.extend({
  user_id: z.string().optional(),
  is_new_user: z.boolean().optional(),
  expires_at: z.string().optional(),
  authenticator_ticket: session.shape.authenticator_ticket,
})
const resetErrors = [
  'password_refused',
  'ticket_refused',
  'other_address_required',
  'guarded',
  'account_cancelled',
  'account_frozen',
] as const
const resets = {
  proof: 'none',
  tells: ['password_reset', 'organisation', ...stopsPending, ...endsYoung],
  undoneBy: 'restored',
  limit: 'wrongCodes',
} as const
const hasSet = z.object({ has_set: yes })

export const resetPasswordByMobile = call({
  name: 'resetPasswordByMobile',
  power: resets,
  summary:
    "Resets the password of an account whose email a code (4) has proven. Ends every session, including the caller's, and signs in. For an email without an account, no code is correct.",
  path: 'password/reset_by_mobile',
  input: z.object({ mobile, code, ...smsCode, password }),
  output: reset,
  errors: [...codeErrors, ...resetErrors],
})

export const resetPasswordByEmail = call({
  name: 'resetPasswordByEmail',
  power: resets,
  summary:
    "Resets the password with the ticket from an emailed link, or from a validated code of the same purpose. Ends every session, including the caller's, and signs in.",
  path: 'password/reset_by_email',
  input: z.object({ email, code, ...emailCodeKey, password }),
  output: reset,
  errors: [...codeErrors, ...resetErrors],
})

export const resetPasswordByTicket = call({
  name: 'resetPasswordByTicket',
  power: resets,
  summary:
    'Returns the account of a reset ticket from an emailed link: its username, and the address that got the link. The ticket is not used up.',
  path: 'password/reset_by_ticket',
  input: z.object({ ticket, password }),
  output: reset,
  errors: resetErrors,
})

export const resetTicketCheck = call({
  name: 'resetTicketCheck',
  power: reads('none'),
  summary:
    'Returns the account whose password resetPasswordByTicket would reset with the ticket of a link: its username, and the address that got the link. The ticket is not used up.',
  method: 'GET',
  path: 'password/reset_check',
  input: z.object({ ticket }),
  output: z.object({ username: z.string(), email: masked }),
  errors: ['ticket_refused'],
})

export const changePassword = call({
  name: 'changePassword',
  power: {
    proof: 'fresh',
    act: 'password',
    ticket: 'verify_ticket',
    guarded: true,
    tells: ['password_set', 'password_changed', 'organisation', ...stopsPending, ...endsYoung],
    undoneBy: 'restored',
    limit: 'none',
  },
  summary:
    'Changes a forgotten password with a proof for the act password. The proof is an address (mobile 22 or email 6 with act=password, or email 11), the verify_ticket of a second verification, or a second verification just made in this session. Ends every other session.',
  path: 'password/change',
  input: z.object({ verify_ticket: ticket.optional(), password }),
  output: done,
  errors: ['ticket_refused', 'password_refused'],
  auth: 'user',
})

export const updatePassword = call({
  name: 'updatePassword',
  power: {
    proof: 'session',
    act: 'password',
    guarded: true,
    tells: ['password_changed', 'organisation', ...stopsPending, ...endsYoung],
    undoneBy: 'restored',
    limit: 'passwords',
  },
  summary: 'Changes the password with the current one. Ends every other session.',
  path: 'password/update',
  input: z.object({ current_password: password, password }),
  output: done,
  errors: ['wrong_credentials', 'password_locked', 'captcha_required', 'password_refused'],
  auth: 'user',
})

export const setPassword = call({
  name: 'setPassword',
  power: {
    proof: 'fresh',
    act: 'password',
    ticket: 'verify_ticket',
    guarded: true,
    tells: ['password_set', 'organisation', ...stopsPending],
    undoneBy: 'restored',
    limit: 'none',
  },
  summary:
    'Sets the first password of an account that has none, with a verify_ticket as in changePassword or a fresh proof. Ends every other session.',
  path: 'password/set',
  input: z.object({ verify_ticket: ticket.optional(), password }),
  output: done,
  errors: ['password_is_set', 'ticket_refused', 'password_refused'],
  auth: 'user',
})

export const hasSetPassword = call({
  name: 'hasSetPassword',
  power: reads('session'),
  summary: 'Returns whether the account has a password.',
  path: 'password/has_set',
  input: z.object({}),
  output: hasSet,
  auth: 'user',
})

export const hasSetPasswordGet = call({
  name: 'hasSetPasswordGet',
  power: reads('session'),
  summary: 'Returns whether the account has a password, by GET.',
  method: 'GET',
  path: 'password/has_set',
  input: z.object({}),
  output: hasSet,
  auth: 'user',
})
