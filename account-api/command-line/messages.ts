import type { z } from 'zod'
import type { OperatorClient } from '#contract/client'
import { messageChannel, type undelivered } from '#contract/operator/fields'
import { reasoned } from './reasoned'
import { type Command, failed, listLines, type Row, type Said, saying } from './said'

export const messageUsage = `npm run admin -- messages                                    counts the waiting messages, by channel and age
npm run admin -- messages failed <channel>                   lists failed messages, with the provider's answers
                                                             channel: ${messageChannel.options.join(', ')}
npm run admin -- messages retry <id> --reason <text>         retries one now; or all of them: retry all <channel>
npm run admin -- messages drop <id> --reason <text>          drops a waiting message without sending it
`

type Undelivered = z.output<typeof undelivered>

/** The state of a message that was not delivered. */
export const stateOf = ({ given_up_at, next_attempt_at, attempts, answer }: Undelivered): string =>
  [
    given_up_at === null ? `next attempt ${next_attempt_at}` : `given up ${given_up_at}`,
    `${attempts} attempts`,
    ...(answer === null ? [] : [`answer: ${answer}`]),
  ].join(', ')

const queue: Command = async (api) =>
  saying(await api.countMessages({}), ({ channels }) =>
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
  )

type Channel = z.output<typeof messageChannel>

/** A command whose first word is a channel. */
const byChannel =
  (run: (api: OperatorClient, channel: Channel, ...words: string[]) => Promise<Said>): Command =>
  async (api, typed = '', ...words) => {
    const channel = messageChannel.safeParse(typed).data
    return channel
      ? run(api, channel, ...words)
      : failed(`There is no channel ${typed}: ${messageChannel.options.join(', ')}.`)
  }

const listFailed = byChannel(async (api, channel) =>
  saying(await api.listFailedMessages({ channel }), ({ messages, has_more }) => {
    const lines = listLines(
      messages,
      (message) => {
        const { id, to, purpose, written_at } = message
        return [id, to ?? 'a workplace id', purpose, `written ${written_at}`, stateOf(message)]
      },
      `No message by ${channel} has failed.`,
    )
    return has_more ? `${lines}\nThese are the newest ${messages.length}. There may be more.` : lines
  }),
)

const retryOne: Command = async (api, id = '', reason = '') =>
  saying(await api.retryMessage({ id, reason }), ({ is_due_now }) =>
    is_due_now ? `Message ${id} is retried now.` : `Message ${id} is retried within a minute anyway.`,
  )

const retryAll = byChannel(async (api, channel, reason = '') => {
  let retried = 0
  for (;;) {
    const answer = await api.retryMessages({ channel, reason })
    if (answer.ok) retried += answer.data.count
    if (!answer.ok || !answer.data.has_more)
      return saying(answer, () => `${retried} messages by ${channel} are retried now.`)
  }
})

const dropOne: Command = async (api, id = '', reason = '') =>
  saying(await api.dropMessage({ id, reason }), () => `Message ${id} is dropped.`)

export const messageCommands: Record<string, Row> = {
  messages: { words: 0, run: queue },
  'messages failed': { words: 1, run: listFailed },
  'messages retry all': { words: 3, run: reasoned(retryAll) },
  'messages retry': { words: 3, run: reasoned(retryOne) },
  'messages drop': { words: 3, run: reasoned(dropOne) },
}
