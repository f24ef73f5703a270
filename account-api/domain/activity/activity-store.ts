import type { ActivityKind } from '../../../contract/activity'

/** Something that an account did. Kept for as long as the person may want to look back. */
export interface ActivityEntry {
  id: string
  accountId: string
  kind: ActivityKind
  at: number
  clientAddress: string
  client: string
  detail: string
}

export interface ActivityStore {
  insert(entry: ActivityEntry): Promise<void>
  newest(accountId: string, page: { offset: number; limit: number }): Promise<ActivityEntry[]>
  count(accountId: string): Promise<number>
}
