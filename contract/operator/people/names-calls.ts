import { z } from 'zod'
import { call } from '#contract/call'
import { mayHaveReason, moment, ofUser } from '#contract/operator/fields'
import { changes, shows } from '#contract/operator/operator-power'

export const listNames = call({
  name: 'listNames',
  summary: 'Lists the usernames that await review, the longest wait first.',
  method: 'GET',
  path: 'names',
  input: z.object({}),
  output: z.object({
    names: z.array(z.object({ user_id: z.string(), username: z.string(), current: z.string(), asked_at: moment })),
    /** True when there may be more. */
    has_more: z.boolean(),
  }),
  ...shows('support'),
})

const reviewed = { input: z.object({ ...ofUser, ...mayHaveReason }), output: z.object({ username: z.string() }) }

export const approveName = call({
  name: 'approveName',
  summary: 'Approves a username that awaits review.',
  path: 'names/{user_id}/approve',
  ...reviewed,
  errors: ['nothing_pending', 'taken'],
  ...changes('support', { undoneBy: 'stays', tells: ['username_changed'] }),
})

export const refuseName = call({
  name: 'refuseName',
  summary: 'Refuses a username that awaits review. The user keeps the current username.',
  path: 'names/{user_id}/refuse',
  ...reviewed,
  errors: ['nothing_pending', 'taken'],
  ...changes('support', { undoneBy: 'stays', tells: [] }),
})
