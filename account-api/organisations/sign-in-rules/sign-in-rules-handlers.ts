import { countingSeconds } from '#account-api/accounts/methods/ledger'
import type { Handling } from '#account-api/organisations/call-context'
import { rulesOnWire } from '#account-api/organisations/records/sign-in-rules'
import { refuseAs } from '#account-api/verification/outcomes'
import { done } from '#contract/server'
import { updateSignInRules } from './update'

export const signInRuleHandlers = {
  signInRules: async (_input, { service: { deployment }, acting }) =>
    done({
      ...rulesOnWire(acting.organisation.rules),
      has_second_factor: countingSeconds(deployment, acting.factors).length > 0,
    }),

  updateSignInRules: async (input, { service, acting, from }) => {
    const changes = {
      needsSecondFactor: input.second_factor === undefined ? undefined : input.second_factor === 1,
      graceDays: input.grace_days,
      proofMinutes: input.proof_minutes,
      actingHours: input.acting_hours,
    }
    const updated = await updateSignInRules(service, { acting, changes, from })
    return updated.ok ? done(rulesOnWire(updated.rules)) : refuseAs(updated)
  },
} satisfies Handling
