import { done, refuse } from '../../../contract/server'
import { personOf } from '../../accounts/call-context'
import type { FactorLacking } from '../../accounts/methods/ledger'
import type { UserContext } from '../call-context'
import { refuseLackingFactor, refuseStaleProof, timingOf } from '../outcomes'
import type { NotChanged } from './changer'
import type { Removed } from './remove'

/** A refused change of a method, on the wire. */
export const refuseChange = async (
  context: UserContext,
  refused: NotChanged | FactorLacking,
  { mayWait = false } = {},
) => {
  const { service } = context
  const person = personOf(context)
  switch (refused.code) {
    case 'second_verification_required':
    case 'guard_lacking':
      return refuseStaleProof(service, person, 'binding')
    case 'factor_lacking':
      return refuseLackingFactor(service, person, refused.lacking, { mayWait })
    default:
      return refuse(refused.code, {})
  }
}

/** The answer to the removal of a method. `nothing`: where the account does not have it. */
export const answerRemoval = async <Nothing>(context: UserContext, removed: Removed, nothing: Nothing) => {
  if (removed.ok) return done({ done: removed.pending === undefined, ...timingOf(removed, context.account) })
  switch (removed.code) {
    case 'nothing_bound':
      return nothing
    case 'too_many_requests':
      return refuse(removed.code, { retry_after: removed.retryAfter })
    default:
      return refuseChange(context, removed, { mayWait: true })
  }
}
