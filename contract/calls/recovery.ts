import { z } from 'zod'
import { activityKinds } from '../activity'
import { call } from '../call'
import { account, masked, password, ticket } from '../fields'

export const verifyPassword = call({
  name: 'verifyPassword',
  summary:
    'A person who is not signed in proves the password of an account; the ticket entitles unbindUnusableMobile, after a hold.',
  path: 'password/verify',
  input: z.object({ account, password }),
  output: z.object({ ticket, mobile: masked.nullable(), email: masked.nullable() }),
  errors: ['wrong_credentials', 'password_locked', 'captcha_required'],
})

export const unusableMobileCheck = call({
  name: 'unusableMobileCheck',
  summary:
    'What unbindUnusableMobile would do with a ticket, which stays unused: the number, who is told, and the hours that it is held for (0: it happens at once).',
  method: 'GET',
  path: 'mobile/unusable_check',
  input: z.object({ ticket }),
  output: z.object({
    mobile: masked.nullable(),
    email: masked.nullable(),
    hold_hours: z.number().int().nonnegative(),
  }),
  errors: ['ticket_refused'],
})

export const unbindUnusableMobile = call({
  name: 'unbindUnusableMobile',
  summary:
    'Takes a lost number off its account. With the ticket of an email code (15) at once, which also signs in; with that of a password after a hold, unless somebody stops it.',
  path: 'mobile/unbind_unusable',
  input: z.object({ ticket }),
  output: z.object({ done: z.boolean(), takes_effect_at: z.iso.datetime() }),
  errors: ['account_cancelled', 'ticket_refused', 'nothing_bound', 'last_way'],
})

export const stopMobileRemoval = call({
  name: 'stopMobileRemoval',
  summary: 'The number that was to be removed stays. Asked again, or with nothing held, it is done all the same.',
  path: 'mobile/stop_removal',
  input: z.object({}),
  output: z.object({ done: z.boolean() }),
  auth: 'user',
})

export const secureAccountCheck = call({
  name: 'secureAccountCheck',
  summary:
    'What secureAccount would do with the ticket of a message, which stays unused: the change it told of, the address that is put back and the one that is taken off.',
  method: 'GET',
  path: 'account/secure_check',
  input: z.object({ ticket }),
  output: z.object({
    change: z.enum(activityKinds),
    told_at: z.iso.datetime(),
    puts_back: masked.nullable(),
    takes_off: masked.nullable(),
  }),
  errors: ['ticket_refused'],
})

export const secureAccount = call({
  name: 'secureAccount',
  summary:
    'Who was told of a change says that it was not them: every session ends, what was asked for is undone, and the password has to be reset through an address, where there is one.',
  path: 'account/secure',
  input: z.object({ ticket }),
  output: z.object({ done: z.boolean(), put_back: masked.nullable(), password_ended: z.boolean() }),
  errors: ['ticket_refused'],
})
