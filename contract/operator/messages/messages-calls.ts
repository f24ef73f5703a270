import { z } from 'zod'
import { idInPath, messageChannel, moment, nothing, undelivered, withReason } from '#contract/operator/fields'
import { changes, operatorCall, shows } from '#contract/operator/operator-call'

export const countMessages = operatorCall({
  name: 'countMessages',
  summary: 'Counts the messages that wait, by their channel and their age.',
  method: 'GET',
  path: 'messages',
  input: z.object({}),
  output: z.object({
    channels: z.array(
      z.object({
        channel: messageChannel,
        waiting: z.number(),
        /** True when there may be more: counting stops there. */
        has_more: z.boolean(),
        /** How many of them have waited for longer than so many minutes. */
        older_than: z.array(z.object({ minutes: z.number(), count: z.number() })),
        oldest_at: moment.nullable(),
      }),
    ),
  }),
  power: shows('support'),
})

export const listFailedMessages = operatorCall({
  name: 'listFailedMessages',
  summary: 'Lists the messages of a channel that failed, with what the provider answered. The newest come first.',
  method: 'GET',
  path: 'messages/failed',
  input: z.object({ channel: messageChannel }),
  output: z.object({
    /** The recipient is masked. Null: a workplace id. */
    messages: z.array(undelivered.extend({ to: z.string().nullable() })),
    /** True when there may be more. */
    has_more: z.boolean(),
  }),
  power: shows('support'),
})

const input = z.object({ id: idInPath, ...withReason })

export const retryMessage = operatorCall({
  name: 'retryMessage',
  summary: 'Tries a message again now, unless that is done within a minute anyway.',
  path: 'messages/{id}/retry',
  input,
  output: z.object({ is_due_now: z.boolean() }),
  errors: ['no_such_message', 'given_up'],
  power: changes('support', { undoneBy: 'dropMessage' }),
})

export const retryMessages = operatorCall({
  name: 'retryMessages',
  summary:
    'Tries failed messages of a channel again now, the oldest first, 10,000 at most. Make it again for the rest.',
  path: 'messages/retry',
  input: z.object({ channel: messageChannel, ...withReason }),
  output: z.object({
    count: z.number(),
    /** True when there may be more. */
    has_more: z.boolean(),
  }),
  power: changes('support', { undoneBy: 'stays' }),
})

export const dropMessage = operatorCall({
  name: 'dropMessage',
  summary: 'Never sends a message that waits. The activity of its account has the reason.',
  path: 'messages/{id}/drop',
  input,
  output: nothing,
  errors: ['no_such_message'],
  power: changes('support', { undoneBy: 'stays' }),
})
