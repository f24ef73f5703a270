import type { SecondFactors } from '#account-api/accounts/account/counting'
import type { SecondKind } from '#account-api/accounts/methods/kinds'
import { countingSeconds, judgeSecond, type Showing } from '#account-api/accounts/methods/ledger'
import type { Deployment } from '#account-api/kernel/service'
import { hours, minutes } from '#account-api/kernel/time'

/** What an organisation requires of its members' sign-ins. */
export interface SignInRules {
  /** From when members need a second factor. Null: they need none. */
  secondFactorFrom: number | null
  /** The maximum age of a session's last proof at an act of administration. Null: each call decides. */
  proofMinutes: number | null
  /** The maximum age at other calls of the organisation. Null: the lifetime of a session. */
  actingHours: number | null
}

/** The columns of the rules in the table of organisations. */
export const ruleColumns = ['second_factor_from', 'proof_minutes', 'acting_hours'] as const

type RuleRow = Record<(typeof ruleColumns)[number], number | null>

export const rulesOf = (row: RuleRow): SignInRules => ({
  secondFactorFrom: row.second_factor_from,
  proofMinutes: row.proof_minutes,
  actingHours: row.acting_hours,
})

export const ruleRow = ({ secondFactorFrom, proofMinutes, actingHours }: SignInRules): RuleRow => ({
  second_factor_from: secondFactorFrom,
  proof_minutes: proofMinutes,
  acting_hours: actingHours,
})

/** The rules on the wire, and in the log. */
export const rulesOnWire = ({ secondFactorFrom, ...others }: SignInRules) => ({
  second_factor_from: secondFactorFrom === null ? null : new Date(secondFactorFrom).toISOString(),
  proof_minutes: others.proofMinutes,
  acting_hours: others.actingHours,
})

/** The fields of an organisation that its rules concern. */
type Ruled = { rules: SignInRules }

/** The fields of a place that the rules concern. */
interface PlaceOfPerson {
  organisation: Ruled
  factors: SecondFactors
}

/**
 * By when the person needs a second factor for the organisation, if none of theirs will count by then. Undefined:
 * nothing is missing.
 */
export const factorDue = (deployment: Deployment, { organisation, factors }: PlaceOfPerson): number | undefined => {
  const due = organisation.rules.secondFactorFrom
  if (due === null) return undefined
  const then = Math.max(due, deployment.now())
  return countingSeconds({ now: () => then }, factors).length > 0 ? undefined : due
}

/** True when a person lacks the second factor that the organisation requires now. */
export const lacksFactor = (deployment: Deployment, place: PlaceOfPerson): boolean => {
  const due = factorDue(deployment, place)
  return due !== undefined && due <= deployment.now()
}

/**
 * The second factors that the organisation requires now and the session has not proven. Undefined: nothing is missing.
 */
export const hiddenFactors = (
  deployment: Deployment,
  { organisation, factors }: PlaceOfPerson,
  session: Showing,
): SecondKind[] | undefined => {
  const due = organisation.rules.secondFactorFrom
  const judged = due !== null && due <= deployment.now() && judgeSecond(deployment, factors, session)
  return judged && 'hides' in judged ? judged.hides : undefined
}

/**
 * True when a person's last proof is too old for the organisation.
 * @param proof `administers`: for an act of administration, for which a shorter time may be set
 */
export const isTooOld = (
  deployment: Deployment,
  { rules: { proofMinutes, actingHours } }: Ruled,
  { provenAt, administers }: { provenAt: number; administers: boolean },
): boolean => {
  const ageMs = deployment.now() - provenAt
  const isOlder = (mostMs: number | null) => mostMs !== null && ageMs > mostMs
  return (
    isOlder(actingHours === null ? null : hours(actingHours)) ||
    (administers && isOlder(proofMinutes === null ? null : minutes(proofMinutes)))
  )
}
