import { maskedSuccessor } from '#account-api/accounts/pending-changes/pending-change'
import { askForRecovery, type RecoveryAsked, stopRecovery } from '#account-api/addresses/recovery-link/ask'
import { momentOf, type OperatorHandling } from '#account-api/operator/handling'
import type { OperatorError } from '#contract/operator/operator-errors'
import type { OperatorRefusal } from '#contract/server'
import { done, refuse } from '#contract/server'
import { agreeToRecovery, kept, readKept } from './recovery-by-two'
import { oneOfTwo } from './second-operator'

type Refusal = Exclude<Extract<RecoveryAsked, { ok: false }>['code'], 'not_an_email' | 'too_many_requests'>

const notAnEmail = 'Give an email address.'

const texts: Record<Refusal | 'other_address', string> = {
  no_such_user: 'There is no such user.',
  not_open: 'The account of this user is frozen or cancelled.',
  no_address: 'No message reaches this user, so nobody could stop it.',
  not_reached: 'No emails are sent to this address here.',
  mail_domain_refused: 'The policy of this deployment takes no new emails of this domain.',
  own_address: 'The user has this address already, and can reset the password by it.',
  taken: 'Another account has this address.',
  already: 'A recovery of this user is open already. Stop it before you request another one.',
  stopped_lately: 'A recovery of this user was stopped within the last 7 days, by one of the addresses of the user.',
  other_address: 'The open recovery is for another address. Ask the operator who requested it.',
}

const refuseWith = <Code extends keyof typeof texts & OperatorError>(code: Code): OperatorRefusal<Code> =>
  refuse(code, texts[code])

const nothingPending = (accountId: string) => refuse('nothing_pending', `No recovery of user ${accountId} is open.`)

/** How many recoveries the list has at most. */
const mostShown = 1000

export const recoveryHandlers = {
  recoverUser: async ({ user_id: accountId, to, reason, with_second }, { service, by }) => {
    const first = with_second ? oneOfTwo(service.deployment, by) : undefined
    if (first && 'fault' in first) return refuse('not_another_operator', first.fault)
    const firstOperator = first && kept({ first, reason })
    const answer = await askForRecovery(service, { accountId, to, reason, firstOperator })
    if (answer.ok) {
      const at = momentOf(answer.at)
      return done(with_second ? { sent_at: null, agree_until: at } : { sent_at: at, agree_until: null })
    }
    // Two failures of the rule have another name in the call: one is a fault of the input, one a number of changes.
    if (answer.code === 'not_an_email') return refuse('invalid_input', notAnEmail)
    return answer.code === 'too_many_requests'
      ? refuse('too_many', 'Too many changes were requested in this account today.')
      : refuseWith(answer.code)
  },

  listAwaitingRecoveries: async (_, { service: { deployment, storage } }) => {
    const awaiting = await storage.pendingChanges.awaiting(deployment.now(), mostShown)
    const recoveries = awaiting.map((pending) => {
      const { first, reason } = readKept(pending.firstOperator ?? '')
      return {
        ...{ user_id: pending.accountId, to: maskedSuccessor(pending) ?? '', reason },
        asked_by: { name: first.name, holder: first.holder },
        asked_at: momentOf(pending.askedAt),
        agree_until: momentOf(pending.takesEffectAt),
      }
    })
    return done({ recoveries, has_more: recoveries.length === mostShown })
  },

  confirmRecovery: async ({ user_id: accountId, to, reason }, { service, by }) => {
    const answer = await agreeToRecovery(service, { accountId, to, reason, by })
    if (answer.ok) return done({})
    if (answer.code === 'nothing_pending') return nothingPending(accountId)
    if (answer.code === 'not_another') return refuse('not_another_operator', answer.fault)
    return answer.code === 'not_an_email' ? refuse('invalid_input', notAnEmail) : refuseWith(answer.code)
  },

  stopRecovery: async ({ user_id: accountId }, { service }) =>
    (await stopRecovery(service, accountId)) ? done({}) : nothingPending(accountId),
} satisfies OperatorHandling
