import { z } from 'zod'
import { call } from '#contract/call'
import { codeErrors } from '#contract/errors'
import { outsideProof } from '#contract/sign-in/third-party-fields'
import {
  code,
  emailCodeKey,
  flag,
  knownPicture,
  masked,
  moment,
  newEmail,
  newMobile,
  platform,
  shownAddress,
  smsCode,
  smsCodeKey,
  smsCodeWithoutEmail,
  text,
  ticket,
  time,
  timeZoneInForce,
  valueTicket,
  yes,
} from '#contract/terms/fields'
import { reads, stopsPending } from '#contract/terms/power'
import { ways } from '#contract/verification/proof-errors'

/** Without a verify_ticket the session needs a proof of the last 10 minutes; otherwise the answer is 2046. */
const proof = { verify_ticket: ticket.optional() }
const proofErrors = ['ticket_refused', 'second_verification_required'] as const

const bindErrors = [
  ...codeErrors,
  ...proofErrors,
  'already_bound',
  'held_by_other',
  'last_way',
  'guarded',
  'takeover_waits',
  'mail_domain_refused',
  'identifier_off',
] as const
const rebindErrors = [
  ...codeErrors,
  ...proofErrors,
  'nothing_bound',
  'held_by_other',
  'mail_domain_refused',
  'identifier_off',
] as const

/** 1: the person knows the username, and that no code and no reset will reach the account any more. */
const withoutAddress = { without_address: flag }

/** 1: if a second factor is missing, the change waits instead of requiring it. */
const wait = flag

/** `takes_effect_at` is null for a change that was made at once. */
const timing = { takes_effect_at: moment, time_zone: timeZoneInForce }

export const bindMobile = call({
  name: 'bindMobile',
  power: {
    proof: 'fresh',
    act: 'binding',
    ticket: 'verify_ticket',
    guarded: true,
    tells: ['mobile_bound', 'mobile_removal_asked', 'mobile_removal_stopped'],
    undoneBy: 'restored',
    limit: 'wrongCodes',
  },
  summary:
    'Binds a mobile that a code has proven. A mobile of another account is answered with held_by_other and a ticket for switchBind. With unbind_exist=1 the other account is notified at once, and loses the mobile after 48 hours (takeover_waits) unless it objects.',
  path: 'mobile/bind',
  input: z.object({
    mobile: newMobile,
    code: code.optional(),
    ...smsCode,
    ...valueTicket,
    ...proof,
    unbind_exist: flag,
  }),
  output: z.object({ mobile: masked }),
  errors: bindErrors,
  auth: 'user',
})

export const bindEmail = call({
  name: 'bindEmail',
  power: {
    proof: 'fresh',
    act: 'binding',
    ticket: 'verify_ticket',
    guarded: true,
    tells: ['email_bound', 'email_removal_asked', 'email_removal_stopped'],
    undoneBy: 'restored',
    limit: 'wrongCodes',
  },
  summary:
    'Binds an email that a code has proven. An email of another account is answered with held_by_other and a ticket for switchBind. With unbind_exist=1 the other account is notified at once, and loses the email after 48 hours (takeover_waits) unless it objects.',
  path: 'email/bind',
  input: z.object({
    email: newEmail,
    code: code.optional(),
    ...emailCodeKey,
    ...valueTicket,
    ...proof,
    unbind_exist: flag,
  }),
  output: z.object({ email: masked }),
  errors: bindErrors,
  auth: 'user',
})

export const switchBind = call({
  name: 'switchBind',
  power: {
    proof: 'wait',
    act: 'binding',
    guarded: true,
    tells: [
      'mobile_bound',
      'mobile_changed',
      'mobile_change_asked',
      'email_bound',
      'email_changed',
      'email_change_asked',
      'mobile_removal_asked',
      'mobile_removal_stopped',
      'email_removal_asked',
      'email_removal_stopped',
    ],
    undoneBy: 'restored',
    limit: 'pendingChanges',
  },
  summary:
    'Requests an address from another account. That account loses it after 48 hours (takeover_waits) unless it objects. If the address has become free, it is bound. Takes the ticket of held_by_other, or a proof as the ticket and the code of the address. With the ticket of a rebinding and the verify_ticket of the old address, it replaces that address.',
  path: 'switch_bind',
  input: z.object({
    mobile: newMobile.optional(),
    email: newEmail.optional(),
    code: code.optional(),
    ...smsCodeWithoutEmail,
    ...smsCodeKey,
    ...emailCodeKey,
    ticket,
    ...proof,
  }),
  output: z.object({ mobile: shownAddress, email: shownAddress }),
  errors: bindErrors,
  auth: 'user',
})

export const rebindMobile = call({
  name: 'rebindMobile',
  power: {
    proof: 'wait',
    act: 'binding',
    tells: ['mobile_changed', 'mobile_change_asked', 'mobile_removal_stopped'],
    undoneBy: 'restored',
    limit: 'pendingChanges',
  },
  summary:
    'Replaces the mobile, proven by the ticket, with a mobile proven by a code. This takes effect at once with two factors or for the only sign-in method, otherwise after 48 hours. A mobile of another account is answered with held_by_other and a ticket for switchBind.',
  path: 'mobile/rebind',
  input: z.object({ ticket, mobile: newMobile, code: code.optional(), ...smsCode, ...valueTicket, wait }),
  output: z.object({ mobile: masked, ...timing }),
  errors: rebindErrors,
  auth: 'user',
})

export const rebindEmail = call({
  name: 'rebindEmail',
  power: {
    proof: 'wait',
    act: 'binding',
    tells: ['email_changed', 'email_change_asked', 'email_removal_stopped'],
    undoneBy: 'restored',
    limit: 'pendingChanges',
  },
  summary:
    'Replaces the email, proven by the ticket, with an email proven by a code. This takes effect at once with two factors or for the only sign-in method, otherwise after 48 hours. An email of another account is answered with held_by_other and a ticket for switchBind.',
  path: 'email/rebind',
  input: z.object({ ticket, email: newEmail, code: code.optional(), ...emailCodeKey, ...valueTicket, wait }),
  output: z.object({ email: masked, ...timing }),
  errors: rebindErrors,
  auth: 'user',
})

export const unbindPlatform = call({
  name: 'unbindPlatform',
  power: {
    proof: 'wait',
    act: 'binding',
    tells: [
      'mobile_removed',
      'mobile_removal_asked',
      'email_removed',
      'email_removal_asked',
      'platform_removed',
      'platform_removal_asked',
    ],
    undoneBy: 'restored',
    limit: 'pendingChanges',
  },
  summary:
    'Unbinds the mobile, the email or a third-party identity, unless it is the last sign-in method. This takes effect at once with two factors, otherwise after 48 hours. The last address needs without_address=1.',
  path: 'auth/unbind',
  input: z.object({ platform, ...proof, wait, ...withoutAddress }),
  output: z.object({ done: yes, ...timing }),
  errors: [...proofErrors, 'nothing_bound', 'last_way', 'last_address'],
  auth: 'user',
  event: 'if_changed',
})

export const bindAuth = call({
  name: 'bindAuth',
  power: {
    proof: 'wait',
    act: 'binding',
    guarded: true,
    tells: ['platform_bound', 'platform_change_asked'],
    undoneBy: 'restored',
    limit: 'pendingChanges',
  },
  summary:
    'Binds a third-party identity that was just proven, by its profile_key or by the input of authLogin. With change_bind=1 it replaces the identity of the same platform, under the rules of unbindPlatform.',
  path: 'auth/bind',
  input: z.object({
    ...outsideProof,
    platform,
    /** The key of a third-party identity that was just proven and is not bound to an account. */
    profile_key: ticket.optional(),
    change_bind: flag,
    wait,
  }),
  output: z.object({ platform: text, name: text, ...timing }),
  errors: [
    ...proofErrors,
    'already_bound',
    'held_by_other',
    'no_such_platform',
    'platform_refused',
    'platform_unreachable',
  ],
  auth: 'user',
})

export const stopPendingChange = call({
  name: 'stopPendingChange',
  power: {
    proof: 'fresh',
    act: 'binding',
    ticket: 'verify_ticket',
    tells: [...stopsPending],
    undoneBy: 'nothing',
    limit: 'none',
  },
  summary:
    'Stops the pending change of the mobile, the email, a third-party identity, the authenticator, a passkey (passkey) or the recovery address (recovery_email), or a recovery by the operator (recovery_link). Needs a factor that the change keeps, or the factor that requested it. Also succeeds when nothing is pending.',
  path: 'auth/stop_change',
  input: z.object({ platform, ...proof }),
  output: z.object({ done: yes }),
  errors: proofErrors,
  auth: 'user',
})

export const bindVerifyInfo = call({
  name: 'bindVerifyInfo',
  power: reads('session'),
  summary: 'Returns the methods of a second verification that the account has, and its third-party identities.',
  method: 'GET',
  path: 'bind_verify_info',
  input: z.object({}),
  output: z.object({
    ways: ways.default([]),
    platforms: z
      .array(
        z.object({
          platform: z.string(),
          name: text,
          bound_at: time,
          /** The key of its picture, as the platform showed it when it was bound. */
          picture: knownPicture,
          /** When it will be unbound, or replaced by the identity of this name. */
          changes_at: moment,
          becomes: shownAddress,
        }),
      )
      .default([]),
    time_zone: timeZoneInForce,
  }),
  auth: 'user',
})
