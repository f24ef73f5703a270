import { kindOf } from '#account-api/accounts/account/identifier'
import { timeZoneOf } from '#account-api/accounts/account/time-zone'
import { clientName } from '#account-api/accounts/activity/client-name'
import { nameRememberedDevice } from '#account-api/accounts/browsers/device-name'
import type { CallContext, Handling } from '#account-api/sign-in/call-context'
import { wishesOf } from '#account-api/sign-in/registration/new-person'
import type { Target } from '#account-api/verification/codes/code'
import { askerOf, refuseSent } from '#account-api/verification/codes/codes-handlers'
import { sendCode } from '#account-api/verification/codes/sending'
import { answerSignIn, namedBy, refuseCode, refuseNotOpen } from '#account-api/verification/outcomes'
import { done, refuse } from '#contract/server'
import { quickLogin } from './quick-login'
import {
  endRememberedDevice,
  forgetAccount,
  listRememberedDevices,
  type Remembered,
  rememberAccount,
} from './remembered'

export const rememberedHandlers = {
  quickLogin: async (input, context) => {
    const signedIn = await quickLogin(context.service, {
      token: input.device_token,
      code: input.code,
      named: namedBy(input.sms_code_key),
      from: context.from,
      ...wishesOf(input),
    })
    if (signedIn.ok) {
      const { data } = answerSignIn(context, signedIn)
      return done({ ...data, remembered: onWire(signedIn.remembered) })
    }
    switch (signedIn.code) {
      case 'code_needed':
        return askForCode(context, signedIn.target)
      case 'account_cancelled':
      case 'account_frozen':
        return refuseNotOpen(signedIn)
      case 'remembered_over':
      case 'remembered_just_used':
        return refuse(signedIn.code, {})
      default:
        return refuseCode(signedIn)
    }
  },

  rememberAccount: async (input, { service, account, session, from }) => {
    const person = { account, session }
    const remembered = await rememberAccount(service, { person, token: input.device_token, from })
    return remembered ? done(onWire(remembered)) : refuse('not_signed_in', {})
  },

  forgetAccount: async (input, { service }) => {
    await forgetAccount(service, input.device_token)
    return done({ done: true })
  },

  listRememberedDevices: async (_input, { service, account, session }) => {
    const devices = await listRememberedDevices(service, { account, session })
    return done({
      devices: devices.map((device) => ({
        device_id: device.id,
        client: clientName(device.client),
        name: device.deviceName,
        address: device.clientAddress,
        used_at: isoTime(device.usedAt),
      })),
      time_zone: timeZoneOf(account),
    })
  },

  nameRememberedDevice: async ({ device_id, name }, { service, account }) => {
    const named = await nameRememberedDevice(service, { account, id: device_id, name })
    return named ? done({ done: true }) : refuse('no_such_device', {})
  },

  endRememberedDevice: async (input, { service, account, session }) => {
    const ended = await endRememberedDevice(service, { account, session }, input.device_id)
    return ended ? done({ done: true }) : refuse('no_such_device', {})
  },
} satisfies Handling

/**
 * Sends the code that a quick sign-in needs. `resend_too_soon` also names a code that this browser got a moment ago.
 */
const askForCode = async (context: CallContext, target: Target) => {
  const sent = await sendCode(context.service, target, askerOf(context))
  if (!sent.ok) return refuseSent(context, sent, 'sms_code_key')
  const way = kindOf[target.channel]
  return refuse('code_needed', { sms_code_key: sent.key, way, masked: sent.masked, retry_after: sent.retryAfter })
}

const onWire = ({ token, masked, name, avatar, expiresAt }: Remembered) => ({
  device_token: token,
  masked,
  name,
  avatar,
  expires_at: isoTime(expiresAt),
})

const isoTime = (at: number): string => new Date(at).toISOString()
