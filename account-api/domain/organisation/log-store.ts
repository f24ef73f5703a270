import type { OrganisationAct } from '../../../contract/organisation-acts'

export type { OrganisationAct }

/** Who did what to whom in an organisation. */
export interface OrganisationLogEntry {
  id: string
  organisationId: string
  at: number
  kind: OrganisationAct
  /** The public id of the identity that acted, and the name that it had. Empty: the operator, or the account API. */
  actor: string
  actorName: string
  /** The public id of what was changed, and the name that it had. */
  target: string
  targetName: string
  /** The values that were changed. */
  before: Record<string, unknown> | undefined
  after: Record<string, unknown> | undefined
  clientAddress: string
  client: string
}

export interface OrganisationLogStore {
  insert(entry: OrganisationLogEntry): Promise<void>
}
