import type { z } from 'zod'
import { messageChannel, type undelivered } from '#contract/operator/fields'
import { makes } from './makes'
import { type Commands, failed, listLines, saying } from './said'

type Undelivered = z.output<typeof undelivered>

/** The state of a message that was not delivered. */
export const stateOf = ({ given_up_at, next_attempt_at, attempts, answer }: Undelivered): string =>
  [
    given_up_at === null ? `next attempt ${next_attempt_at}` : `given up ${given_up_at}`,
    `${attempts} attempts`,
    ...(answer === null ? [] : [`answer: ${answer}`]),
  ].join(', ')

const noChannel = (typed: string): string => `There is no channel ${typed}: ${messageChannel.options.join(', ')}.`

export const messageCommands: Commands = {
  messages: makes('countMessages', ({ channels }) =>
    listLines(
      channels,
      ({ channel, waiting, has_more, older_than, oldest_at }) => [
        channel,
        `${waiting}${has_more ? ' or more' : ''} wait`,
        ...older_than.map(({ minutes, count }) => `older than ${minutes} min: ${count}`),
        oldest_at === null ? 'no oldest' : `oldest ${oldest_at}`,
      ],
      'No channel is set up.',
    ),
  ),
  'messages failed <channel>': makes(
    'listFailedMessages',
    ({ messages, has_more }, { channel }) => {
      const lines = listLines(
        messages,
        (message) => {
          const { id, to, purpose, written_at } = message
          return [id, to ?? 'a workplace id', purpose, `written ${written_at}`, stateOf(message)]
        },
        `No message by ${channel} has failed.`,
      )
      return has_more ? `${lines}\nThese are the newest ${messages.length}. There may be more.` : lines
    },
    { faults: { channel: noChannel } },
  ),
  'messages retry all <channel> --reason <reason>': {
    text: 'Retries all failed messages of a channel now.',
    run: async (api, { channel: typed = '', reason = '' }) => {
      const channel = messageChannel.safeParse(typed).data
      if (!channel) return failed(noChannel(typed))
      let retried = 0
      for (;;) {
        const answer = await api.retryMessages({ channel, reason })
        if (answer.ok) retried += answer.data.count
        if (!answer.ok || !answer.data.has_more)
          return saying(answer, () => `${retried} messages by ${channel} are retried now.`)
      }
    },
  },
  'messages retry <id> --reason <reason>': makes('retryMessage', ({ is_due_now }, { id }) =>
    is_due_now ? `Message ${id} is retried now.` : `Message ${id} is retried within a minute anyway.`,
  ),
  'messages drop <id> --reason <reason>': makes('dropMessage', (_, { id }) => `Message ${id} is dropped.`),
}
