import type { Failure } from '../../contract/client'
import { refusalOfName } from '../../rules/names/shown-name'
import { env } from '../env.server'

/**
 * What the account API would say to the name of an organisation that its form sends on a later page: here it can still be
 * changed. Undefined: nothing.
 */
export const refusedNameIn = (field: string, name: string): Failure | undefined => {
  const site = Object.values(env().brand?.name ?? { en: 'Butterfly' })
  const reason = refusalOfName(name, { named: 'organisation', site })
  if (reason === undefined) return undefined
  return { ok: false, code: 'invalid_input', description: '', data: { fields: [{ field, reason }] }, logId: '' }
}
