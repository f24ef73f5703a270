import { judgeSecond } from '#account-api/accounts/methods/ledger'
import { isFactorDue } from '#account-api/organisations/sign-in-rules/deployment-rule'
import { refuseHiddenFactor } from '#account-api/verification/outcomes'
import { refuse } from '#contract/server'
import { type Check, personOf } from './check'

/** Checks that the person has the second factor that the deployment requires. */
export const deploymentFactor: Check = async (call) => {
  const { service, row } = call
  const person = personOf(call)
  if (!person || row.whenFactorDue === true) return {}
  if (!(await isFactorDue(service.storage, person.account, person.session))) return {}
  if (!row.whenFactorDue) return refuse('factor_due', {})
  const hidden = judgeSecond(service.deployment, person.account, person.session)
  return hidden && 'hides' in hidden ? refuseHiddenFactor(service, person, 'binding', hidden.hides) : {}
}
