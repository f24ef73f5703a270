import { refuse } from '../../../contract/server'
import { personOf } from '../../accounts/call-context'
import type { FactorLacking } from '../../accounts/methods/ledger'
import type { UserContext } from '../call-context'
import { refuseLackingFactor, refuseStaleProof } from '../outcomes'
import type { NotChanged } from './enrolment'

/** A refused change of the authenticator or of passkeys, on the wire. */
export const refuseChange = async (context: UserContext, refused: NotChanged | FactorLacking) => {
  const { service } = context
  const person = personOf(context)
  switch (refused.code) {
    case 'second_verification_required':
      return refuseStaleProof(service, person, 'binding')
    case 'guard_lacking':
      return refuseStaleProof(service, person, 'binding', [refused.way])
    case 'factor_lacking':
      return refuseLackingFactor(service, person, refused.lacking, { mayWait: false })
    default:
      return refuse(refused.code, {})
  }
}
