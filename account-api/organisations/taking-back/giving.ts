import type { From } from '#account-api/kernel/from'
import type { OrganisationLogEntry } from '#account-api/organisations/organisation/log/log-store'
import type { Place } from '#account-api/organisations/records/member-record'
import type { Transaction } from '#account-api/organisations/service'

/** More entries than a person makes while a link is valid. */
const mostEntries = 1000

/** A member whose account an intruder may have used since a time. */
export interface Giving extends Pick<Place, 'organisation' | 'member'> {
  since: number
  from: From
}

/** The entries of the log since that time, the newest first. */
export const entriesOf = (
  stores: Transaction,
  { organisation, since, ...wanted }: Giving & Pick<OrganisationLogEntry, 'kind'> & { actor?: string; target?: string },
): Promise<OrganisationLogEntry[]> => {
  const { kind, actor, target } = wanted
  const range = { from: since, to: stores.deployment.now() + 1, limit: mostEntries }
  return stores.organisationLog.list(organisation.id, { ...range, kind, actor, target })
}

export const rolesNamed = (values: OrganisationLogEntry['before']): string[] =>
  (values?.roles as string[] | undefined) ?? []

/** The names of the roles that an entry added. */
export const addedRoles = ({ before, after }: OrganisationLogEntry): string[] =>
  rolesNamed(after).filter((name) => !rolesNamed(before).includes(name))
