import { z } from 'zod'
import { mayHaveReason, moment, ofUser } from '#contract/operator/fields'
import { changes, operatorCall, shows } from '#contract/operator/operator-call'

export const listNames = operatorCall({
  name: 'listNames',
  summary: 'Lists the usernames that wait for review. Those that wait longest come first.',
  method: 'GET',
  path: 'names',
  input: z.object({}),
  output: z.object({
    names: z.array(z.object({ user_id: z.string(), username: z.string(), current: z.string(), asked_at: moment })),
    /** True when there may be more. */
    has_more: z.boolean(),
  }),
  power: shows('support'),
})

const reviewed = { input: z.object({ ...ofUser, ...mayHaveReason }), output: z.object({ username: z.string() }) }

export const approveName = operatorCall({
  name: 'approveName',
  summary: 'Puts a username that waits for review into effect.',
  path: 'names/{user_id}/approve',
  ...reviewed,
  errors: ['nothing_pending', 'taken'],
  power: changes('support', { undoneBy: 'stays', tells: ['username_changed'] }),
})

export const refuseName = operatorCall({
  name: 'refuseName',
  summary: 'Drops a username that waits for review. Its person keeps the one that they have.',
  path: 'names/{user_id}/refuse',
  ...reviewed,
  errors: ['nothing_pending', 'taken'],
  power: changes('support', { undoneBy: 'stays', tells: [] }),
})
