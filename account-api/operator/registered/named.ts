import { type Fault, faulty } from '#account-api/operator/handling'
import { readShownName } from '#account-api/operator/shown-name'

/** The id of a service, site or API that the operator registers: lower-case letters, digits and hyphens. */
export const isRegisteredId = (id: string): boolean => /^[a-z\d](?:[a-z\d-]{0,38}[a-z\d])?$/.test(id)

/** The id and the name of a new registered object, or their fault. */
export const readNamed = (id: string, name: string): { id: string; name: string } | Fault => {
  if (!isRegisteredId(id)) return faulty('An id has 1 to 40 lower-case letters, digits and hyphens.')
  const shown = readShownName(name)
  return 'fault' in shown ? shown : { id, ...shown }
}
