import { emailPurpose, mobilePurpose } from '../../../contract/purposes'
import type { Handlers } from '../../../contract/server'
import { done, refuse } from '../../../contract/server'
import type { Target } from '../../domain/code/target'
import { changePassword, setPassword, updatePassword } from '../../domain/password/change'
import { resetByCode, resetByTicket } from '../../domain/password/reset'
import type { CallContext, UserContext } from '../context'
import { refusePassword } from './login'
import { namedBy, refuseCode, refuseStaleProof } from './outcomes'

type PasswordCalls =
  | 'resetPasswordByMobile'
  | 'resetPasswordByEmail'
  | 'resetPasswordByTicket'
  | 'changePassword'
  | 'updatePassword'
  | 'setPassword'
  | 'hasSetPassword'
  | 'hasSetPasswordGet'

export const passwordHandlers: Pick<Handlers<CallContext, UserContext>, PasswordCalls> = {
  resetPasswordByMobile: (input, context) =>
    byCode(context, { channel: 'sms', to: input.mobile, type: mobilePurpose.resetPassword }, input, input.sms_code_key),

  resetPasswordByEmail: (input, context) =>
    byCode(
      context,
      { channel: 'email', to: input.email, type: emailPurpose.resetPassword },
      input,
      input.email_code_key,
    ),

  resetPasswordByTicket: async (input, { service, from }) => {
    const reset = await resetByTicket(service, { ...input, from })
    if (reset.ok) return done({ done: true })
    return reset.code === 'other_address_required'
      ? refuse(reset.code, { email: reset.email })
      : refuseReplacement(reset)
  },

  changePassword: async (input, { service, account, session, from }) => {
    const { verify_ticket: ticket, password } = input
    const changed = await changePassword(service, { account, session, from, ticket, password })
    return changed.ok ? done({ done: true }) : refuseReplacement(changed)
  },

  updatePassword: async (input, context) => {
    const { service, account, session, from, isPerson } = context
    const { current_password: current, password } = input
    const updated = await updatePassword(service, { account, session, from, isPerson, current, password })
    if (updated.ok) return done({ done: true })
    if (updated.code === 'password_refused') return refuse('password_refused', { reason: updated.reason })
    if (updated.code === 'wrong_credentials') return refuse('wrong_credentials', { field: 'current_password' })
    return refusePassword(context, updated)
  },

  setPassword: async (input, { service, account, session, from }) => {
    const { verify_ticket: ticket, password } = input
    const set = await setPassword(service, { account, session, from, ticket, password })
    if (set.ok) return done({ done: true })
    if (set.code === 'second_verification_required') return refuseStaleProof(service, { account, session }, 'password')
    return set.code === 'password_is_set' ? refuse('password_is_set', {}) : refuseReplacement(set)
  },

  hasSetPassword: async (_input, context) => hasSet(context),

  hasSetPasswordGet: async (_input, context) => hasSet(context),
}

const byCode = async (
  { service, from }: CallContext,
  target: Target,
  { code, password }: { code: string; password: string },
  key: string | undefined,
) => {
  const reset = await resetByCode(service, { target, code, named: namedBy(key), password, from })
  if (reset.ok) return done({ done: true })
  if (reset.code === 'other_address_required') return refuse(reset.code, { email: reset.email })
  return reset.code === 'password_refused' || reset.code === 'ticket_refused'
    ? refuseReplacement(reset)
    : refuseCode(reset)
}

type Refused = Exclude<Awaited<ReturnType<typeof changePassword>>, { ok: true }>

/** A refused new password or ticket, on the wire. */
const refuseReplacement = (refused: Refused) =>
  refused.code === 'password_refused'
    ? refuse('password_refused', { reason: refused.reason })
    : refuse('ticket_refused', {})

const hasSet = ({ account }: UserContext) => done({ has_set: account.passwordHash !== null })
