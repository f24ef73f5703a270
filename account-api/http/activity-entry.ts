import type { z } from 'zod'
import type { activityEntry } from '../../contract/fields'
import type { ActivityEntry } from '../domain/activity/activity-store'
import { clientName } from './client-name'

/** The wire's form of something that an account did. */
export const entryOf = ({
  at,
  kind,
  detail,
  client,
  clientAddress,
}: ActivityEntry): z.output<typeof activityEntry> => ({
  at: new Date(at).toISOString(),
  kind,
  detail,
  client: clientName(client),
  address: clientAddress,
})
