import type { ActivityKind } from '../../../contract/activity'

/** Something that an account did. Kept for as long as the operator says. */
export interface ActivityEntry {
  id: string
  accountId: string
  kind: ActivityKind
  at: number
  clientAddress: string
  client: string
  detail: string
}

/** Where an entry stands in the list. */
export type ActivityKey = Pick<ActivityEntry, 'at' | 'id'>

/** Which entries of an account: those older than one, or those newer than one that come next to it. */
export interface ActivitySearch {
  limit: number
  before?: ActivityKey | undefined
  after?: ActivityKey | undefined
  /** Only entries after this time. */
  since?: number
  /** Only entries until this time. */
  until?: number
}

export interface ActivityStore {
  insert(entry: ActivityEntry): Promise<void>
  /** Newest first. */
  list(accountId: string, search: ActivitySearch): Promise<ActivityEntry[]>
}
