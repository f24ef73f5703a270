import { signOut } from '#account-api/accounts/sessions/session'
import { undoCancellation } from '#account-api/accounts/standing/restore'
import type { NotAdmitted } from '#account-api/organisations/invitations/admission'
import type { CallContext, Handling } from '#account-api/sign-in/call-context'
import { newPersonOf, wishesOf } from '#account-api/sign-in/registration/new-person'
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
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import type { TypedIdentifier } from '#rules/typed/identifier'
import { comparedUsername } from '#rules/typed/username'
import { completeSignIn, reportLostAuthenticator } from './authenticator-step'
import { confirmByCode, confirmByPassword, confirmingTarget, type ToConfirm } from './confirmed-sign-in'
import { signInByPassword } from './password-sign-in'
import { continueByEmail, continueWithTicket, type NotRegistered, signInByEmailCode, signInBySms } from './sign-in'

export const loginHandlers = {
  smsLogin: (input, context) => bySms(context, input, input.login_only === 0),

  smsLoginOnly: (input, context) => bySms(context, input, false),

  smsLoginContinue: async (input, context) => {
    const signedIn = await continueWithTicket(context.service, {
      ticket: input.ticket,
      ...newPersonOf(context, input),
      visitor: context.visitor,
      from: context.from,
    })
    if (signedIn.ok) return answerSignIn(context, signedIn)
    if (signedIn.code === 'confirmation_required') return refuseUnconfirmed(signedIn)
    if (isNotOpen(signedIn)) return refuseNotOpen(signedIn)
    if (signedIn.code !== 'ticket_refused') return refuseAs(signedIn)
    // The ticket may belong to a cancelled account, whose person agrees to restore it.
    const restored = await undoCancellation(context.service, { ticket: input.ticket, from: context.from })
    return restored.ok ? answerSignIn(context, restored) : refuse('ticket_refused', {})
  },

  emailLoginContinue: async (input, context) => {
    const signedIn = await continueByEmail(context.service, { ticket: input.ticket, from: context.from })
    if (signedIn.ok) return answerSignIn(context, signedIn)
    return isNotOpen(signedIn) ? refuseNotOpen(signedIn) : refuse('ticket_refused', {})
  },

  sendConfirmationCode: async (input, context) => {
    const { service, visitor } = context
    const target = await confirmingTarget(service, { ticket: input.ticket, visitor })
    if (!target) return refuse('ticket_refused', {})
    const unreachable = refuseUnreachable(service.deployment, target)
    if (unreachable) return unreachable
    const sent = await sendCode(service, target, askerOf(context))
    return sent.ok ? done({ retry_after: sent.retryAfter, masked: sent.masked }) : refuseSent(context, sent)
  },

  confirmSignIn: async (input, context) => {
    const { service, visitor, from, isPerson } = context
    const confirmation = { ticket: input.ticket, visitor, from }
    if (input.way === 'email') {
      const signedIn = await confirmByCode(service, { ...confirmation, asker: askerOf(context).id, code: input.code })
      if (signedIn.ok) return answerSignIn(context, signedIn)
      return signedIn.code === 'ticket_refused' ? refuse('ticket_refused', {}) : refuseCode(signedIn)
    }
    const signedIn = await confirmByPassword(service, { ...confirmation, password: input.code, isPerson })
    if (signedIn.ok) return answerSignIn(context, signedIn)
    if (signedIn.code === 'wrong_credentials') return refuse('wrong_credentials', { field: 'password' })
    return signedIn.code === 'ticket_refused' ? refuse('ticket_refused', {}) : refusePassword(context, signedIn)
  },

  completeSignIn: async (input, context) => {
    const { service, from } = context
    const signedIn = await completeSignIn(service, { ticket: input.ticket, code: input.authenticator_code, from })
    if (signedIn.ok) return answerSignIn(context, signedIn)
    return signedIn.code === 'ticket_refused'
      ? refuse('ticket_refused', {})
      : refuseCode(signedIn, 'authenticator_code')
  },

  reportLostAuthenticator: async (input, { service, from }) => {
    const asked = await reportLostAuthenticator(service, { ticket: input.ticket, from })
    if (asked.ok)
      return done({ takes_effect_at: new Date(asked.takesEffectAt).toISOString(), time_zone: asked.timeZone })
    return refuseAs(asked)
  },

  emailLogin: (input, context) => byPassword(context, { kind: 'email', value: input.email }, input),

  emailCodeLogin: async (input, context) => {
    const target = { channel: 'email' as const, to: input.email, type: emailPurpose.login }
    const signedIn = await signInByEmailCode(context.service, {
      target,
      code: input.code,
      named: namedBy(input.email_code_key),
      from: context.from,
      ...wishesOf(input),
    })
    if (signedIn.ok) return answerSignIn(context, signedIn)
    return isNotOpen(signedIn) ? refuseNotOpen(signedIn) : refuseCode(signedIn)
  },

  passwordLogin: async (input, context) => {
    const identifier = givenIdentifier(input, context)
    if (!identifier) return refuse('invalid_input', { fields: [{ field: 'account', reason: 'missing' }] })
    return byPassword(context, identifier, input)
  },

  accountLoginV2: (input, context) => byPassword(context, accountOf(input, context), input),

  logout: async (input, context) => {
    await signOut(context.service, { ...context, everywhere: input.all === 1 })
    context.clearSession()
    return done({ done: true })
  },

  checkLogin: async (_input, { service, session }) => {
    const account = session && (await service.storage.accounts.profile(session.accountId))
    if (!account) return done({ signed_in: false })
    return done({ signed_in: true, account: { user_id: account.id, username: account.username } })
  },
} satisfies Handling

const bySms = async (
  context: CallContext,
  input: {
    mobile: string
    code: string
    sms_code_key?: string | undefined
    kick_other: number
    need_frozen_user: number
    terms_version?: string | undefined
    invite_ticket?: string | undefined
  },
  registers: boolean,
) => {
  const signedIn = await signInBySms(context.service, {
    target: { channel: 'sms', to: input.mobile, type: mobilePurpose.login },
    code: input.code,
    named: namedBy(input.sms_code_key),
    ...newPersonOf(context, input),
    visitor: context.visitor,
    from: context.from,
    ...wishesOf(input),
    registers,
  })
  if (signedIn.ok) return answerSignIn(context, signedIn)
  if (isNotOpen(signedIn)) return refuseNotOpen(signedIn)
  if (signedIn.code === 'confirmation_required') return refuseUnconfirmed(signedIn)
  return refuseNewcomer(signedIn)
}

/** A refused code to a mobile, or a mobile without an account, on the wire. */
export const refuseNewcomer = (refused: NotRegistered | NotAdmitted | Parameters<typeof refuseCode>[0]) => {
  switch (refused.code) {
    case 'not_registered':
    case 'registration_closed':
    case 'invitation_required':
    case 'identifier_off':
      return refuseAs(refused)
    default:
      return refuseCode(refused)
  }
}

const refuseUnconfirmed = ({ ticket, ways }: ToConfirm) => refuse('confirmation_required', { ticket, ways })

const byPassword = async (
  context: CallContext,
  identifier: TypedIdentifier,
  input: { password: string; kick_other: number; need_frozen_user: number },
) => {
  const signedIn = await signInByPassword(context.service, {
    identifier,
    password: input.password,
    from: context.from,
    session: context.session,
    ...wishesOf(input),
    isPerson: context.isPerson,
  })
  if (signedIn.ok) return answerSignIn(context, signedIn)
  if (signedIn.code === 'identifier_off') return refuseAs(signedIn)
  return isNotOpen(signedIn) ? refuseNotOpen(signedIn) : refusePassword(context, signedIn, identifier)
}

/** The identifier of the input. The first given field of the four counts. */
const givenIdentifier = (
  input: {
    email?: string | undefined
    username?: string | undefined
    mobile?: string | undefined
    account?: string | undefined
    region?: string | undefined
  },
  context: CallContext,
): TypedIdentifier | undefined => {
  if (input.email) return { kind: 'email', value: input.email }
  if (input.mobile) return { kind: 'mobile', value: input.mobile }
  if (input.username) return { kind: 'username', value: comparedUsername(input.username) }
  const { account, region } = input
  return account ? accountOf({ account, region }, context) : undefined
}
