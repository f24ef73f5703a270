import { z } from 'zod'
import { call } from '#contract/call'
import { idInPath, messageChannel, moment, nothing, undelivered, withReason } from '#contract/operator/fields'
import { changes, shows } from '#contract/operator/operator-power'

export const countMessages = call({
  name: 'countMessages',
  summary: 'Counts the waiting messages, by channel and age.',
  method: 'GET',
  path: 'messages',
  input: z.object({}),
  output: z.object({
    channels: z.array(
      z.object({
        channel: messageChannel,
        waiting: z.number(),
        /** True when more may exist, because counting stops here. */
        has_more: z.boolean(),
        /** How many of them have waited for longer than this many minutes. */
        older_than: z.array(z.object({ minutes: z.number(), count: z.number() })),
        oldest_at: moment.nullable(),
      }),
    ),
  }),
  ...shows('support'),
})

export const listFailedMessages = call({
  name: 'listFailedMessages',
  summary: 'Lists the failed messages of a channel, the newest first, with the provider’s answers.',
  method: 'GET',
  path: 'messages/failed',
  input: z.object({ channel: messageChannel }),
  output: z.object({
    /** The recipient is masked. Null: a workplace id. */
    messages: z.array(undelivered.extend({ to: z.string().nullable() })),
    /** True when there may be more. */
    has_more: z.boolean(),
  }),
  ...shows('support'),
})

const input = z.object({ id: idInPath, ...withReason })

export const retryMessage = call({
  name: 'retryMessage',
  summary: 'Retries a message now, unless it is retried within a minute anyway.',
  path: 'messages/{id}/retry',
  input,
  output: z.object({ is_due_now: z.boolean() }),
  errors: ['no_such_message', 'given_up'],
  ...changes('support', { undoneBy: 'dropMessage' }),
})

export const retryMessages = call({
  name: 'retryMessages',
  summary: 'Retries failed messages of a channel now, the oldest first, at most 10,000. Call it again for the rest.',
  path: 'messages/retry',
  input: z.object({ channel: messageChannel, ...withReason }),
  output: z.object({
    count: z.number(),
    /** True when there may be more. */
    has_more: z.boolean(),
  }),
  ...changes('support', { undoneBy: 'stays' }),
})

export const dropMessage = call({
  name: 'dropMessage',
  summary: 'Drops a waiting message without sending it. The activity of its account shows the reason.',
  path: 'messages/{id}/drop',
  input,
  output: nothing,
  errors: ['no_such_message'],
  ...changes('support', { undoneBy: 'stays' }),
})
