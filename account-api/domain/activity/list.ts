import type { Service } from '../service'
import { days } from '../time'
import type { ActivityEntry, ActivityKey } from './activity-store'

/** A page of the list, newest first. */
export interface ActivityPage {
  entries: ActivityEntry[]
  /** The first entry, if there are newer ones. */
  newer: ActivityKey | undefined
  /** The last entry, if there are older ones. */
  older: ActivityKey | undefined
}

interface AskedPage {
  limit: number
  before?: ActivityKey | undefined
  after?: ActivityKey | undefined
}

/**
 * Lists the activity that is not too old: the newest, the entries before one, or those after one. Where fewer come after
 * it than a page has, the page is the first one.
 */
export const listActivity = async (
  service: Service,
  accountId: string,
  { limit, before, after }: AskedPage,
): Promise<ActivityPage> => {
  const { setting, storage } = service
  const now = setting.now()
  // The clock of another copy may be ahead.
  const times = { since: now - days(setting.activityDays), until: now + days(1) }
  // One more tells whether there are others.
  const most = limit + 1
  if (after) {
    const found = await storage.activity.list(accountId, { ...times, limit: most, after })
    if (found.length < most) return listActivity(service, accountId, { limit })
    const entries = found.slice(1)
    return { entries, newer: entries[0], older: entries.at(-1) }
  }
  const found = await storage.activity.list(accountId, { ...times, limit: most, before })
  const entries = found.slice(0, limit)
  return {
    entries,
    newer: before && entries[0],
    older: found.length === most ? entries.at(-1) : undefined,
  }
}
