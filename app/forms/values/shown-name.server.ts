import type { Failure } from '#contract/client'
import type { NamedKind } from '#contract/terms/shown-names'
import { readName } from '#rules/typed/name'
import { env } from '~/runtime/env.server'

/**
 * Checks in advance which names the account API will refuse, for names that a form sends on a later page, because here
 * they can still be changed.
 * @param names whose name each field is, and what was typed
 * @returns undefined if no name is refused
 */
export const refusedNamesIn = (names: Record<string, [kind: NamedKind, typed: string]>): Failure | undefined => {
  const site = Object.values(env().brand?.name ?? { en: 'Butterfly' })
  const fields = Object.entries(names).flatMap(([field, [named, typed]]) => {
    const read = readName(typed, { named, site })
    if (read.ok) return []
    const { ok: _, ...refusal } = read
    return [{ field, ...refusal }]
  })
  if (fields.length === 0) return undefined
  return { ok: false, code: 'invalid_input', description: '', data: { fields }, logId: '' }
}
