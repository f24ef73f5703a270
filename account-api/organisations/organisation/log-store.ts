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

/** What narrows a list of entries. */
export interface LogFilter {
  kind?: OrganisationAct | undefined
  /** Public ids: of the identity that acted, and of what was changed. */
  actor?: string | undefined
  target?: string | undefined
}

/** Which entries are read, by their ids. An id begins with the time of its entry, in milliseconds. */
export interface LogRange extends LogFilter {
  limit: number
  /** Times, from the first one up to and without the second. */
  from: number
  to: number
  /** Entries with a smaller id than this. */
  before?: string | undefined
  /** Entries with a larger id than this: the nearest ones. */
  after?: string | undefined
}

export interface OrganisationLogStore {
  insert(entry: OrganisationLogEntry): Promise<void>
  /** The entries of an organisation, the newest first. */
  list(organisationId: string, range: LogRange): Promise<OrganisationLogEntry[]>
}
