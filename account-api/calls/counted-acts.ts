import type { CallName } from '#contract/calls'
import type { SignInWay } from '#contract/terms/activity'

/** The way in which each call signs in. `any`: it depends on the input of the call. */
const signInCalls = {
  smsLogin: 'sms',
  smsLoginOnly: 'sms',
  smsLoginContinue: 'sms',
  emailLoginContinue: 'email',
  confirmSignIn: 'any',
  emailLogin: 'password',
  emailCodeLogin: 'email',
  passwordLogin: 'password',
  accountLoginV2: 'password',
  completeSignIn: 'authenticator',
  passkeySignIn: 'passkey',
  checkQrconnect: 'qr',
  quickLogin: 'quick',
  exchangeAppCode: 'app',
  shareLogin: 'share',
  authLogin: 'platform',
  authLoginOnly: 'platform',
  bindLogin: 'platform',
  oauthLogin: 'platform',
  oauthLoginOnly: 'platform',
  openSmsAuth: 'sms',
  openAccountAuth: 'password',
  openThirdPartyAuth: 'platform',
} as const satisfies Partial<Record<CallName, SignInWay | 'any'>>

/** The captcha or the proof that a form waits for. */
const stepUpCalls = {
  verifyCaptcha: 'captcha',
  verifySecond: 'second',
  verifySecondByPasskey: 'second',
  verifySecondByPlatform: 'second',
} as const satisfies Partial<Record<CallName, string>>

const find =
  <Value extends string>(table: Partial<Record<string, Value>>) =>
  (call: string): Value | undefined =>
    table[call]

export const signInWayOf = find<SignInWay | 'any'>(signInCalls)

export const stepUpOf = find<'captcha' | 'second'>(stepUpCalls)
