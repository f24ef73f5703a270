import { z } from 'zod'
import { call } from '#contract/call'
import { activityEntry, activityKey, pageSize, timeZoneInForce } from '#contract/terms/fields'
import { reads } from '#contract/terms/power'

export const listActivity = call({
  name: 'listActivity',
  power: reads('session'),
  summary:
    'Returns the activity of the account, newest first. Returns the first page, or the entries before or after a key. Entries are kept for kept_days.',
  method: 'GET',
  path: 'activity/list',
  input: z.object({ page_size: pageSize, before: activityKey.optional(), after: activityKey.optional() }),
  output: z.object({
    entries: z.array(activityEntry),
    /** The key of the first entry, if newer ones exist: `after` lists them. */
    newer: activityKey.optional(),
    /** The key of the last entry, if older ones exist: `before` lists them. */
    older: activityKey.optional(),
    kept_days: z.number().int(),
    time_zone: timeZoneInForce,
  }),
  auth: 'user',
})
