import type { Setting } from '#account-api/accounts/service'
import { type NumberType, planOf } from '#rules/typed/number'

/** Kinds of numbers that cost more than a mobile, or whose owner reads no SMS. */
const refusedTypes = new Set<NumberType>([
  'PREMIUM_RATE',
  'SHARED_COST',
  'TOLL_FREE',
  'PERSONAL_NUMBER',
  'PAGER',
  'UAN',
  'VOICEMAIL',
])

/**
 * Why no SMS is sent to a number. Satellites and other networks without a region (+870, +881, +883, …) are as expensive
 * as premium numbers, and attract people who earn from the traffic.
 */
export const smsRefusal = ({ smsRegions }: Setting, e164: string): 'invalid' | 'unsupported' | undefined => {
  const plan = planOf(e164)
  if (!plan) return 'invalid'
  if (plan.region === undefined || refusedTypes.has(plan.type)) return 'unsupported'
  return smsRegions?.has(plan.region) === false ? 'unsupported' : undefined
}
