import { z } from 'zod'
import { call } from '#contract/call'
import { codeErrors } from '#contract/errors'
import { deviceName, givenDeviceName } from '#contract/terms/device-name'
import {
  affMultiLogin,
  client,
  code,
  flag,
  knownPicture,
  masked,
  needFrozenUser,
  session,
  shownAddress,
  smsCode,
  timeZoneInForce,
} from '#contract/terms/fields'
import { reads, stopsLost } from '#contract/terms/power'
import { sensitive } from '#contract/terms/sensitive'

/** The token of an account that is remembered in a browser: two random parts. The second changes. */
const deviceToken = sensitive(z.string().regex(/^[\w-]{22}\.[\w-]{22}$/))

/** A device token, and the name and picture for the sign-in page. Null: the account has none. */
const remembered = z.object({
  device_token: deviceToken,
  masked,
  name: shownAddress,
  avatar: knownPicture,
  expires_at: z.iso.datetime(),
})

export const quickLogin = call({
  name: 'quickLogin',
  power: {
    proof: 'none',
    tells: ['signed_in_new', 'remembered_copied', ...stopsLost],
    undoneBy: 'ended',
    limit: 'remembered',
  },
  summary:
    'Signs in to an account that is remembered on this device, and returns the next device token. It sends a code of purpose 22 and requires it if the last proof is old, the browser is unknown or the account is cancelled. If an old token is used again, the account’s remembered devices and their sessions end, and its addresses are notified.',
  path: 'quick_login',
  input: z.object({
    device_token: deviceToken,
    code: code.optional(),
    ...smsCode,
    kick_other: flag,
    ...affMultiLogin,
    ...needFrozenUser,
  }),
  output: session.extend({ remembered }),
  errors: [
    'remembered_over',
    'remembered_just_used',
    'code_needed',
    'account_cancelled',
    'account_frozen',
    'captcha_required',
    'resend_too_soon',
    'code_limit_reached',
    'undeliverable',
    ...codeErrors,
  ],
})

export const rememberAccount = call({
  name: 'rememberAccount',
  power: { proof: 'session', act: 'data', guarded: true, tells: [], undoneBy: 'ended', limit: 'remembered' },
  summary:
    "Remembers the signed-in account on this device. Ends the device's earlier token for the account, given as `device_token`.",
  path: 'remembered/add',
  input: z.object({ device_token: deviceToken.optional() }),
  output: remembered,
  auth: 'user',
})

export const forgetAccount = call({
  name: 'forgetAccount',
  power: { proof: 'none', tells: [], undoneBy: 'nothing', limit: 'none' },
  summary:
    'Removes an account from the list of this device, by its device token. The answer is the same for any token.',
  path: 'remembered/forget',
  input: z.object({ device_token: deviceToken }),
  output: z.object({ done: z.boolean() }),
})

export const listRememberedDevices = call({
  name: 'listRememberedDevices',
  power: reads('session'),
  summary: 'Returns the devices that remember the account, the most recently used first.',
  method: 'GET',
  path: 'remembered/list',
  input: z.object({}),
  output: z.object({
    devices: z.array(
      z.object({ device_id: z.string(), client, name: deviceName, address: z.string(), used_at: z.iso.datetime() }),
    ),
    time_zone: timeZoneInForce,
  }),
  auth: 'user',
})

export const nameRememberedDevice = call({
  name: 'nameRememberedDevice',
  power: { proof: 'session', tells: [], undoneBy: 'stays', limit: 'none' },
  summary:
    'Names a device that remembers the account, and the session that the device used last; an empty name removes the name.',
  path: 'remembered/name',
  input: z.object({ device_id: z.string().min(1).max(64), name: givenDeviceName }),
  output: z.object({ done: z.boolean() }),
  errors: ['no_such_device'],
  auth: 'user',
})

export const endRememberedDevice = call({
  name: 'endRememberedDevice',
  power: { proof: 'session', tells: [], undoneBy: 'nothing', limit: 'none' },
  summary: 'Makes one device forget the account. Its current session continues.',
  path: 'remembered/end',
  input: z.object({ device_id: z.string().min(1).max(64) }),
  output: z.object({ done: z.boolean() }),
  errors: ['no_such_device'],
  auth: 'user',
})
