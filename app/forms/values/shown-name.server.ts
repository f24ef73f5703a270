import type { Failure } from '../../../contract/client'
import { refusalOfName } from '../../../rules/names/shown-name'
import { env } from '../../runtime/env.server'

/**
 * The account API's expected refusal of an organisation's name that its form sends on a later page: here the name can
 * still be changed. Undefined: none.
 */
export const refusedNameIn = (field: string, name: string): Failure | undefined => {
  const site = Object.values(env().brand?.name ?? { en: 'Butterfly' })
  const reason = refusalOfName(name, { named: 'organisation', site })
  if (reason === undefined) return undefined
  return { ok: false, code: 'invalid_input', description: '', data: { fields: [{ field, reason }] }, logId: '' }
}
