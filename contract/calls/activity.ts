import { z } from 'zod'
import { call } from '../call'
import { activityEntry, page, pageSize, timeZoneInForce } from '../fields'

export const listActivity = call({
  name: 'listActivity',
  summary: 'The activity of the account in the last 180 days, newest first.',
  method: 'GET',
  path: 'activity/list',
  input: z.object({ page, page_size: pageSize }),
  output: z.object({
    entries: z.array(activityEntry),
    total: z.number().int(),
    page: z.number().int(),
    time_zone: timeZoneInForce,
  }),
  auth: 'user',
})
