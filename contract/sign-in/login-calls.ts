import { z } from 'zod'
import { call } from '#contract/call'
import { admissionErrors, codeErrors } from '#contract/errors'
import { newPerson } from '#contract/organisations/new-person'
import {
  account,
  affMultiLogin,
  code,
  email,
  emailCodeKey,
  flag,
  masked,
  mobile,
  needFrozenUser,
  no,
  numberRegion,
  password,
  sent,
  session,
  smsCode,
  smsCodeKey,
  text,
  ticket,
  username,
  yes,
} from '#contract/terms/fields'
import { endsYoung, reads, stopsPending } from '#contract/terms/power'
import { sensitive } from '#contract/terms/sensitive'

const passwordErrors = [
  'wrong_credentials',
  'password_locked',
  'captcha_required',
  'account_cancelled',
  'account_frozen',
  'identifier_off',
] as const
const codeLoginErrors = [...codeErrors, 'account_cancelled', 'account_frozen'] as const
const smsLoginErrors = [...codeLoginErrors, 'confirmation_required'] as const

export const smsLogin = call({
  name: 'smsLogin',
  power: {
    proof: 'none',
    tells: ['signed_in_new', 'old_number_used', ...stopsPending],
    undoneBy: 'ended',
    limit: 'wrongCodes',
  },
  summary:
    'Signs in with an SMS code. An unknown number is registered first. An account that has not been used for 180 days is answered with confirmation_required, if it has a password or an email. With login_only=1 it registers nobody, like smsLoginOnly.',
  path: 'sms_login',
  input: z.object({
    mobile,
    code,
    ...smsCode,
    kick_other: flag,
    ...affMultiLogin,
    login_only: flag,
    ...needFrozenUser,
    ...newPerson,
  }),
  output: session,
  errors: [...smsLoginErrors, 'not_registered', ...admissionErrors],
})

export const smsLoginOnly = call({
  name: 'smsLoginOnly',
  power: {
    proof: 'none',
    tells: ['signed_in_new', 'old_number_used', ...stopsPending],
    undoneBy: 'ended',
    limit: 'wrongCodes',
  },
  summary:
    'Signs in with an SMS code, and registers nobody: an unknown number is answered with not_registered and a ticket.',
  path: 'sms_login_only',
  input: z.object({ mobile, code, ...smsCode, kick_other: flag, ...affMultiLogin, ...needFrozenUser }),
  output: session,
  errors: [...smsLoginErrors, 'not_registered', ...admissionErrors],
})

export const smsLoginContinue = call({
  name: 'smsLoginContinue',
  power: {
    proof: 'none',
    tells: ['signed_in_new', 'old_number_used', 'cancellation_undone', ...stopsPending],
    undoneBy: 'ended',
    limit: 'wrongCodes',
  },
  summary:
    'Continues with the ticket of a mobile that was just proven: registers it, or signs in to its account. With the ticket from a sign-in to a cancelled account, it restores that account, like undoCancellation.',
  path: 'sms_login_continue',
  input: z.object({ ticket, ...smsCodeKey, ...newPerson }),
  output: session,
  errors: ['ticket_refused', 'account_cancelled', 'account_frozen', 'confirmation_required', ...admissionErrors],
})

export const emailLoginContinue = call({
  name: 'emailLoginContinue',
  power: { proof: 'none', tells: ['signed_in_new', ...stopsPending], undoneBy: 'ended', limit: 'wrongCodes' },
  summary: 'Signs in to the account of an email, with the ticket that has just proven it. It registers nobody.',
  path: 'email/login_continue',
  input: z.object({ ticket }),
  output: session,
  errors: ['ticket_refused', 'account_cancelled', 'account_frozen'],
})

export const sendConfirmationCode = call({
  name: 'sendConfirmationCode',
  power: { proof: 'none', tells: [], undoneBy: 'nothing', limit: 'codes' },
  summary: 'Sends the code that confirms a sign-in by SMS to the email of the account.',
  path: 'sms_login_send_code',
  input: z.object({ ticket }),
  output: sent.extend({ masked }),
  errors: ['ticket_refused', 'captcha_required', 'resend_too_soon', 'code_limit_reached', 'undeliverable'],
})

export const confirmSignIn = call({
  name: 'confirmSignIn',
  power: {
    proof: 'none',
    tells: ['signed_in_new', 'old_number_used', ...stopsPending],
    undoneBy: 'ended',
    limit: 'wrongCodes',
  },
  summary:
    'Completes a sign-in that was answered with confirmation_required. Takes its ticket, in the same browser, and either the emailed code or the password.',
  path: 'sms_login_confirm',
  input: z.object({ ticket, way: z.enum(['email', 'password']), code: sensitive(z.string().min(1).max(1024)) }),
  output: session,
  errors: ['ticket_refused', 'wrong_credentials', 'password_locked', 'captcha_required', ...codeErrors],
})

export const emailLogin = call({
  name: 'emailLogin',
  power: {
    proof: 'none',
    tells: ['signed_in_new', 'signed_in_after_failures', 'password_breached'],
    undoneBy: 'ended',
    limit: 'passwords',
  },
  summary: 'Signs in with an email and a password.',
  path: 'email/login',
  input: z.object({ email, password, kick_other: flag, ...affMultiLogin, ...needFrozenUser }),
  output: session,
  errors: passwordErrors,
})

export const emailCodeLogin = call({
  name: 'emailCodeLogin',
  power: { proof: 'none', tells: ['signed_in_new', ...stopsPending], undoneBy: 'ended', limit: 'wrongCodes' },
  summary: 'Signs in with a code that was sent by email.',
  path: 'email/code_login',
  input: z.object({ email, code, ...emailCodeKey, kick_other: flag, ...affMultiLogin, ...needFrozenUser }),
  output: session,
  errors: codeLoginErrors,
})

export const passwordLogin = call({
  name: 'passwordLogin',
  power: {
    proof: 'none',
    tells: ['signed_in_new', 'signed_in_after_failures', 'password_breached'],
    undoneBy: 'ended',
    limit: 'passwords',
  },
  summary: 'Signs in with a password and one of email, username, mobile or account.',
  path: 'user/login',
  input: z.object({
    email: email.optional(),
    username: username.optional(),
    mobile: mobile.optional(),
    account: account.optional(),
    region: numberRegion,
    password,
    kick_other: flag,
    ...affMultiLogin,
    ...needFrozenUser,
  }),
  output: session,
  errors: passwordErrors,
  needsOneOf: ['email', 'username', 'mobile', 'account'],
})

export const accountLoginV2 = call({
  name: 'accountLoginV2',
  power: {
    proof: 'none',
    tells: ['signed_in_new', 'signed_in_after_failures', 'password_breached'],
    undoneBy: 'ended',
    limit: 'passwords',
  },
  summary: 'Signs in with a password and any of the three identifiers. The API recognises which one it is.',
  path: 'account/login_v2',
  input: z.object({
    account,
    region: numberRegion,
    password,
    account_type: z.coerce.number().int().min(0).max(0).default(0),
    kick_other: flag,
    ...affMultiLogin,
    ...needFrozenUser,
  }),
  output: session,
  errors: passwordErrors,
})

export const logout = call({
  name: 'logout',
  power: { proof: 'session', tells: ['organisation', ...endsYoung], undoneBy: 'nothing', limit: 'none' },
  summary: 'Ends this session; with all=1, every session of the account.',
  alsoMethod: 'GET',
  path: 'logout',
  input: z.object({ all: flag }),
  output: z.object({ done: yes }),
  auth: 'user',
  whenFactorDue: true,
  whenTermsDue: true,
})

export const checkLogin = call({
  name: 'checkLogin',
  power: reads('none'),
  summary: 'Returns whether the request has a valid session, and its account.',
  method: 'GET',
  path: 'check_login',
  input: z.object({}),
  output: z.object({
    signed_in: no,
    account: z.object({ user_id: text, username: text }).optional(),
  }),
})
