import { personOf } from '#account-api/accounts/call-context'
import { secondsUntil } from '#account-api/kernel/time'
import type { Handling, UserContext } from '#account-api/verification/call-context'
import { answerByVendor, answerChallenge } from '#account-api/verification/captchas/answer'
import { findChallenge, openChallenge } from '#account-api/verification/captchas/challenge'
import { soundOf } from '#account-api/verification/captchas/sound'
import { passByWaiting, passesAt } from '#account-api/verification/captchas/waiting'
import { askerOf, refuseSent, refuseUnreachable } from '#account-api/verification/codes/codes-handlers'
import { sendCode } from '#account-api/verification/codes/sending'
import { countingOf, refuseAs, refusePassword, refuseValue } from '#account-api/verification/outcomes'
import { judgePassword } from '#account-api/verification/passwords/judge'
import { done, refuse } from '#contract/server'
import type { Act } from '#contract/terms/acts'
import { captchaCodes } from '#contract/verification/captchas'
import { verifyByAuthenticator } from './by-authenticator'
import { startSecondPasskey, verifyByPasskey } from './by-passkey'
import {
  actOfKey,
  isKeyOfSession,
  methodsOfKey,
  type Renewed,
  targetOf,
  verifyByCode,
  verifyByPassword,
} from './second-verification'

export const stepUpHandlers = {
  getCaptcha: async (input, { service, visitor, clientAddress }) => {
    // Unlike a ticket, a code is not secret to one browser and one call.
    if (input.decision === undefined)
      return refuse('invalid_input', { fields: [{ field: 'decision', reason: 'missing' }] })
    const challenge = await openChallenge(service, { ticket: input.decision, visitor, wanted: input.subtype })
    if (!challenge) return refuse('captcha_over', {})
    const until = await passesAt(service, { decidedAt: challenge.decidedAt, clientAddress })
    return done({
      id: challenge.id,
      code: captchaCodes[challenge.subtype],
      subtype: challenge.subtype,
      prompt: challenge.wanted ?? {},
      pictures: challenge.pictures,
      expires_at: new Date(challenge.expiresAt).toISOString(),
      ...(until !== undefined && { wait_seconds: secondsUntil(service.deployment, until) }),
    })
  },

  captchaPicture: async (input, { service, visitor }) => {
    const base64 = (await findChallenge(service, { id: input.id, visitor }))?.[input.part]
    if (!base64) return refuse('captcha_over', {})
    return done({ media_type: 'image/png' as const, bytes: Buffer.from(base64, 'base64') })
  },

  captchaSound: async (input, { service, visitor, language }) => {
    const challenge = await findChallenge(service, { id: input.id, visitor })
    if (!challenge) return refuse('captcha_over', {})
    return done({ media_type: 'audio/wav' as const, bytes: soundOf(service.deployment, challenge, language) })
  },

  verifyCaptcha: async (input, { service, visitor, clientAddress }) => {
    const { id, decision, vendor_token: token, ...answer } = input
    const judge = () => {
      if (id === undefined) return passByWaiting(service, { ticket: decision ?? '', visitor, clientAddress })
      return token === undefined
        ? answerChallenge(service, { id, visitor, clientAddress, answer })
        : answerByVendor(service, { id, visitor, token, clientAddress })
    }
    const judged = await judge()
    if (!judged) return refuse('captcha_over', {})
    if (judged.ok) return done({ captcha_ticket: judged.ticket })
    return judged.code === 'wrong'
      ? refuse('captcha_wrong', { tries_left: judged.triesLeft })
      : refuse('too_many_requests', { retry_after: judged.retryAfter })
  },

  secondVerificationWays: async (input, context) => {
    const counting = await methodsOfKey(context.service, input.sms_code_key, context)
    return counting ? done(countingOf(counting)) : refuse('ticket_refused', {})
  },

  sendSecondCode: async (input, context) => {
    const target = targetOf(context.account, input.way)
    if (!target || !(await isKeyOfSession(context.service, input.sms_code_key, context)))
      return refuse('ticket_refused', {})
    const unreachable = refuseUnreachable(context.service.deployment, target)
    if (unreachable) return unreachable
    const sent = await sendCode(context.service, target, askerOf(context))
    return sent.ok ? done({ retry_after: sent.retryAfter, masked: sent.masked }) : refuseSent(context, sent)
  },

  verifySecond: async (input, context) => {
    const { service, account, session } = context
    const key = input.sms_code_key
    const act = await actOfKey(service, key, context)
    if (act === undefined) return refuse('ticket_refused', {})
    if (input.way === 'password') return byPassword(context, { key, act, password: input.code })
    const { way: method, code } = input
    if (method === 'authenticator') return byAuthenticator(context, { key, code })
    const asked = { key, method, code, person: { account, session }, clientAddress: context.clientAddress }
    const verified = await verifyByCode(service, asked)
    return verified.ok ? proven(context, verified) : refuseValue(verified)
  },

  startSecondPasskey: async (input, context) => {
    const started = await startSecondPasskey(context.service, { key: input.sms_code_key, person: personOf(context) })
    return started.ok ? done({ options: started.options }) : refuseAs(started)
  },

  verifySecondByPasskey: async (input, context) => {
    const verified = await verifyByPasskey(context.service, {
      key: input.sms_code_key,
      person: personOf(context),
      credential: input.credential,
    })
    return verified.ok ? proven(context, verified) : refuseAs(verified)
  },
} satisfies Handling

/** Continues the renewed session, and answers its proof. */
const proven = ({ setSession: start }: UserContext, { session, ticket }: Pick<Renewed, 'session' | 'ticket'>) => {
  start(session)
  return done({ verify_ticket: ticket })
}

const byAuthenticator = async (context: UserContext, { key, code }: { key: string; code: string }) => {
  const { service, account, session, from } = context
  const verified = await verifyByAuthenticator(service, { key, person: { account, session }, code, from })
  return verified.ok ? proven(context, verified) : refuseValue(verified, 'authenticator_code')
}

const byPassword = async (
  context: UserContext,
  { key, act, password }: { key: string; act: Act; password: string },
) => {
  const { service, from, account, session, isPerson } = context
  const identifier = { kind: 'username' as const, value: account.username }
  const alsoEarlier = act === 'binding'
  const judged = await judgePassword(service, { identifier, password, from, session, alsoEarlier, isPerson })
  if (!judged.ok) return refusePassword(context, judged)
  const renewed = await verifyByPassword(service, { key, person: { account, session }, judged })
  return renewed ? proven(context, renewed) : refuse('ticket_refused', {})
}
