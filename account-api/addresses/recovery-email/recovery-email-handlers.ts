import { countsFrom } from '#account-api/accounts/account/counting'
import { maskEmail } from '#account-api/accounts/account/identifier'
import { timeZoneOf } from '#account-api/accounts/account/time-zone'
import { personOf } from '#account-api/accounts/call-context'
import { maskedSuccessor, pendingChangesOf } from '#account-api/accounts/pending-changes/pending-change'
import type { Handling } from '#account-api/addresses/call-context'
import { askerOf, refuseSent, refuseUnreachable } from '#account-api/verification/codes/codes-handlers'
import { sendCode } from '#account-api/verification/codes/sending'
import { answerRemoval, refuseChange } from '#account-api/verification/methods/refuse-change'
import { removeOwn } from '#account-api/verification/methods/remove'
import { namedBy, refuseCode, timingOf } from '#account-api/verification/outcomes'
import { done, refuse } from '#contract/server'
import { isSameRecovery, recoveryEmailRule, recoveryTarget, setRecoveryEmail } from './recovery-email'

export const recoveryEmailHandlers = {
  recoveryEmailInfo: async (_input, { service: { deployment, storage }, account }) => {
    const pending = (await pendingChangesOf(storage, account)).find(({ method }) => method === 'recovery_email')
    const { recoveryEmail, recoveryAddedAt } = account
    const from = recoveryAddedAt === null ? undefined : countsFrom(recoveryAddedAt)
    return done({
      email: recoveryEmail && maskEmail(recoveryEmail),
      counts_from: from !== undefined && from > deployment.now() ? new Date(from).toISOString() : null,
      changes_at: pending ? new Date(pending.takesEffectAt).toISOString() : null,
      becomes: pending ? maskedSuccessor(pending) : null,
      time_zone: timeZoneOf(account),
    })
  },

  sendRecoveryEmailCode: async ({ email }, context) => {
    const { service } = context
    const target = recoveryTarget(email)
    const unreachable = refuseUnreachable(service.deployment, target)
    if (unreachable) return unreachable
    if (isSameRecovery(personOf(context), email)) return refuseSame()
    const sent = await sendCode(service, target, askerOf(context))
    if (!sent.ok) return refuseSent(context, sent, 'email_code_key')
    return done({ email_code_key: sent.key, retry_after: sent.retryAfter, email: sent.masked })
  },

  setRecoveryEmail: async (input, context) => {
    const { service, from, account } = context
    const { email, code, email_code_key: key, verify_ticket: verifyTicket } = input
    const proven = { code, named: namedBy(key), verifyTicket, waits: input.wait === 1 }
    const set = await setRecoveryEmail(service, { person: personOf(context), email, ...proven, from })
    if (set.ok)
      return done({
        email: maskEmail(email),
        counts_from: new Date(countsFrom(set.pending?.takesEffectAt ?? set.addedAt)).toISOString(),
        ...timingOf(set, account),
      })
    switch (set.code) {
      case 'same_address':
        return refuseSame()
      case 'recovery_email_full':
        return refuse(set.code, { most: recoveryEmailRule.mostAccounts })
      case 'too_many_requests':
      case 'second_verification_required':
      case 'guard_lacking':
      case 'factor_lacking':
      case 'ticket_refused':
      case 'not_signed_in':
        return refuseChange(context, set, { mayWait: true })
      default:
        return refuseCode(set)
    }
  },

  removeRecoveryEmail: async ({ verify_ticket: verifyTicket, wait }, context) => {
    const { service, from } = context
    const asked = { person: personOf(context), method: 'recovery_email', verifyTicket, waits: wait === 1, from }
    return answerRemoval(context, await removeOwn(service, asked), refuse('nothing_bound', { field: 'recovery_email' }))
  },
} satisfies Handling

const refuseSame = () => refuse('invalid_input', { fields: [{ field: 'email', reason: 'same' }] })
