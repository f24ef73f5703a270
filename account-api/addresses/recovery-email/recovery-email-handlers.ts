import { done, refuse } from '../../../contract/server'
import { countsFrom } from '../../accounts/account/counting'
import { maskEmail } from '../../accounts/account/identifier'
import { timeZoneOf } from '../../accounts/account/time-zone'
import { personOf } from '../../accounts/call-context'
import { refuseChange } from '../../verification/authenticators/refuse-change'
import { askerOf } from '../../verification/codes/asker'
import { refuseSent, refuseUnreachable } from '../../verification/codes/codes-handlers'
import { sendCode } from '../../verification/codes/sending'
import { namedBy, refuseCode } from '../../verification/outcomes'
import type { Handling } from '../call-context'
import {
  isSameRecovery,
  recoveryEmailRule,
  recoveryTarget,
  removeRecoveryEmail,
  setRecoveryEmail,
} from './recovery-email'

export const recoveryEmailHandlers = {
  recoveryEmailInfo: async (_input, { service: { setting }, account }) => {
    const { recoveryEmail, recoveryAddedAt } = account
    const from = recoveryAddedAt === null ? undefined : countsFrom(recoveryAddedAt)
    return done({
      email: recoveryEmail && maskEmail(recoveryEmail),
      counts_from: from !== undefined && from > setting.now() ? new Date(from).toISOString() : null,
      time_zone: timeZoneOf(account),
    })
  },

  sendRecoveryEmailCode: async ({ email }, context) => {
    const { service } = context
    const target = recoveryTarget(email)
    const unreachable = refuseUnreachable(service.setting, target)
    if (unreachable) return unreachable
    if (isSameRecovery(personOf(context), email)) return refuseSame()
    const sent = await sendCode(service, target, askerOf(context))
    if (!sent.ok) return refuseSent(context, sent, 'email_code_key')
    return done({ email_code_key: sent.key, retry_after: sent.retryAfter, email: sent.masked })
  },

  setRecoveryEmail: async (input, context) => {
    const { service, from, account } = context
    const { email, code, email_code_key: key, verify_ticket: verifyTicket } = input
    const asked = { person: personOf(context), email, code, named: namedBy(key), verifyTicket, from }
    const set = await setRecoveryEmail(service, asked)
    if (set.ok)
      return done({
        email: maskEmail(email),
        counts_from: new Date(countsFrom(set.addedAt)).toISOString(),
        time_zone: timeZoneOf(account),
      })
    switch (set.code) {
      case 'same_address':
        return refuseSame()
      case 'recovery_email_full':
        return refuse(set.code, { most: recoveryEmailRule.mostAccounts })
      case 'second_verification_required':
      case 'guard_lacking':
      case 'ticket_refused':
      case 'not_signed_in':
        return refuseChange(context, set)
      default:
        return refuseCode(set)
    }
  },

  removeRecoveryEmail: async ({ verify_ticket: verifyTicket }, context) => {
    const { service, from } = context
    const removed = await removeRecoveryEmail(service, { person: personOf(context), verifyTicket, from })
    if (removed.ok) return done({ done: true })
    return removed.code === 'nothing_bound'
      ? refuse(removed.code, { field: 'recovery_email' })
      : refuseChange(context, removed)
  },
} satisfies Handling

const refuseSame = () => refuse('invalid_input', { fields: [{ field: 'email', reason: 'same' }] })
