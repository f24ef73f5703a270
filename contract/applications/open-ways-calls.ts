import { z } from 'zod'
import { call } from '#contract/call'
import { codeErrors } from '#contract/errors'
import { outsideProof } from '#contract/sign-in/third-party-fields'
import {
  account,
  code,
  flag,
  masked,
  mobile,
  numberRegion,
  password,
  sent,
  session,
  smsCode,
  text,
  ticket,
} from '#contract/terms/fields'
import { stopsPending } from '#contract/terms/power'
import { mobilePurpose } from '#contract/terms/purposes'
import { sensitive } from '#contract/terms/sensitive'
import { openRequest } from './open-fields'

const requestErrors = ['no_such_open_request', 'open_request_elsewhere', 'no_such_client'] as const

const purposes = [mobilePurpose.smsAuthorize, mobilePurpose.openAuthorize] as const

/** The purpose of a code: 26, by SMS, or 27, to be authorised. */
const purpose = sensitive(
  z.coerce
    .number()
    .int()
    .refine((number) => purposes.some((each) => each === number))
    .meta({ enum: [...purposes] }),
).default(mobilePurpose.openAuthorize)

/** 1: the person wants a session in this browser. Without it they are proven for the request only. */
const staySignedIn = { stay_signed_in: flag }

/** A person who was proven for one request. `session`: only with stay_signed_in=1. The ticket ends with it. */
const proven = z.object({ auth_ticket: ticket, session: session.optional() })

export const openSendCode = call({
  name: 'openSendCode',
  power: { proof: 'none', tells: [], undoneBy: 'nothing', limit: 'codes' },
  summary:
    'Sends the SMS code that proves a signed-out person for one request of an application. Unknown and known numbers get the same answer.',
  path: '/passport/open/send_code',
  input: z.object({ ...openRequest, mobile, type: purpose }),
  output: sent.extend({ sms_code_key: text, mobile: masked }),
  errors: [...requestErrors, 'captcha_required', 'resend_too_soon', 'code_limit_reached', 'undeliverable'],
})

export const openSmsAuth = call({
  name: 'openSmsAuth',
  power: {
    proof: 'none',
    tells: ['signed_in_new', 'old_number_used', ...stopsPending],
    undoneBy: 'ended',
    limit: 'wrongCodes',
  },
  summary:
    'Proves a person for one request of an application by that SMS code. The auth_ticket then answers the request. It registers nobody: an unknown number is answered with not_registered and a ticket, as by smsLoginOnly.',
  path: '/passport/open/auth/sms',
  input: z.object({ ...openRequest, mobile, code, type: purpose, ...smsCode, ...staySignedIn }),
  output: proven,
  errors: [
    'authenticator_required',
    ...requestErrors,
    ...codeErrors,
    'account_cancelled',
    'account_frozen',
    'confirmation_required',
    'not_registered',
    'registration_closed',
  ],
})

export const openAccountAuth = call({
  name: 'openAccountAuth',
  power: {
    proof: 'none',
    tells: ['signed_in_new', 'signed_in_after_failures', 'password_breached'],
    undoneBy: 'ended',
    limit: 'passwords',
  },
  summary:
    'Proves a person for one request by a password and any of the three identifiers. Wrong passwords count together with wrong passwords at other sign-ins.',
  path: '/passport/open/auth/account',
  input: z.object({ ...openRequest, account, region: numberRegion, password, ...staySignedIn }),
  output: proven,
  errors: [
    'authenticator_required',
    ...requestErrors,
    'wrong_credentials',
    'password_locked',
    'captcha_required',
    'account_cancelled',
    'account_frozen',
    'identifier_off',
  ],
})

export const openThirdPartyAuth = call({
  name: 'openThirdPartyAuth',
  power: { proof: 'none', tells: ['signed_in_new'], undoneBy: 'ended', limit: 'openRequests' },
  summary:
    'Proves a person for one request by a third-party identity, with the input of authLogin. If the application requires a fresh proof, an earlier sign-in at the provider is answered with not_proven_there.',
  path: '/passport/open/auth/third_party',
  /**
   * `redirect_uri` belongs to the visit to the platform. For a request that is named by its parameters, the other
   * parameters count.
   */
  input: z.object({ ...openRequest, ...outsideProof, ...staySignedIn }),
  output: proven,
  errors: [
    'authenticator_required',
    ...requestErrors,
    'no_such_platform',
    'platform_refused',
    'platform_unreachable',
    'not_bound',
    'not_proven_there',
    'account_cancelled',
    'account_frozen',
  ],
  needsOneOf: ['code', 'access_token'],
})
