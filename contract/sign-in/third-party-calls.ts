import { z } from 'zod'
import { call } from '#contract/call'
import { admissionErrors, codeErrors } from '#contract/errors'
import { newPerson } from '#contract/organisations/new-person'
import {
  account,
  affMultiLogin,
  code,
  flag,
  mobile,
  needFrozenUser,
  numberRegion,
  password,
  session,
  smsCode,
  ticket,
  yes,
} from '#contract/terms/fields'
import { reads, stopsPending } from '#contract/terms/power'
import { vouchedUrl } from '#contract/terms/vouched-url'
import { outsideCode, outsideProof, platformName as platform, visit } from './third-party-fields'

const proofErrors = ['no_such_platform', 'platform_refused', 'platform_unreachable'] as const
const signInErrors = [...proofErrors, 'not_bound', 'account_cancelled', 'account_frozen'] as const

export const thirdPartyStart = call({
  name: 'thirdPartyStart',
  power: reads('none'),
  summary:
    'Starts a visit to a provider. Returns its address, and secrets that the browser brings back or the caller keeps. With fresh=1 the person has to sign in there again, if the provider can ask for that. Changes nothing.',
  method: 'GET',
  path: 'auth/start',
  /** Without a platform, the deployment's own issuer. */
  input: z.object({ platform: platform.optional(), fresh: flag }),
  output: z.object({
    platform: z.string(),
    url: vouchedUrl,
    state: z.string(),
    nonce: z.string(),
    code_verifier: z.string(),
    redirect_uri: z.string(),
  }),
  errors: ['no_such_platform', 'platform_unreachable', 'platform_refused'],
})

export const authLogin = call({
  name: 'authLogin',
  power: { proof: 'none', tells: ['signed_in_new'], undoneBy: 'ended', limit: 'openRequests' },
  summary:
    'Signs in with a third-party identity. An identity that is not bound is answered with not_bound and a profile_key. With that key, bindLogin signs in to an account or creates one. With login_only=1 no account is ever created with that key, like authLoginOnly.',
  path: 'auth/login',
  input: z.object({ ...outsideProof, kick_other: flag, ...affMultiLogin, login_only: flag, ...needFrozenUser }),
  output: session,
  errors: signInErrors,
  needsOneOf: ['code', 'access_token'],
})

export const authLoginOnly = call({
  name: 'authLoginOnly',
  power: { proof: 'none', tells: ['signed_in_new'], undoneBy: 'ended', limit: 'openRequests' },
  summary: 'Signs in like authLogin, but no account is ever created with its profile_key.',
  path: 'auth/login_only',
  input: z.object({ ...outsideProof, kick_other: flag, ...affMultiLogin, ...needFrozenUser }),
  output: session,
  errors: signInErrors,
  needsOneOf: ['code', 'access_token'],
})

export const authProfile = call({
  name: 'authProfile',
  power: reads('session'),
  summary: 'Returns the profile_key of a third-party identity, for a signed-in person to bind it with (bindAuth).',
  path: 'auth/profile',
  input: z.object(outsideProof),
  output: z.object({ profile_key: z.string(), platform: z.string(), name: z.string() }),
  errors: proofErrors,
  auth: 'user',
  needsOneOf: ['code', 'access_token'],
})

export const bindLogin = call({
  name: 'bindLogin',
  power: {
    proof: 'none',
    tells: ['signed_in_new', 'platform_bound', 'old_number_used', ...stopsPending],
    undoneBy: 'restored',
    limit: 'wrongCodes',
  },
  summary:
    'Signs in with a mobile and its code, or with an account and its password, and binds the third-party identity of the profile_key. A mobile without an account is registered, unless the key comes from authLoginOnly or login_only is 1. A sign-in that needs confirmation, or a sign-in to a cancelled account, does not use up the key, so bindAuth can bind with it later. `bound` is false if the account has another identity of that platform, or another account has bound this identity meanwhile.',
  path: 'auth/bind_login',
  input: z.object({
    profile_key: ticket,
    mobile: mobile.optional(),
    code: code.optional(),
    ...smsCode,
    account: account.optional(),
    region: numberRegion,
    password: password.optional(),
    kick_other: flag,
    ...affMultiLogin,
    login_only: flag,
    ...needFrozenUser,
    ...newPerson,
  }),
  output: session.extend({ bound: yes }),
  errors: [
    'ticket_refused',
    ...codeErrors,
    'wrong_credentials',
    'password_locked',
    'captcha_required',
    'account_cancelled',
    'account_frozen',
    'confirmation_required',
    'not_registered',
    ...admissionErrors,
  ],
  needsOneOf: ['mobile', 'account'],
})

const ownIssuer = {
  code: outsideCode,
  state: z.string().max(512).optional(),
  ...visit,
  kick_other: flag,
  ...affMultiLogin,
  ...needFrozenUser,
}

export const oauthLogin = call({
  name: 'oauthLogin',
  power: { proof: 'none', tells: ['signed_in_new'], undoneBy: 'ended', limit: 'openRequests' },
  summary: "Signs in through the deployment's own issuer, like authLogin.",
  path: 'oauth/login',
  input: z.object({ ...ownIssuer, login_only: flag }),
  output: session,
  errors: signInErrors,
})

export const oauthLoginOnly = call({
  name: 'oauthLoginOnly',
  power: { proof: 'none', tells: ['signed_in_new'], undoneBy: 'ended', limit: 'openRequests' },
  summary: "Signs in through the deployment's own issuer, like authLoginOnly.",
  path: 'oauth/login_only',
  input: z.object(ownIssuer),
  output: session,
  errors: signInErrors,
})

export const verifySecondByPlatform = call({
  name: 'verifySecondByPlatform',
  power: { proof: 'session', tells: [], undoneBy: 'ended', limit: 'wrongCodes' },
  summary:
    'Completes a second verification of an account that has no other factor. The person must have signed in at the provider again, in a visit that thirdPartyStart began with fresh=1. The session gets a new token and a fresh proof that does not count as a factor. The ticket has the same effect as that of verifySecond.',
  path: 'second/verify_platform',
  input: z.object({ sms_code_key: ticket, platform, code: outsideCode, ...visit }),
  output: z.object({ verify_ticket: ticket }),
  errors: ['ticket_refused', 'other_identity', 'not_proven_there', ...proofErrors],
  auth: 'user',
  whenFactorDue: true,
  // It ends a visit that the page of an export or a cancellation began, and has no other effect.
  whenTermsDue: true,
})
