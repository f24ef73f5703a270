import type { SecondFactors } from '#account-api/accounts/account/counting'
import type { SecondKind } from '#account-api/accounts/methods/kinds'
import { countingSeconds, judgeSecond, type Showing } from '#account-api/accounts/methods/ledger'
import type { Setting } from '#account-api/kernel/service'
import { hours, minutes } from '#account-api/kernel/time'

/** What an organisation asks of the sign-ins of its members. */
export interface SignInRules {
  /** From when the members need a second factor. Null: they need none. */
  secondFactorFrom: number | null
  /** How old the last proof of a session may be at an act of administration. Null: as each call says. */
  proofMinutes: number | null
  /** How old it may be at every other call of the organisation. Null: as old as a session. */
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

/** An organisation, as far as its rules go. */
type Ruled = { rules: SignInRules }

/** The place of a person in an organisation, as far as its rules go. */
interface PlaceOfPerson {
  organisation: Ruled
  factors: SecondFactors
}

/**
 * When the person needs a second factor for the organisation, which they will not have by then. Undefined: they lack none.
 */
export const factorDue = (setting: Setting, { organisation, factors }: PlaceOfPerson): number | undefined => {
  const due = organisation.rules.secondFactorFrom
  if (due === null) return undefined
  const then = Math.max(due, setting.now())
  return countingSeconds({ now: () => then }, factors).length > 0 ? undefined : due
}

/** True when a person lacks the second factor that the organisation asks for now. */
export const lacksFactor = (setting: Setting, place: PlaceOfPerson): boolean => {
  const due = factorDue(setting, place)
  return due !== undefined && due <= setting.now()
}

/** The second factors that the organisation requires now and the session has not shown. Undefined: it asks for none. */
export const hiddenFactors = (
  setting: Setting,
  { organisation, factors }: PlaceOfPerson,
  session: Showing,
): SecondKind[] | undefined => {
  const due = organisation.rules.secondFactorFrom
  const judged = due !== null && due <= setting.now() && judgeSecond(setting, factors, session)
  return judged && 'hides' in judged ? judged.hides : undefined
}

/**
 * True when the last proof of a person is too old for the organisation.
 * @param proof `administers`: for an act of administration, for which a shorter time may be set
 */
export const isTooOld = (
  setting: Setting,
  { rules: { proofMinutes, actingHours } }: Ruled,
  { provenAt, administers }: { provenAt: number; administers: boolean },
): boolean => {
  const ageMs = setting.now() - provenAt
  const isOlder = (mostMs: number | null) => mostMs !== null && ageMs > mostMs
  return (
    isOlder(actingHours === null ? null : hours(actingHours)) ||
    (administers && isOlder(proofMinutes === null ? null : minutes(proofMinutes)))
  )
}
