import { z } from 'zod'
import { call } from '#contract/call'
import { registerErrors } from '#contract/errors'
import {
  deputyName,
  givenRole,
  identityId,
  inSubject,
  knownId,
  roleKey,
  secSubjectUid,
  secUserId,
} from '#contract/organisations/organisation-fields'
import {
  code,
  email,
  emailCodeKey,
  isWithinReach,
  listKey,
  listPage,
  mobile,
  newEmail,
  newMobile,
  password,
  sent,
  session,
  smsCodeKey,
  smsCodeWithoutEmail,
  termsVersion,
  ticket,
  time,
} from '#contract/terms/fields'
import { reads, stopsLost } from '#contract/terms/power'

/** Exactly one of the two. */
const address = { mobile: mobile.optional(), email: email.optional() }

export const createUserWithRole = call({
  name: 'createUserWithRole',
  power: {
    proof: 'fresh',
    act: 'organisation',
    factor: true,
    tells: ['administrator_given'],
    undoneBy: 'given',
    limit: 'invitations',
  },
  summary:
    'Creates an account with a place and a role for the owner of an address, who activates it with a code. Giving a role needs role.assign and every permission that the role grants. The answer does not show whether the address is in use. Nobody is notified before sendActivationLink. Without an activation within 30 days, the account is erased.',
  path: '/passport/org/user/create',
  input: z.object({
    sec_subject_uid: secSubjectUid,
    mobile: newMobile.optional(),
    email: newEmail.optional(),
    deputy_name: deputyName,
    role_key: roleKey.default('member'),
  }),
  output: z.object({ sec_user_identity_id: knownId, sec_user_id: knownId, ends_at: time }),
  errors: [
    'no_such_role',
    'role_is_built_in',
    'role_banned',
    'beyond_own_permissions',
    'activation_pending',
    'too_many_activations',
    'registration_closed',
    'mail_domain_refused',
    'identifier_off',
  ],
  auth: 'member',
  needs: 'member.create',
  needsOneOf: ['mobile', 'email'],
})

const activation = z.object({
  sec_user_identity_id: identityId,
  sec_user_id: secUserId,
  deputy_name: z.string(),
  /** The owner of the account: one of the two. */
  mobile: z.string().optional(),
  email: z.string().optional(),
  roles: z.array(givenRole),
  /** The person who created or renewed it, or gave it a role, and is responsible for it. Empty: they have left. */
  giver_name: z.string().default(''),
  /** False: nobody can activate it, because the giver has left, is suspended, or may no longer create accounts. */
  stands: z.boolean().default(true),
  /** When the account is erased. */
  ends_at: z.iso.datetime(),
  /** Nobody renews or cancels an account that has more permissions than they do. */
  may_change: z.boolean(),
})

export const listActivations = call({
  name: 'listActivations',
  power: reads('session'),
  summary: 'Returns the accounts of the organisation that await activation, the oldest first.',
  method: 'GET',
  path: '/passport/org/user/list/{page}',
  input: z.object({ ...inSubject, ...listPage }).refine(isWithinReach, { path: ['page'] }),
  output: z.object({
    activations: z.array(activation),
    /** The key of the next page (`after`). Null: this page is the last one. */
    next: listKey.nullable().default(null),
  }),
  auth: 'member',
  needs: 'member.create',
})

const oneActivation = {
  input: z.object({ ...inSubject, sec_user_identity_id: identityId }),
  errors: ['no_such_activation', 'beyond_own_permissions'] as const,
  auth: 'member' as const,
  needs: 'member.create' as const,
}

export const renewActivation = call({
  name: 'renewActivation',
  power: { proof: 'fresh', act: 'organisation', factor: true, tells: [], undoneBy: 'others', limit: 'invitations' },
  summary:
    'Gives an account 30 more days from now to be activated. The caller becomes responsible for it. Nobody is notified.',
  path: '/passport/org/user/renew',
  output: z.object({ ends_at: z.iso.datetime() }),
  ...oneActivation,
})

export const sendActivationLink = call({
  name: 'sendActivationLink',
  power: { proof: 'fresh', act: 'organisation', tells: ['activation'], undoneBy: 'others', limit: 'invitations' },
  summary:
    'Sends the owner of the address a link to the activation page. It counts as an invitation to the address. The answer does not show whether the address is in use. The message names the organisation, and the log names the sender.',
  path: '/passport/org/user/send_link',
  output: z.object({ sent: z.boolean() }),
  ...oneActivation,
  errors: [...oneActivation.errors, 'too_many_sms_invitations'],
  once: true,
})

export const cancelActivation = call({
  name: 'cancelActivation',
  power: { proof: 'session', tells: [], undoneBy: 'others', limit: 'none' },
  summary: 'Erases an account that awaits activation, and its membership.',
  path: '/passport/org/user/cancel',
  output: z.object({ cancelled: z.boolean() }),
  ...oneActivation,
})

const activationSent = sent.extend({
  sms_code_key: z.string().optional(),
  email_code_key: z.string().optional(),
  mobile: z.string().optional(),
  email: z.string().optional(),
})
const sendErrors = ['captcha_required', 'resend_too_soon', 'code_limit_reached', 'undeliverable'] as const

export const sendActivationCode = call({
  name: 'sendActivationCode',
  power: { proof: 'none', tells: [], undoneBy: 'nothing', limit: 'codes' },
  summary:
    'Sends the code that activates an account that an organisation created. Every address gets a code, so only its owner learns whether an account awaits activation.',
  path: '/passport/sso/send_activation_code',
  input: z.object(address),
  output: activationSent,
  errors: sendErrors,
  needsOneOf: ['mobile', 'email'],
})

export const sendActivationCodeV2 = call({
  name: 'sendActivationCodeV2',
  power: { proof: 'none', tells: [], undoneBy: 'nothing', limit: 'codes' },
  summary:
    'Like sendActivationCode. With the verify_ticket of a signed-in person’s fresh proof, no captcha is needed. The call uses the ticket up.',
  path: '/passport/sso/v2/send_activation_code',
  input: z.object({ ...address, verify_ticket: ticket.optional() }),
  output: activationSent,
  errors: [...sendErrors, 'ticket_refused'],
  needsOneOf: ['mobile', 'email'],
})

export const activateAccount = call({
  name: 'activateAccount',
  power: { proof: 'none', tells: ['organisation', ...stopsLost], undoneBy: 'restored', limit: 'wrongCodes' },
  summary:
    'Activates an account that an organisation created: binds the address that the code proves, sets the password, accepts the named memberships and signs in. If none is named, a correct code is answered with places_to_choose, and stays valid. If another account has the address by then, that account gets the memberships without a password, and the ticket signs in to it. Other memberships keep waiting.',
  path: '/passport/sso/activate_account',
  input: z.object({
    ...address,
    code,
    ...smsCodeWithoutEmail,
    ...smsCodeKey,
    ...emailCodeKey,
    password: password.optional(),
    sec_user_identity_ids: z.array(identityId).min(1).max(50).optional(),
    ...termsVersion,
  }),
  output: session,
  errors: [
    ...registerErrors,
    'nothing_to_activate',
    'places_to_choose',
    'registration_closed',
    'mail_domain_refused',
    'identifier_off',
  ],
  needsOneOf: ['mobile', 'email'],
})
