import { z } from 'zod'
import { call } from '#contract/call'
import { admissionErrors, newAddressErrors } from '#contract/errors'
import { newPerson } from '#contract/organisations/new-person'
import { inviteProof } from '#contract/organisations/organisation-fields'
import {
  code,
  emailCodeKey,
  newEmail,
  newMobile,
  password,
  session,
  smsCode,
  text,
  valueTicket,
} from '#contract/terms/fields'
import { sensitive } from '#contract/terms/sensitive'

const userOnly = z.object({ user_id: text })

export const registerByEmail = call({
  name: 'registerByEmail',
  power: { proof: 'none', tells: [], undoneBy: 'restored', limit: 'wrongCodes' },
  summary:
    'Creates an account for an email that a code has proven, and signs in. Instead of the code, it accepts the invite_ticket and invite_proof from the link of a pending invitation to that email.',
  path: 'email/register',
  input: z.object({
    email: newEmail,
    code: code.optional(),
    ...emailCodeKey,
    ...valueTicket,
    invite_proof: inviteProof.optional(),
    password,
    ...newPerson,
  }),
  output: session,
  errors: newAddressErrors,
})

export const registerByMobile = call({
  name: 'registerByMobile',
  power: { proof: 'none', tells: [], undoneBy: 'restored', limit: 'wrongCodes' },
  summary: 'Creates an account for a mobile that a code has proven, and signs in. The password may come later.',
  path: 'mobile/register',
  input: z.object({
    mobile: newMobile,
    code: code.optional(),
    ...smsCode,
    ...valueTicket,
    password: password.optional(),
    ...newPerson,
  }),
  output: session,
  errors: newAddressErrors,
})

export const registerByMobileAndEmail = call({
  name: 'registerByMobileAndEmail',
  power: { proof: 'none', tells: [], undoneBy: 'restored', limit: 'wrongCodes' },
  summary:
    'Creates an account for a mobile and an email, each proven by its own code, and signs in. A value_ticket replaces the missing code.',
  path: 'mobile_email/register',
  input: z.object({
    mobile: newMobile,
    code: code.optional(),
    ...smsCode,
    ...valueTicket,
    email: newEmail,
    email_code: code.optional(),
    ...emailCodeKey,
    password,
    ...newPerson,
  }),
  output: session,
  errors: newAddressErrors,
})

export const registerByEmailUnverified = call({
  name: 'registerByEmailUnverified',
  power: { proof: 'none', tells: [], undoneBy: 'restored', limit: 'captchas' },
  summary:
    'Creates an account for an email that is not proven yet, and signs in. A bound address gets the same answer as a free one. Until the email is proven, only the username signs in.',
  path: 'email/register_unverified',
  input: z.object({
    email: newEmail,
    password,
    recaptcha_token: sensitive(z.string().max(2048)).default(''),
    ...newPerson,
  }),
  output: session.extend({ username: text }),
  errors: ['captcha_required', 'password_refused', 'mail_domain_refused', ...admissionErrors],
})

export const registerUserOnlyByMobile = call({
  name: 'registerUserOnlyByMobile',
  power: { proof: 'none', tells: [], undoneBy: 'restored', limit: 'wrongCodes' },
  summary: 'Creates an account for a proven mobile and starts no session.',
  path: 'mobile/register_only_user',
  input: z.object({
    mobile: newMobile,
    code: code.optional(),
    ...smsCode,
    ...valueTicket,
    password: password.optional(),
    ...newPerson,
  }),
  output: userOnly,
  errors: newAddressErrors,
})

export const registerUserOnlyByEmail = call({
  name: 'registerUserOnlyByEmail',
  power: { proof: 'none', tells: [], undoneBy: 'restored', limit: 'wrongCodes' },
  summary: 'Creates an account for a proven email and starts no session.',
  path: 'email/register_only_user',
  input: z.object({ email: newEmail, code: code.optional(), ...emailCodeKey, ...valueTicket, password, ...newPerson }),
  output: userOnly,
  errors: newAddressErrors,
})
