import { personOf } from '#account-api/accounts/call-context'
import type { UserContext } from '#account-api/verification/call-context'
import { refuseAs, refuseLackingFactor, refuseStaleProof, timingOf } from '#account-api/verification/outcomes'
import { done } from '#contract/server'
import type { NotLost } from './changer'
import type { Removed } from './remove'

export const refuseChange = async (context: UserContext, refused: NotLost, { mayWait = false } = {}) => {
  const { service } = context
  const person = personOf(context)
  switch (refused.code) {
    case 'second_verification_required':
    case 'guard_lacking':
      return refuseStaleProof(service, person, 'binding')
    case 'factor_lacking':
      return refuseLackingFactor(service, person, refused.lacking, { mayWait })
    default:
      return refuseAs(refused)
  }
}

/** The answer to the removal of a method. `nothing`: the account does not have it. */
export const answerRemoval = async <Nothing>(context: UserContext, removed: Removed, nothing: Nothing) => {
  if (removed.ok) return done({ done: removed.pending === undefined, ...timingOf(removed, context.account) })
  return removed.code === 'nothing_bound' ? nothing : refuseChange(context, removed, { mayWait: true })
}
