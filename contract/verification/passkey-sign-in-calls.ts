import { z } from 'zod'
import { call } from '#contract/call'
import { affMultiLogin, flag, needFrozenUser, session } from '#contract/terms/fields'
import { passkeyCredential, requestOptions } from './passkey-fields'

export const startPasskeySignIn = call({
  name: 'startPasskeySignIn',
  power: { proof: 'none', tells: [], undoneBy: 'nothing', limit: 'passkeys' },
  summary:
    'Returns the options with which a browser proves a passkey to sign in. They name no account. The challenge is valid only for this browser.',
  path: 'passkey/sign_in/start',
  input: z.object({}),
  output: z.object({ options: requestOptions }),
  errors: ['passkeys_not_offered'],
})

export const passkeySignIn = call({
  name: 'passkeySignIn',
  power: { proof: 'none', tells: ['signed_in_new'], undoneBy: 'ended', limit: 'passkeys' },
  summary:
    'Signs in by a passkey. Its user verification counts as both factors, so the authenticator is not required. If the passkey is younger than 72 hours, the authenticator is required.',
  path: 'passkey/sign_in',
  input: z.object({ credential: passkeyCredential, kick_other: flag, ...affMultiLogin, ...needFrozenUser }),
  output: session,
  errors: ['ticket_refused', 'passkey_refused', 'passkeys_not_offered', 'account_cancelled', 'account_frozen'],
})
