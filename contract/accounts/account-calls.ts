import { z } from 'zod'
import { call } from '#contract/call'
import {
  activityEntry,
  birthday,
  day,
  flag,
  messageLanguage,
  moment,
  no,
  pictureIfAny,
  secondFactorAsked,
  shownAddress,
  termsVersionName,
  text,
  ticket,
  time,
  timeZone,
  timeZoneInForce,
  username,
  yes,
} from '#contract/terms/fields'
import { personNameOrNone } from '#contract/terms/person-name'
import { reads } from '#contract/terms/power'
import { sensitive } from '#contract/terms/sensitive'

export const accountInfo = call({
  name: 'accountInfo',
  power: {
    proof: 'fresh',
    act: 'data',
    when: 'need_plaintext',
    guarded: true,
    tells: [],
    undoneBy: 'nothing',
    limit: 'none',
  },
  summary:
    'Returns the signed-in account, with masked addresses. With need_plaintext=1, after a fresh proof, the addresses are not masked. With need_changes=1 also returns which addresses cannot be replaced at once. With need_overview=1 also returns its sign-in methods, its latest activity, how many devices, passkeys and applications it has, and whether the operator has other applications.',
  method: 'GET',
  path: 'account/info',
  input: z.object({ need_plaintext: flag, need_overview: flag, need_changes: flag }),
  output: z.object({
    user_id: text,
    username: text,
    /** The name that the person chose. Null: none. */
    name: z.string().nullable().default(null),
    /** A name that waits for review and is not in effect. */
    held_username: shownAddress,
    birthday: day,
    language: text,
    time_zone: timeZoneInForce,
    /** False for a default by region and language. */
    time_zone_is_chosen: no,
    mobile: shownAddress,
    /** The addresses and third-party identities that will be unbound, or replaced by another. */
    pending_changes: z
      .array(
        z.object({
          /**
           * `mobile`, `email`, `authenticator`, `passkey`, `recovery_email`, `recovery_link` (a recovery by the operator), or
           * the name of a platform.
           */
          way: z.string(),
          becomes: shownAddress,
          takes_effect_at: z.iso.datetime(),
        }),
      )
      .default([]),
    /** With need_changes=1: the addresses whose replacement takes effect this many hours after the proof. */
    slow_changes: z.array(z.object({ way: z.enum(['mobile', 'email']), hours: z.number().int() })).default([]),
    email: shownAddress,
    email_verified: yes,
    /** An email for recovery, which cannot be used to sign in. */
    recovery_email: shownAddress,
    has_password: yes,
    /** True when a sign-in found the current password in the operator's list of breached ones. */
    password_breached: no,
    has_authenticator: no,
    /** True when sign-ins require the authenticator. */
    asks_authenticator: no,
    /** The version of the operator's terms that the person still has to accept (acceptTerms). Null: none. */
    terms_due: termsVersionName.nullable().default(null),
    second_factor: secondFactorAsked,
    /** Empty: the account API has none. */
    avatar: pictureIfAny,
    background: pictureIfAny,
    created_at: time,
    overview: z
      .object({
        /** `mobile`, `email`, `password`, and the names of third-party platforms. */
        ways: z.array(z.string()),
        /** The three newest entries. */
        activity: z.array(activityEntry),
        /** True when the operator has other applications where the person can continue. */
        has_siblings: z.boolean().default(false),
        /** The counts of each kind. Left out by an account API that does not count them. */
        counts: z
          .object({ devices: z.number().int(), passkeys: z.number().int(), applications: z.number().int() })
          .optional(),
      })
      .optional(),
  }),
  auth: 'user',
})

/** 1: the new name waits for review, and the account keeps its name. */
const isSensitive = flag

export const accountSet = call({
  name: 'accountSet',
  power: {
    proof: 'fresh',
    act: 'binding',
    when: 'username',
    guarded: true,
    tells: ['username_changed'],
    undoneBy: 'restored',
    limit: 'usernames',
  },
  summary:
    'Changes fields of the profile. If one is refused, none is changed. Organisations that use the person’s username or previous name get the new name.',
  path: 'account/set',
  input: z.object({
    username: username.optional(),
    /** The name that the person chose. Empty: none. */
    name: personNameOrNone.optional(),
    birthday: birthday.optional(),
    language: messageLanguage.optional(),
    time_zone: timeZone.optional(),
  }),
  output: z.object({ username: text, is_sensitive: isSensitive }),
  errors: ['username_refused', 'changed_too_often'],
  auth: 'user',
  event: 'if_changed',
})

export const updateUserInfo = call({
  name: 'updateUserInfo',
  power: {
    proof: 'fresh',
    act: 'binding',
    when: 'field',
    is: 'username',
    guarded: true,
    tells: ['username_changed'],
    undoneBy: 'restored',
    limit: 'usernames',
  },
  summary: 'Changes one field of the profile.',
  path: 'user/update_info',
  input: z.object({
    field_namespace: z.string().min(1).max(64),
    field: z.string().min(1).max(64),
    value: sensitive(z.string().max(1024)),
  }),
  output: z.object({ is_sensitive: isSensitive }),
  errors: ['username_refused', 'changed_too_often', 'no_such_picture'],
  auth: 'user',
  // The account may have the value already.
  event: 'if_changed',
})

export const checkDefaultInfo = call({
  name: 'checkDefaultInfo',
  power: reads('session'),
  summary: 'Returns whether the avatar and the name are still those from the creation of the account.',
  method: 'GET',
  path: '/passport/common/user/check_default_info',
  input: z.object({}),
  output: z.object({ avatar_is_default: no, name_is_default: no }),
  auth: 'user',
})

export const recommendedName = call({
  name: 'recommendedName',
  power: reads('session'),
  summary: 'Returns random available names.',
  method: 'GET',
  path: '/passport/common/user/recommended_name',
  input: z.object({}),
  output: z.object({ names: z.array(z.string()).default([]) }),
  auth: 'user',
})

export const remainingUpdateTimes = call({
  name: 'remainingUpdateTimes',
  power: reads('session'),
  summary: 'Returns how often each field with limited changes can still be changed, and when the limit is reset.',
  method: 'GET',
  path: '/passport/common/user/remaining_update_times',
  input: z.object({}),
  output: z.object({
    username: z.object({ remaining: z.number().int().nonnegative(), resets_at: moment }).optional(),
  }),
  auth: 'user',
})

export const oauthProfile = call({
  name: 'oauthProfile',
  power: reads('none'),
  summary: 'Returns the third-party identity of a profile_key, before it is bound to an account.',
  method: 'GET',
  path: 'oauth_profile',
  input: z.object({ profile_key: ticket }),
  output: z.object({ platform: text, name: text }),
  errors: ['ticket_refused'],
})
