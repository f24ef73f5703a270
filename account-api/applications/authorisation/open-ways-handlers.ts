import { outsideProofIn } from '#account-api/addresses/platforms/outside-proof'
import { identifyVisitor, refusedBy } from '#account-api/addresses/platforms/visit'
import type { CallContext, Handling } from '#account-api/applications/call-context'
import type { Target } from '#account-api/verification/codes/code'
import { askerOf, refuseSent, refuseUnreachable } from '#account-api/verification/codes/codes-handlers'
import { sendCode } from '#account-api/verification/codes/sending'
import {
  accountOf,
  answerSignIn,
  isNotOpen,
  namedBy,
  refuseAs,
  refuseCode,
  refuseNotOpen,
  refusePassword,
} from '#account-api/verification/outcomes'
import { done, refuse } from '#contract/server'
import {
  type ProvenForRequest,
  proveForRequestByPassword,
  proveForRequestByPlatform,
  proveForRequestBySms,
} from './proving'
import { findRequest, namesIn } from './request'

export const openWayHandlers = {
  openSendCode: async (input, context) => {
    const { service } = context
    const asked = await requestOf(context, input)
    if (!asked.ok) return refuseAs(asked)
    const target: Target = { channel: 'sms', to: input.mobile, type: input.type }
    const unreachable = refuseUnreachable(service.deployment, target)
    if (unreachable) return unreachable
    const sent = await sendCode(service, target, askerOf(context))
    if (!sent.ok) return refuseSent(context, sent, 'sms_code_key')
    return done({ sms_code_key: sent.key, retry_after: sent.retryAfter, mobile: sent.masked })
  },

  openSmsAuth: async (input, context) => {
    const asked = await requestOf(context, input)
    if (!asked.ok) return refuseAs(asked)
    const proven = await proveForRequestBySms(context.service, {
      request: asked.request,
      staysSignedIn: input.stay_signed_in === 1,
      target: { channel: 'sms', to: input.mobile, type: input.type },
      code: input.code,
      named: namedBy(input.sms_code_key),
      visitor: context.visitor,
      from: context.from,
    })
    if (proven.ok) return answerable(context, proven)
    switch (proven.code) {
      case 'account_cancelled':
      case 'account_frozen':
        return refuseNotOpen(proven)
      case 'confirmation_required':
      case 'not_registered':
      case 'registration_closed':
        return refuseAs(proven)
      default:
        return refuseCode(proven)
    }
  },

  openAccountAuth: async (input, context) => {
    const { service, from, session, isPerson } = context
    const asked = await requestOf(context, input)
    if (!asked.ok) return refuseAs(asked)
    const identifier = accountOf(input, context)
    const proven = await proveForRequestByPassword(service, {
      request: asked.request,
      staysSignedIn: input.stay_signed_in === 1,
      identifier,
      password: input.password,
      from,
      session,
      isPerson,
    })
    if (proven.ok) return answerable(context, proven)
    if (proven.code === 'identifier_off') return refuseAs(proven)
    return isNotOpen(proven) ? refuseNotOpen(proven) : refusePassword(context, proven, identifier)
  },

  openThirdPartyAuth: async (input, context) => {
    const { service, from } = context
    const asked = await requestOf(context, input)
    if (!asked.ok) return refuseAs(asked)
    const given = outsideProofIn(input)
    if (!given.ok) return given
    const identified = await identifyVisitor(service, given.data)
    if (!identified.ok) return refusedBy(identified)
    const { profile, provenAt } = identified
    const staysSignedIn = input.stay_signed_in === 1
    const outside = { request: asked.request, staysSignedIn, profile, provenAt, from }
    const proven = await proveForRequestByPlatform(service, outside)
    if (proven.ok) return answerable(context, proven)
    if (isNotOpen(proven)) return refuseNotOpen(proven)
    if (proven.code === 'not_proven_there') return refuse(proven.code, {})
    const { platform, name } = profile
    return refuse('not_bound', { profile_key: proven.profileKey, platform, name })
  },
} satisfies Handling

/** The request of a call, in the browser where it began. */
const requestOf = ({ service: { storage } }: CallContext, input: Parameters<typeof namesIn>[0]) =>
  findRequest(storage, namesIn(input))

/** A person who was proven for a request, on the wire. */
const answerable = (context: CallContext, proven: ProvenForRequest) => {
  if (!('authTicket' in proven)) return refuse('authenticator_required', { ticket: proven.pending.ticket })
  const { authTicket: auth_ticket, session } = proven
  return done({ auth_ticket, ...(session && { session: answerSignIn(context, { session }).data }) })
}
