import { awaitingRecoveryOf, type RecoveryAgreed, sendAgreedLink } from '#account-api/addresses/recovery-link/agree'
import type { Operator } from '#account-api/operator/handling'
import { inTransaction } from '#account-api/operator/service'
import { type FirstOperator, faultOfSecond } from './second-operator'

/** The operator who requested a recovery, and what that operator has checked. */
export interface AskedByFirst {
  first: FirstOperator
  reason: string
}

/** The form that is stored with a recovery, until another operator agrees. */
export const kept = (asked: AskedByFirst): string => JSON.stringify(asked)

export const readKept = (text: string): AskedByFirst => JSON.parse(text) as AskedByFirst

interface Agreement {
  accountId: string
  to: string
  reason: string
  by: Operator
}

export type Agreed =
  | RecoveryAgreed
  | { ok: false; code: 'nothing_pending' }
  | { ok: false; code: 'not_another'; fault: string }

/** Agrees to a recovery that another operator has requested. Of two concurrent agreements, one finds it. */
export const agreeToRecovery = inTransaction<Agreement, Agreed>(async (stores, { accountId, to, reason, by }) => {
  const recovery = await awaitingRecoveryOf(stores, accountId)
  if (!recovery) return { ok: false, code: 'nothing_pending' }
  const { first } = readKept(recovery.pending.firstOperator)
  const fault = await faultOfSecond(stores, { first, by })
  if (fault) return { ok: false, code: 'not_another', ...fault }
  return sendAgreedLink(stores, { recovery, to, reason })
})
