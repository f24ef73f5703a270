import { z } from 'zod'
import { accountErrors } from './accounts/account-errors'
import { factorErrors } from './accounts/factor-errors'
import { notOpenErrors } from './accounts/not-open-errors'
import { termsErrors } from './accounts/terms-errors'
import { policyErrors } from './addresses/policy-errors'
import { recoveryEmailErrors } from './addresses/recovery-email-errors'
import { appErrors } from './applications/errors/app-errors'
import { openClientErrors } from './applications/errors/open-client-errors'
import { openDeviceErrors } from './applications/errors/open-device-errors'
import { openErrors } from './applications/errors/open-errors'
import { openQrErrors } from './applications/errors/open-qr-errors'
import { serviceErrors } from './applications/errors/service-errors'
import { shareErrors } from './applications/errors/share-errors'
import { siteErrors } from './applications/errors/site-errors'
import { deskErrors } from './operator/access/desk-errors'
import { invitationErrors } from './organisations/errors/invitation-errors'
import { joinRequestErrors } from './organisations/errors/join-request-errors'
import { mailDomainErrors } from './organisations/errors/mail-domain-errors'
import { organisationErrors } from './organisations/errors/organisation-errors'
import { registrationErrors } from './organisations/errors/registration-errors'
import { roleErrors } from './organisations/errors/role-errors'
import { transferErrors } from './organisations/errors/transfer-errors'
import { qrErrors } from './sign-in/qr-errors'
import { rememberedErrors } from './sign-in/remembered-errors'
import { thirdPartyErrors } from './sign-in/third-party-errors'
import { shownNameRefusals } from './terms/shown-names'
import { authenticatorErrors } from './verification/authenticator-errors'
import { passkeyErrors } from './verification/passkey-errors'
import { proofErrors } from './verification/proof-errors'
import { signatureRefusals } from './wire/signing'

const seconds = z.number().int().nonnegative()
const noData = z.object({})

/**
 * Reasons to refuse an input field; the web app has a text for each. `same`: the account has this value already.
 * `not_offered`: addresses of this kind get no messages here. `contradicts`: it contradicts another field.
 */
export const fieldRefusals = [
  'missing',
  'invalid',
  'unsupported',
  'not_offered',
  'same',
  'contradicts',
  ...shownNameRefusals,
] as const

/**
 * The catalogue of all failures of the account API: number on the wire, HTTP status and data. The name is also the key
 * of the text (`error.<name>` in both languages). The specification fixes only one number, 2046 (second verification).
 */
export const errors = {
  internal: { number: 1000, status: 500, data: noData },
  invalid_input: {
    number: 1001,
    status: 400,
    /** `character`: the refused part of a name: a character, or a word that mixes letters. */
    data: z.object({
      fields: z.array(
        z.object({ field: z.string(), reason: z.enum(fieldRefusals), character: z.string().max(200).optional() }),
      ),
    }),
  },
  not_signed_in: { number: 1002, status: 401, data: noData },
  form_token_refused: { number: 1003, status: 403, data: noData },
  signature_refused: {
    number: 1004,
    status: 401,
    data: z.object({ reason: z.enum(signatureRefusals).optional() }),
  },
  too_many_requests: { number: 1005, status: 429, data: z.object({ retry_after: seconds }) },
  too_large: { number: 1006, status: 413, data: noData },
  no_such_call: { number: 1007, status: 404, data: noData },
  /** Too many concurrent requests. The call was not begun. Repeat it after `retry_after`. */
  busy: { number: 1008, status: 503, data: z.object({ retry_after: seconds }) },
  ...accountErrors,
  ...proofErrors,
  ...notOpenErrors,
  ...termsErrors,
  ...factorErrors,
  ...registrationErrors,
  ...organisationErrors,
  ...invitationErrors,
  ...roleErrors,
  ...mailDomainErrors,
  ...transferErrors,
  ...joinRequestErrors,
  ...qrErrors,
  ...authenticatorErrors,
  ...passkeyErrors,
  ...recoveryEmailErrors,
  ...policyErrors,
  ...serviceErrors,
  ...siteErrors,
  ...deskErrors,
  ...rememberedErrors,
  ...appErrors,
  ...shareErrors,
  ...openErrors,
  ...thirdPartyErrors,
  ...openQrErrors,
  ...openClientErrors,
  ...openDeviceErrors,
} as const satisfies Record<string, { number: number; status: number; data: z.ZodObject }>

/** The failures of every call that checks a code. */
export const codeErrors = ['code_wrong', 'code_expired', 'code_used', 'code_locked', 'too_many_wrong_codes'] as const

/**
 * The failures of every call that registers proven addresses. already_registered comes only after a correct code:
 * before that, a bound address gets the same answer as a free one.
 */
export const registerErrors = [...codeErrors, 'already_registered', 'password_refused'] as const

/** The failures of every call that may create an account, by the operator's policy. */
export const admissionErrors = ['registration_closed', 'invitation_required', 'identifier_off'] as const

/** The failures of a registration in which a value_ticket may replace a code. */
export const newAddressErrors = [
  ...registerErrors,
  ...admissionErrors,
  'mail_domain_refused',
  'ticket_refused',
] as const

export type ErrorName = keyof typeof errors
export type ErrorData<Name extends ErrorName> = z.output<(typeof errors)[Name]['data']>

const nameOfNumber = new Map<number, ErrorName>(
  Object.entries(errors).map(([name, error]) => [error.number, name as ErrorName]),
)

/** The name of a number in the catalogue; undefined for any other number. */
export const errorName = (number: number): ErrorName | undefined => nameOfNumber.get(number)
