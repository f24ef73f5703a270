import { z } from 'zod'
import { call } from '#contract/call'
import { admissionErrors, newAddressErrors } from '#contract/errors'
import { newPerson } from '#contract/organisations/new-person'
import { knownId, ownDeputyName, subjectName } from '#contract/organisations/organisation-fields'
import { base_infos } from '#contract/organisations/organisation-infos'
import {
  code,
  emailCodeKey,
  flag,
  newEmail,
  newMobile,
  password,
  session,
  smsCode,
  text,
  username,
  valueTicket,
} from '#contract/terms/fields'
import { sensitive } from '#contract/terms/sensitive'

/** The organisation that is created with a new account. */
const newSubject = { subject_name: subjectName, ...ownDeputyName, base_infos: base_infos.default({}) }

/** The session acts as the manager of the new organisation. */
const created = session.extend({ subject_uid: text, sec_subject_uid: knownId, identity_id: text })

export const createSubjectByMobile = call({
  name: 'createSubjectByMobile',
  power: { proof: 'none', tells: [], undoneBy: 'restored', limit: 'wrongCodes' },
  summary:
    'Creates an account for a mobile that a code has proven, creates an organisation that it manages, and signs in. The password may come later.',
  path: 'subject/create_by_mobile',
  input: z.object({
    mobile: newMobile,
    code: code.optional(),
    ...smsCode,
    ...valueTicket,
    password: password.optional(),
    ...newPerson,
    ...newSubject,
  }),
  output: created,
  errors: newAddressErrors,
})

export const createSubjectByEmail = call({
  name: 'createSubjectByEmail',
  power: { proof: 'none', tells: [], undoneBy: 'restored', limit: 'wrongCodes' },
  summary:
    'Creates an account for an email that a code has proven, creates an organisation that it manages, and signs in.',
  path: 'subject/create_by_email',
  input: z.object({
    email: newEmail,
    code: code.optional(),
    ...emailCodeKey,
    ...valueTicket,
    password,
    ...newPerson,
    ...newSubject,
  }),
  output: created,
  errors: newAddressErrors,
})

export const createSubjectByUsername = call({
  name: 'createSubjectByUsername',
  power: { proof: 'none', tells: [], undoneBy: 'restored', limit: 'captchas' },
  summary:
    'Creates an account without an address, creates an organisation that it manages, and signs in. If the username needs a review, the answer has the username that works until then.',
  path: 'subject/create_by_username',
  input: z.object({
    username,
    password,
    recaptcha_token: sensitive(z.string().max(2048)).default(''),
    ...newPerson,
    ...newSubject,
  }),
  output: created.extend({ username: text, is_sensitive: flag }),
  errors: ['captcha_required', 'password_refused', 'username_refused', ...admissionErrors],
})
