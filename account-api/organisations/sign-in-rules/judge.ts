import { hours, minutes } from '../../kernel/time'
import type { Acting, Place } from '../records/identity-record'
import type { Setting } from '../service'

type Ruled = Pick<Place['organisation'], 'rules'>

/** When the person needs a second factor for the organisation, which they do not have. Undefined: they lack none. */
export const factorDue = ({
  organisation: { rules },
  hasSecondFactor,
}: Pick<Acting, 'hasSecondFactor'> & { organisation: Ruled }): number | undefined =>
  hasSecondFactor ? undefined : (rules.secondFactorFrom ?? undefined)

/** True when a person lacks the second factor that the organisation asks for now. */
export const lacksFactor = (setting: Setting, place: Parameters<typeof factorDue>[0]): boolean => {
  const due = factorDue(place)
  return due !== undefined && due <= setting.now()
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
