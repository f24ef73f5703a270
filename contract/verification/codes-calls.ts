import { z } from 'zod'
import { call } from '#contract/call'
import { codeErrors } from '#contract/errors'
import {
  act,
  addressKinds,
  code,
  count,
  eitherTicket,
  email,
  emailCodeKey,
  emailType,
  flag,
  identifierKinds,
  masked,
  mobile,
  mobileType,
  numbersInTexts,
  registrations,
  sent,
  smsCode,
  text,
  ticket,
  yes,
} from '#contract/terms/fields'
import { reads, stopsLost, stopsPending } from '#contract/terms/power'

const sendErrors = [
  'captcha_required',
  'resend_too_soon',
  'code_limit_reached',
  'undeliverable',
  'not_signed_in',
  'already_bound',
  'nothing_bound',
  'ticket_refused',
  'registration_closed',
  'mail_domain_refused',
] as const

export const sendCode = call({
  name: 'sendCode',
  power: { proof: 'none', tells: [], undoneBy: 'nothing', limit: 'codes' },
  summary:
    'Sends an SMS code for one purpose. Unknown and known numbers get the same answer. The key identifies this code in the call that checks it, so requests and guesses by others do not end it. A signed-in user may leave out their own number. With unbind_exist=1, the code will bind a number that another account may have. The code is sent in either case, and the binding call decides.',
  path: 'send_code',
  input: z.object({ mobile: mobile.optional(), type: mobileType, ...eitherTicket, unbind_exist: flag }),
  output: sent.extend({ sms_code_key: text, mobile: masked }),
  errors: sendErrors,
})

export const sendEmailCode = call({
  name: 'sendEmailCode',
  power: { proof: 'none', tells: [], undoneBy: 'nothing', limit: 'codes' },
  summary:
    'Sends a code by email for one purpose. Unknown and known addresses get the same answer. The key identifies this code in the call that checks it. A signed-in user may leave out their own address. unbind_exist is the same as in sendCode.',
  path: 'email/send_code',
  input: z.object({ email: email.optional(), type: emailType, ...eitherTicket, unbind_exist: flag }),
  output: sent.extend({ email_code_key: z.string().optional(), email: masked }),
  errors: sendErrors,
})

/** `value_ticket`: the ticket, if it replaces the code of a new address (spec section 3). */
const validated = z.object({ ticket, value_ticket: ticket.optional() })

export const validateCode = call({
  name: 'validateCode',
  power: { proof: 'none', tells: [...stopsLost], undoneBy: 'ended', limit: 'wrongCodes' },
  summary:
    'Checks and uses up an SMS code, with or without a session. The ticket is for the next step of that purpose. If the code proves a new address, the ticket is also a value_ticket: it replaces the code when the address is registered, bound or rebound in this session or browser.',
  path: 'validate_code',
  input: z.object({ mobile, code, type: mobileType, ...smsCode }),
  output: validated,
  errors: codeErrors,
})

export const validateEmailCode = call({
  name: 'validateEmailCode',
  power: { proof: 'none', tells: [...stopsLost], undoneBy: 'ended', limit: 'wrongCodes' },
  summary:
    'Checks and uses up an email code, with or without a session. The ticket is for the next step of that purpose. If the code proves a new address, the ticket is also a value_ticket: it replaces the code when the address is registered, bound or rebound in this session or browser.',
  path: 'email/validate_code',
  input: z.object({ email, code, type: emailType, ...emailCodeKey }),
  output: validated,
  errors: codeErrors,
})

export const verifyMobile = call({
  name: 'verifyMobile',
  power: { proof: 'session', tells: [...stopsPending], undoneBy: 'ended', limit: 'wrongCodes' },
  summary:
    'Proves the mobile of the signed-in account. The ticket is a proof for one act. With purpose 22 it is for the given act (by default binding), with 28 for binding.',
  path: 'mobile/verify',
  input: z.object({ code, type: mobileType, act: act.optional(), ...smsCode }),
  output: z.object({ verify_ticket: ticket }),
  errors: codeErrors,
  auth: 'user',
})

export const verifyEmail = call({
  name: 'verifyEmail',
  power: { proof: 'session', tells: [...stopsPending], undoneBy: 'ended', limit: 'wrongCodes' },
  summary:
    'Proves the email of the signed-in account. The ticket is a proof for one act. With purpose 6 it is for the given act (by default binding), with 11 for password.',
  path: 'email/verify',
  input: z.object({ code, type: emailType, act: act.optional(), ...emailCodeKey }),
  output: z.object({ verify_ticket: ticket }),
  errors: codeErrors,
  auth: 'user',
})

export const listCodeChannels = call({
  name: 'listCodeChannels',
  power: reads('none'),
  summary:
    "Returns what this deployment offers. `channels`: the kinds of address that get codes: those in `identifiers` for which the operator has set up a channel. A call that would send a code to another kind is refused with not_offered at its field, and no second verification offers such an address. `identifiers`: what people register, bind and sign in with, according to the policy. `registration`: who gets an account. Missing: anybody. `numbers`: the numbers of the policy in texts. `announcement`: the operator's announcement at the sign-in.",
  method: 'GET',
  path: '/passport/common/code_channels',
  input: z.object({}),
  output: z.object({
    channels: z.array(z.enum(addressKinds)),
    registration: z.enum(registrations).optional(),
    /** Identifiers that people register, bind and sign in with. Unset: all. */
    identifiers: z.array(z.enum(identifierKinds)).min(1).optional(),
    numbers: numbersInTexts.optional(),
    /** The current announcement in both languages, such as a downtime of an hour. */
    announcement: z.object({ en: z.string(), 'zh-Hans': z.string() }).nullable().default(null),
  }),
})

const looked = z.object({ valid: yes, tries_left: count })

export const checkCode = call({
  name: 'checkCode',
  power: { proof: 'none', tells: [], undoneBy: 'nothing', limit: 'wrongCodes' },
  summary: 'Checks an SMS code without using it up. A wrong code counts as an attempt.',
  method: 'GET',
  harmless: false,
  path: 'check_code',
  input: z.object({ mobile, code, type: mobileType, ...smsCode }),
  output: looked,
})

export const checkEmailCode = call({
  name: 'checkEmailCode',
  power: { proof: 'none', tells: [], undoneBy: 'nothing', limit: 'wrongCodes' },
  summary: 'Checks an email code without using it up. A wrong code counts as an attempt.',
  method: 'GET',
  harmless: false,
  path: 'email/check_code',
  input: z.object({ email, code, type: emailType, ...emailCodeKey }),
  output: looked,
})
