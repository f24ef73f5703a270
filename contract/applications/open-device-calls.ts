import { z } from 'zod'
import { call } from '#contract/call'
import { reads } from '#contract/terms/power'
import { sensitive } from '#contract/terms/sensitive'
import { clientAddress } from '#contract/terms/vouched-url'
import { openClient, requestHandle, requestUid } from './open-fields'
import { userCodeLength, userCodeLetters } from './user-code'

/** The code that a device shows its person, without the hyphen. */
const userCode = sensitive(z.string().regex(new RegExp(`^[${userCodeLetters}]{${userCodeLength}}$`)))

const userCodeErrors = ['no_such_user_code', 'user_code_needs_sign_in', 'no_such_client'] as const

export const openDeviceInfo = call({
  name: 'openDeviceInfo',
  power: { proof: 'none', tells: [], undoneBy: 'nothing', limit: 'deviceCodes' },
  summary:
    'Returns the application whose device shows this user code. Only wrong codes are counted: per account if signed in, otherwise per client address and for all signed-out visitors together.',
  path: '/passport/open/device/info',
  input: z.object({ user_code: userCode }),
  output: z.object({
    client: openClient,
    /** Null: nobody is signed in. */
    person: z.object({ username: z.string() }).nullable(),
    expires_at: z.iso.datetime(),
  }),
  errors: userCodeErrors,
})

export const openDeviceBegin = call({
  name: 'openDeviceBegin',
  power: { proof: 'none', tells: [], undoneBy: 'ended', limit: 'deviceCodes' },
  summary:
    'Uses up the user code of a device, and begins its request in this browser. openWebAuth answers the request, as for others. With deny=1, tells the device that its person declines.',
  path: '/passport/open/device/begin',
  input: z.object({ user_code: userCode, deny: z.coerce.number().int().min(0).max(1).default(0) }),
  output: z.object({
    /** Null: the person has declined. */
    request: z
      .object({
        ...requestHandle,
        /** The value of the cookie `openauth_resume.sig`, for the address `resume_path`. */
        resume_key: z.string(),
        resume_path: z.string(),
        expires_at: z.iso.datetime(),
      })
      .nullable(),
  }),
  errors: userCodeErrors,
  event: 'none',
})

export const openSignOutInfo = call({
  name: 'openSignOutInfo',
  power: reads('none'),
  summary:
    'Returns the application that requests a sign-out, and the address to which it wants the browser afterwards. Changes nothing.',
  method: 'GET',
  path: '/passport/open/logout/info',
  input: z.object({ request_uid: requestUid }),
  output: z.object({
    client: openClient,
    /** Null: nobody is signed in. */
    person: z.object({ username: z.string() }).nullable(),
    /** True when the application names another person than the signed-in one. */
    is_for_other: z.boolean(),
    /** An address that the application has registered. Null: it has named none. */
    returns_to: clientAddress.nullable(),
    /** True when the application is not verified: a page shows the host before the browser goes there. */
    asks_before_leaving: z.boolean(),
  }),
  errors: ['no_such_sign_out'],
})
