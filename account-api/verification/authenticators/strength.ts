import { type FactorLacking, hasProven, judgeFactors } from '../../accounts/methods/ledger'
import type { Person } from '../../accounts/sessions/person'
import type { Setting } from '../service'

/**
 * Judges whether a person may weaken the authenticator of their account at once: they have just proven it, or two
 * factors that count. A thief of a session with one factor alone could pass by it otherwise.
 * @param provenAddress the address that a ticket of the call proves
 * @returns `lacking`: what would be enough
 */
export const judgeStrength = (
  setting: Setting,
  person: Person,
  provenAddress: string | undefined,
): { isStrong: boolean; proven: FactorLacking['lacking']; lacking: FactorLacking['lacking'] } => {
  const { areEnough, proven, lacking } = judgeFactors(setting, person, provenAddress)
  const isStrong = areEnough || hasProven(setting, person, 'authenticator')
  // A new authenticator does not count towards two factors, but stands for itself.
  return { isStrong, proven, lacking: isStrong ? [] : [...new Set(['authenticator' as const, ...lacking])] }
}
