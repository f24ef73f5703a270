import type { Handlers } from '../../../contract/server'
import { done } from '../../../contract/server'
import { timeZoneOf } from '../../domain/profile/time-zone'
import { entryOf } from '../activity-entry'
import type { CallContext, UserContext } from '../context'

export const activityHandlers: Pick<Handlers<CallContext, UserContext>, 'listActivity'> = {
  listActivity: async ({ page, page_size: limit }, { service, account }) => {
    const { activity } = service.storage
    const [entries, total] = await Promise.all([
      activity.newest(account.id, { offset: (page - 1) * limit, limit }),
      activity.count(account.id),
    ])
    return done({
      entries: entries.map(entryOf),
      total,
      page,
      time_zone: timeZoneOf(account),
    })
  },
}
