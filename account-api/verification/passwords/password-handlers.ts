import { maskEmail } from '#account-api/accounts/account/identifier'
import type { CallContext, Handling, UserContext } from '#account-api/verification/call-context'
import type { Target } from '#account-api/verification/codes/code'
import {
  answerSignIn,
  isNotOpen,
  namedBy,
  refuseAs,
  refuseCode,
  refuseNotOpen,
  refusePassword,
  refuseStaleProof,
} from '#account-api/verification/outcomes'
import { done, refuse } from '#contract/server'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { changePassword, setPassword, updatePassword } from './change'
import { findReset, type Reset, resetByCode, resetByTicket } from './reset'

export const passwordHandlers = {
  resetPasswordByMobile: (input, context) =>
    byCode(context, { channel: 'sms', to: input.mobile, type: mobilePurpose.resetPassword }, input, input.sms_code_key),

  resetPasswordByEmail: (input, context) =>
    byCode(
      context,
      { channel: 'email', to: input.email, type: emailPurpose.resetPassword },
      input,
      input.email_code_key,
    ),

  resetPasswordByTicket: async (input, context) => {
    const { service, from, session } = context
    return answerReset(context, await resetByTicket(service, { ...input, from, session }))
  },

  resetTicketCheck: async (input, { service }) => {
    const found = await findReset(service, input.ticket)
    if (!found) return refuse('ticket_refused', {})
    return done({ username: found.account.username, email: maskEmail(found.email) })
  },

  changePassword: async (input, context) => {
    const { service, account, session, from } = context
    const { verify_ticket: ticket, password } = input
    const changed = await changePassword(service, { account, session, from, ticket, password })
    if (changed.ok) return done({ done: true })
    return changed.code === 'second_verification_required'
      ? refuseStaleProof(service, { account, session }, 'password')
      : refuseAs(changed)
  },

  updatePassword: async (input, context) => {
    const { service, account, session, from, isPerson } = context
    const { current_password: current, password } = input
    const updated = await updatePassword(service, { account, session, from, isPerson, current, password })
    if (updated.ok) return done({ done: true })
    if (updated.code === 'password_refused') return refuseAs(updated)
    if (updated.code === 'wrong_credentials') return refuse('wrong_credentials', { field: 'current_password' })
    return refusePassword(context, updated)
  },

  setPassword: async (input, { service, account, session, from }) => {
    const { verify_ticket: ticket, password } = input
    const set = await setPassword(service, { account, session, from, ticket, password })
    if (set.ok) return done({ done: true })
    return refuseAs(set)
  },

  hasSetPassword: async (_input, context) => hasSet(context),

  hasSetPasswordGet: async (_input, context) => hasSet(context),
} satisfies Handling

const byCode = async (
  context: CallContext,
  target: Target,
  { code, password }: { code: string; password: string },
  key: string | undefined,
) => {
  const { service, from, session } = context
  const reset = await resetByCode(service, { target, code, named: namedBy(key), password, from, session })
  if (reset.ok) return answerReset(context, reset)
  switch (reset.code) {
    case 'code_wrong':
    case 'code_expired':
    case 'code_used':
    case 'code_locked':
    case 'too_many_wrong_codes':
      return refuseCode(reset)
    default:
      return answerReset(context, reset)
  }
}

/** The answer to a reset, which signs in, or offers to restore a cancelled account. */
const answerReset = (context: CallContext, reset: Reset) => {
  if (reset.ok) return done({ done: true, ...answerSignIn(context, reset).data })
  if (!isNotOpen(reset)) return refuseAs(reset)
  context.clearSession()
  return refuseNotOpen(reset)
}

const hasSet = ({ account }: UserContext) => done({ has_set: account.passwordHash !== null })
