import type { ActivityEntry } from '#account-api/accounts/activity/activity-store'
import type { Snapshot } from '#account-api/accounts/changes/history-store'
import type { Stores } from '#account-api/addresses/service'
import { seconds } from '#account-api/kernel/time'

/** A change as its person recognises it: what, when and from where. */
export type PlacedChange = Omit<ActivityEntry, 'accountId'>

/** The entry in the activity is written in the transaction of the change, just after it. */
const writtenWithinMs = seconds(30)

/** The changes, each with its entry in the activity. */
export const placed = async (stores: Stores, changes: readonly Snapshot[]): Promise<PlacedChange[]> => {
  const [first] = changes
  if (!first) return []
  const entries = (await stores.activity.list(first.accountId, { limit: 200, since: first.at - 1 })).reverse()
  return changes.map(({ id, at, change: noted }) => {
    const kind = noted === 'mobile_lost' ? 'mobile_removed' : noted
    const entry = entries.find((each) => each.kind === kind && each.at >= at && each.at - at < writtenWithinMs)
    return { id, at, kind, detail: '', client: '', clientAddress: '', ...(entry && pick(entry)) }
  })
}

const pick = ({ detail, client, clientAddress }: Pick<PlacedChange, 'detail' | 'client' | 'clientAddress'>) => ({
  detail,
  client,
  clientAddress,
})
