import type { z } from 'zod'
import type { activityEntry } from '#contract/terms/fields'
import type { ActivityEntry } from './activity-store'
import { clientName } from './client-name'

export const entryOf = ({
  at,
  kind,
  detail,
  client,
  clientAddress,
}: Omit<ActivityEntry, 'id' | 'accountId'>): z.output<typeof activityEntry> => ({
  at: new Date(at).toISOString(),
  kind,
  detail,
  client: clientName(client),
  address: clientAddress,
})
