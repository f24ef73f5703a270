import { z } from 'zod'
import { call } from '#contract/call'
import { codeErrors } from '#contract/errors'
import { file, masked, sent, smsCodeByWay, ticket } from '#contract/terms/fields'
import { reads, stopsPending } from '#contract/terms/power'
import { sensitive } from '#contract/terms/sensitive'
import { captchaSubtype } from '#contract/verification/captchas'
import { provingPlatforms, typedWays, ways } from './proof-errors'

const id = z.string().min(16).max(64)

/** The task. `3d` names the solid to click; the other subtypes need only their pictures. */
const prompt = z.object({
  size: z.enum(['small', 'large']).optional(),
  shape: z.enum(['cone', 'ball', 'cube', 'cylinder', 'ring']).optional(),
})

const picture = z.object({ part: z.enum(['scene', 'piece']), width: z.number().int(), height: z.number().int() })

export const getCaptcha = call({
  name: 'getCaptcha',
  power: { proof: 'none', tells: [], undoneBy: 'nothing', limit: 'captchas' },
  summary:
    'Opens a challenge for a decision, by its ticket. Each further call opens another challenge, of the requested subtype or of another one. `wait_seconds`: after this time the person may pass without an answer. Without `wait_seconds`, an answer is always needed. A decision without a ticket opens challenges by its code. The embedded account API makes no such decisions, and refuses them.',
  method: 'GET',
  harmless: false,
  path: 'captcha/get',
  input: z.object({
    decision: ticket.optional(),
    code: sensitive(z.coerce.number().int()).optional(),
    /** The kind that a person chose. */
    subtype: captchaSubtype,
  }),
  output: z.object({
    id,
    code: z.number().int(),
    subtype: captchaSubtype,
    prompt,
    pictures: z.array(picture),
    expires_at: z.iso.datetime(),
    wait_seconds: z.number().int().optional(),
  }),
  errors: ['captcha_over'],
  needsOneOf: ['decision', 'code'],
})

export const captchaPicture = call({
  name: 'captchaPicture',
  power: reads('none'),
  summary: 'Returns a picture of a challenge, only to the browser that opened the challenge.',
  method: 'GET',
  path: 'captcha/picture',
  input: z.object({ id, part: z.enum(['scene', 'piece']) }),
  output: file('image/png'),
  answers: 'bytes',
  errors: ['captcha_over'],
})

export const captchaSound = call({
  name: 'captchaSound',
  power: reads('none'),
  summary: 'Returns the sound of a challenge: six spoken digits, which also answer it.',
  method: 'GET',
  path: 'captcha/sound',
  input: z.object({ id }),
  output: file('audio/wav'),
  answers: 'bytes',
  errors: ['captcha_over'],
})

export const verifyCaptcha = call({
  name: 'verifyCaptcha',
  power: { proof: 'none', tells: [], undoneBy: 'nothing', limit: 'captchas' },
  summary:
    "Answers a challenge with a text, a point in the picture, the numbers of the upright pictures, the spoken digits, or the token of a vendor's captcha. Without an answer, the decision passes after its `wait_seconds`.",
  path: 'captcha/verify',
  input: z.object({
    id: id.optional(),
    decision: ticket.optional(),
    text: z.string().max(40).optional(),
    point: z.object({ x: z.number().int(), y: z.number().int() }).optional(),
    numbers: z.array(z.number().int()).max(12).optional(),
    vendor_token: sensitive(z.string().min(1).max(4096)).optional(),
  }),
  output: z.object({ captcha_ticket: ticket }),
  errors: ['captcha_wrong', 'captcha_over'],
  needsOneOf: ['id', 'decision'],
})

export const secondVerificationWays = call({
  name: 'secondVerificationWays',
  power: reads('session'),
  summary:
    'Returns the methods of a second verification for the signed-in account. If it has no method, returns the third-party identities that prove the person.',
  method: 'GET',
  path: 'second/ways',
  input: z.object({ sms_code_key: ticket }),
  output: z.object({ ways: ways.default([]), platforms: provingPlatforms }),
  errors: ['ticket_refused'],
  auth: 'user',
  whenFactorDue: true,
})

export const sendSecondCode = call({
  name: 'sendSecondCode',
  power: { proof: 'session', tells: [], undoneBy: 'nothing', limit: 'codes' },
  summary: 'Sends the code of a second verification to the mobile or the email of the account.',
  path: 'second/send_code',
  input: z.object({ sms_code_key: ticket, way: z.enum(['mobile', 'email']) }),
  output: sent.extend({ masked }),
  errors: ['ticket_refused', 'captcha_required', 'resend_too_soon', 'code_limit_reached', 'undeliverable'],
  auth: 'user',
  whenFactorDue: true,
})

export const verifySecond = call({
  name: 'verifySecond',
  power: { proof: 'session', tells: ['recovery_code_used', ...stopsPending], undoneBy: 'ended', limit: 'wrongCodes' },
  summary:
    'Completes a second verification with a code or the password. With the way authenticator, the code is a code of the app or a recovery code. The session gets a new token and a fresh proof. The ticket is a proof for the act of the call that returned the key.',
  path: 'second/verify',
  // With the way `password`, the code is a password.
  hashes: true,
  input: z.object({
    sms_code_key: ticket,
    way: z.enum(typedWays),
    code: sensitive(z.string().min(1).max(1024)),
    ...smsCodeByWay,
  }),
  output: z.object({ verify_ticket: ticket }),
  errors: ['ticket_refused', 'wrong_credentials', 'password_locked', 'captcha_required', ...codeErrors],
  auth: 'user',
  whenFactorDue: true,
})
