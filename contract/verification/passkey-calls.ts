import { z } from 'zod'
import { call } from '#contract/call'
import { flag, moment, ticket, timeZoneInForce } from '#contract/terms/fields'
import { reads } from '#contract/terms/power'
import { creationOptions, passkeyCredential, passkeyId, passkeyLabel, requestOptions } from './passkey-fields'

/** Without a verify_ticket the session needs a proof of the last 10 minutes; otherwise the answer is 2046. */
const proof = { verify_ticket: ticket.optional() }

const fresh = { proof: 'fresh', act: 'binding', ticket: 'verify_ticket', guarded: true } as const

const proofErrors = ['ticket_refused', 'second_verification_required'] as const

export const listPasskeys = call({
  name: 'listPasskeys',
  power: reads('session'),
  summary: 'Returns the passkeys of the account (WebAuthn), the newest first, and how many it may have.',
  method: 'GET',
  path: 'passkey/list',
  input: z.object({}),
  output: z.object({
    passkeys: z.array(
      z.object({
        passkey_id: passkeyId,
        label: z.string(),
        made_at: z.iso.datetime(),
        /** When it last proved its person. Null: never. */
        used_at: z.iso.datetime().nullable(),
        /** When it will be removed. */
        removed_at: moment,
      }),
    ),
    most: z.number().int(),
    time_zone: timeZoneInForce,
  }),
  auth: 'user',
})

export const startPasskey = call({
  name: 'startPasskey',
  power: { ...fresh, tells: [], undoneBy: 'ended', limit: 'passkeys' },
  summary:
    'Returns the options with which a browser makes a passkey. If sign-ins require the authenticator, the session needs a proof of it or of two factors, because a passkey signs in without it. Nothing is added until addPasskey is called.',
  path: 'passkey/start',
  input: z.object(proof),
  output: z.object({ options: creationOptions }),
  errors: [...proofErrors, 'too_many_passkeys', 'passkeys_not_offered'],
  auth: 'user',
})

export const addPasskey = call({
  name: 'addPasskey',
  power: {
    proof: 'session',
    act: 'binding',
    guarded: true,
    tells: ['passkey_added'],
    undoneBy: 'restored',
    limit: 'passkeys',
  },
  summary:
    'Adds the passkey that a browser has made with the options of startPasskey, in the same session. Without a label it gets the name of the browser.',
  path: 'passkey/add',
  input: z.object({ credential: passkeyCredential, label: passkeyLabel.optional() }),
  output: z.object({ passkey_id: passkeyId }),
  errors: [...proofErrors, 'passkey_refused', 'too_many_passkeys', 'passkeys_not_offered'],
  auth: 'user',
})

export const renamePasskey = call({
  name: 'renamePasskey',
  power: { proof: 'session', tells: [], undoneBy: 'nothing', limit: 'none' },
  summary: 'Gives a passkey of the account another label.',
  path: 'passkey/rename',
  input: z.object({ passkey_id: passkeyId, label: passkeyLabel }),
  output: z.object({ done: z.boolean() }),
  errors: ['no_such_passkey'],
  auth: 'user',
})

export const removePasskey = call({
  name: 'removePasskey',
  power: {
    ...fresh,
    proof: 'wait',
    tells: ['passkey_removed', 'passkey_removal_asked'],
    undoneBy: 'restored',
    limit: 'pendingChanges',
  },
  summary:
    'Removes a passkey of the account, and ends the other sessions that passkeys began. It does so at once after a proof of two factors, or if the passkey is younger than 72 hours. Otherwise it is removed after 48 hours (wait=1), unless stopPendingChange with the platform `passkey` stops that. One removal waits at a time.',
  path: 'passkey/remove',
  input: z.object({ passkey_id: passkeyId, ...proof, wait: flag }),
  output: z.object({ done: z.boolean(), takes_effect_at: moment, time_zone: timeZoneInForce }),
  errors: [...proofErrors, 'no_such_passkey'],
  auth: 'user',
})

export const startSecondPasskey = call({
  name: 'startSecondPasskey',
  power: { proof: 'session', tells: [], undoneBy: 'nothing', limit: 'passkeys' },
  summary:
    'Returns the options with which a browser proves a passkey of the account for a second verification. The challenge is valid only for this session and key.',
  path: 'second/passkey/start',
  input: z.object({ sms_code_key: ticket }),
  output: z.object({ options: requestOptions }),
  errors: ['ticket_refused', 'passkeys_not_offered'],
  auth: 'user',
  whenFactorDue: true,
})

export const verifySecondByPasskey = call({
  name: 'verifySecondByPasskey',
  power: { proof: 'session', tells: [], undoneBy: 'ended', limit: 'passkeys' },
  summary:
    'Completes a second verification by a passkey of the account. The session gets a new token and a fresh proof. A passkey younger than 72 hours is a fresh proof, but does not count as one of two factors.',
  path: 'second/passkey/verify',
  input: z.object({ sms_code_key: ticket, credential: passkeyCredential }),
  output: z.object({ verify_ticket: ticket }),
  errors: ['ticket_refused', 'passkey_refused', 'passkeys_not_offered'],
  auth: 'user',
  whenFactorDue: true,
})
