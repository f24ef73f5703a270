import { refuse } from '#contract/server'
import type { Check } from './check'
import { operatorOf } from './operator-caller'
import { signedBy } from './signed-by'

/** Checks who makes the call: the application that signs it, or an operator. */
export const signature: Check = async ({ options, row, request }) => {
  if (row.auth === 'operator') return operatorOf(options, row, request)
  const signed = await signedBy(options, request, { isHarmless: row.harmless })
  if (!signed.ok) return refuse('signature_refused', { reason: signed.reason })
  return { aid: signed.aid }
}
