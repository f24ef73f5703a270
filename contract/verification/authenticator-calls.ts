import { z } from 'zod'
import { call } from '#contract/call'
import { codeErrors } from '#contract/errors'
import { factorCode, flag, secondFactorAsked, ticket, timeZoneInForce } from '#contract/terms/fields'
import { endsYoung, reads } from '#contract/terms/power'

/** Without a verify_ticket the session needs a proof of the last 10 minutes; otherwise the answer is 2046. */
const proof = { verify_ticket: ticket.optional() }

const fresh = { proof: 'fresh', act: 'binding', ticket: 'verify_ticket', guarded: true, undoneBy: 'restored' } as const

const proofErrors = ['ticket_refused', 'second_verification_required'] as const

const recoveryCodes = { recovery_codes: z.array(z.string()) }

export const authenticatorInfo = call({
  name: 'authenticatorInfo',
  power: reads('session'),
  summary:
    'Returns whether the account has an authenticator app (TOTP), whether sign-ins require it, and how many of its ten recovery codes are unused. second_factor is what the deployment requires of this person.',
  method: 'GET',
  path: 'authenticator/info',
  input: z.object({}),
  output: z.object({
    is_set: z.boolean(),
    since: z.iso.datetime().nullable(),
    asked_at_sign_in: z.boolean(),
    recovery_codes_left: z.number().int().nonnegative(),
    /** When it will be removed, because its device was reported lost. */
    removed_at: z.iso.datetime().nullable(),
    second_factor: secondFactorAsked,
    time_zone: timeZoneInForce,
  }),
  auth: 'user',
  whenFactorDue: true,
})

export const startAuthenticator = call({
  name: 'startAuthenticator',
  power: { ...fresh, tells: [], undoneBy: 'ended', limit: 'none' },
  summary:
    'Makes the secret of an authenticator app (RFC 6238: SHA-1, six digits, 30 seconds), as base32 and as an otpauth address for a QR code. It has no effect until addAuthenticator is called with its ticket and a code. With at_sign_in=1, sign-ins will require it. The session then needs a proof of two other factors, or of all that the account has.',
  path: 'authenticator/start',
  input: z.object({ ...proof, at_sign_in: flag }),
  output: z.object({ ticket, secret: z.string(), uri: z.string() }),
  errors: [...proofErrors, 'already_bound'],
  auth: 'user',
  whenFactorDue: true,
})

export const addAuthenticator = call({
  name: 'addAuthenticator',
  power: {
    proof: 'session',
    act: 'binding',
    guarded: true,
    tells: ['authenticator_added', 'organisation', ...endsYoung],
    undoneBy: 'restored',
    limit: 'wrongCodes',
  },
  summary:
    'Adds the authenticator of the ticket to the account, with a first code of the app. Returns ten recovery codes, which are never shown again; each replaces one code of the app. It counts as a factor after 72 hours, or at once if two other factors were just proven. With at_sign_in=1, sign-ins require it from now on, as with askAuthenticator.',
  path: 'authenticator/add',
  input: z.object({ ticket, authenticator_code: factorCode, at_sign_in: flag }),
  output: z.object(recoveryCodes),
  errors: [...proofErrors, 'already_bound', ...codeErrors],
  auth: 'user',
  whenFactorDue: true,
})

export const removeAuthenticator = call({
  name: 'removeAuthenticator',
  power: {
    proof: 'wait',
    act: 'binding',
    guarded: true,
    tells: ['authenticator_removed', 'authenticator_removal_asked'],
    undoneBy: 'restored',
    limit: 'pendingChanges',
  },
  summary:
    'Removes the authenticator and its recovery codes, at once if it or two factors were proven. Otherwise it is removed after 48 hours (wait=1), unless stopPendingChange with the platform `authenticator`, or any use of it, stops that.',
  path: 'authenticator/remove',
  input: z.object({ ...proof, wait: flag }),
  output: z.object({
    done: z.boolean(),
    takes_effect_at: z.iso.datetime().nullable().default(null),
    time_zone: timeZoneInForce,
  }),
  errors: [...proofErrors, 'nothing_bound'],
  auth: 'user',
  whenFactorDue: true,
})

export const makeRecoveryCodes = call({
  name: 'makeRecoveryCodes',
  power: { ...fresh, proof: 'strong', tells: ['recovery_codes_made'], limit: 'none' },
  summary:
    'Replaces the recovery codes of the account by ten new ones, after a proof of the authenticator or of two factors.',
  path: 'authenticator/recovery_codes',
  input: z.object(proof),
  output: z.object(recoveryCodes),
  errors: [...proofErrors, 'nothing_bound'],
  auth: 'user',
  once: true,
})

export const askAuthenticator = call({
  name: 'askAuthenticator',
  power: {
    ...fresh,
    proof: 'strong',
    tells: ['authenticator_asked', 'authenticator_not_asked', 'organisation', ...endsYoung],
    limit: 'none',
  },
  summary:
    'Sets whether sign-ins require the authenticator. at_sign_in=1 turns this on, and needs a proof of two other factors, or of all that the account has. Every other session ends. Sign-ins by a passkey, by a remembered account or by a signed-in device still do not require it. at_sign_in=0 turns it off, and needs a proof of the authenticator or of two factors.',
  path: 'authenticator/ask',
  input: z.object({ ...proof, at_sign_in: flag }),
  output: z.object({ done: z.boolean() }),
  errors: [...proofErrors, 'nothing_bound'],
  auth: 'user',
  whenFactorDue: 'shows',
  event: 'if_changed',
})
