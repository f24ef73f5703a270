import { z } from 'zod'
import { call } from '#contract/call'
import { activityKinds } from '#contract/terms/activity'
import {
  account,
  activityEntry,
  flag,
  masked,
  numberRegion,
  password,
  shownAddress,
  ticket,
  time,
  timeZoneInForce,
  yes,
} from '#contract/terms/fields'
import { endsYoung, reads, stopsPending } from '#contract/terms/power'

export const verifyPassword = call({
  name: 'verifyPassword',
  power: { proof: 'none', tells: [], undoneBy: 'ended', limit: 'passwords' },
  summary:
    'Proves the password of an account without a session. The ticket is for unbindUnusableMobile, which then takes effect after a delay.',
  path: 'password/verify',
  input: z.object({ account, region: numberRegion, password }),
  output: z.object({ ticket, mobile: shownAddress, email: shownAddress }),
  errors: ['wrong_credentials', 'password_locked', 'captcha_required'],
})

export const unusableMobileCheck = call({
  name: 'unusableMobileCheck',
  power: reads('none'),
  summary:
    'Returns what unbindUnusableMobile would do with a ticket, without using the ticket up. It returns the mobile, the email that is notified, and the delay in hours.',
  method: 'GET',
  path: 'mobile/unusable_check',
  input: z.object({ ticket }),
  output: z.object({
    mobile: shownAddress,
    email: shownAddress,
    hold_hours: z.number().int().nonnegative(),
    /** True when the password makes the change take effect at once. */
    password_helps: z.boolean().default(false),
    /** The username, if the account would have no address left to sign in with. */
    username_left: z.string().nullable().default(null),
  }),
  errors: ['ticket_refused'],
})

export const unbindUnusableMobile = call({
  name: 'unbindUnusableMobile',
  power: {
    proof: 'none',
    tells: ['mobile_removed', 'mobile_removal_asked', 'organisation'],
    undoneBy: 'restored',
    limit: 'pendingChanges',
  },
  summary:
    'Unbinds a mobile that the person can no longer use. The ticket of a code to the email (15) or to the number (34), together with the password, unbinds it at once and signs in. The password or the ticket alone unbinds it after a delay, unless somebody stops that. The ticket of the number alone is refused if the account has an email and has not been used for a long time. If it is the last address, without_address=1 is needed: the username then still signs in.',
  path: 'mobile/unbind_unusable',
  input: z.object({ ticket, password: password.optional(), without_address: flag }),
  output: z.object({
    done: yes,
    takes_effect_at: time,
    time_zone: timeZoneInForce,
    /** The number was removed, and the sign-in waits for the authenticator (completeSignIn). */
    authenticator_ticket: z.string().optional(),
  }),
  errors: [
    'account_cancelled',
    'account_frozen',
    'ticket_refused',
    'nothing_bound',
    'last_way',
    'last_address',
    'other_address_required',
    'guarded',
    'wrong_credentials',
    'password_locked',
    'captcha_required',
  ],
  event: 'if_changed',
})

/** Masked addresses, and names of third-party platforms. */
const restored = z.array(masked).default([])

export const secureAccountCheck = call({
  name: 'secureAccountCheck',
  power: reads('none'),
  summary:
    'Returns what secureAccount would do with the ticket of a message, without using the ticket up. It returns the reported change, the sign-in methods that would be restored or unbound, and those that another account now has and keeps.',
  method: 'GET',
  path: 'account/secure_check',
  input: z.object({ ticket }),
  output: z.object({
    change: z.enum(activityKinds),
    told_at: z.iso.datetime(),
    time_zone: timeZoneInForce,
    puts_back: restored,
    takes_off: restored,
    elsewhere: restored,
    username_back: z.string().nullable().default(null),
    /** True when an account that was created with a restored address since then would be cancelled. */
    ends_account: z.boolean().default(false),
    /** The changes to be undone, the oldest first. The ids of the person's own ones go to secureAccount. */
    changes: z.array(activityEntry.extend({ id: z.string() })).default([]),
    /** True when secureAccount needs the password that the account had before. */
    asks_password: z.boolean().default(false),
  }),
  errors: ['ticket_refused'],
})

export const secureAccount = call({
  name: 'secureAccount',
  power: {
    proof: 'none',
    tells: [
      'account_secured',
      'mobile_removed',
      'email_removed',
      'platform_removed',
      'recovery_email_removed',
      'cancellation_undone',
      'transfer_taken_back',
      'operator_ended',
      'organisation',
      ...stopsPending,
    ],
    undoneBy: 'nothing',
    limit: 'passwords',
  },
  summary:
    "Reports that somebody else made a change, and which other changes were the person's own. Restores the sign-in methods from before the first such change and ends every session. The password then has to be reset by an address, if the account has one. The person’s own change stays unless its proof was also used for another change. For 48 hours no sign-in method can be removed or replaced without the address of the message.",
  path: 'account/secure',
  input: z.object({
    ticket,
    password: password.optional(),
    own_changes: z.array(z.string().max(64)).max(50).optional(),
  }),
  output: z.object({
    done: z.boolean(),
    own_undone: z.boolean().default(false),
    put_back: restored,
    elsewhere: restored,
    password_ended: z.boolean(),
  }),
  errors: ['ticket_refused', 'wrong_credentials', 'password_locked', 'captcha_required'],
})

export const recoverAccountCheck = call({
  name: 'recoverAccountCheck',
  power: reads('none'),
  summary:
    'Returns the account of a recovery ticket from an operator’s link: its username, and the address that got the link. The ticket is not used up.',
  method: 'GET',
  path: 'account/recover_check',
  input: z.object({ ticket }),
  output: z.object({ username: z.string(), email: masked }),
  errors: ['ticket_refused'],
})

export const recoverAccount = call({
  name: 'recoverAccount',
  power: {
    proof: 'none',
    tells: [
      'password_reset',
      'authenticator_removed',
      'email_change_asked',
      'operator_ended',
      'organisation',
      ...stopsPending,
      ...endsYoung,
    ],
    undoneBy: 'restored',
    limit: 'pendingChanges',
  },
  summary:
    'Sets a new password with the ticket of a recovery link, which an operator sends to a person who cannot sign in. Ends every session, and signs nobody in. The authenticator is removed. For 48 hours the oldest address guards the sign-in methods; then the address of the link is added to the account. The ticket ends when the password or an address changes, or the account is suspended or cancelled.',
  path: 'account/recover',
  input: z.object({ ticket, password }),
  output: z.object({ done: z.boolean() }),
  errors: ['ticket_refused', 'password_refused'],
})
