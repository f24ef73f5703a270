import { mayMake } from '#contract/operator/operator-power'
import { refuse } from '#contract/server'
import type { Check } from './check'

const factorText = 'This takes a second factor that was just shown. Enter the desk again, by your factor.'

/** Checks that an operator has the scopes of the call, and a recent second factor if it needs one. */
export const scope: Check = ({ service, row, by }) => {
  if (row.auth !== 'operator' || !by) return {}
  if (!mayMake(by.scopes, row)) return refuse('scope_lacking', `You lack a scope: ${row.power.scopes.join(' and ')}.`)
  const isStale = by.factorUntil !== null && by.factorUntil <= service.deployment.now()
  return row.power.proof === 'factor' && isStale ? refuse('factor_lacking', factorText) : {}
}
