import type { z } from 'zod'
import { messageChannel } from '#contract/operator/fields'
import { type ActsByPath, act, type Params, reasonForPeople } from '~/features/desk/act'

export type Channel = z.output<typeof messageChannel>

/** The channel in a URL. Undefined: there is no such channel. */
export const channelIn = ({ channel }: Params): Channel | undefined => messageChannel.safeParse(channel).data

export const failedPath = ({ channel = '' }: Params): string => `/desk/messages/${channel}`

export const retryAll = act('retryMessages', {
  fields: { reason: reasonForPeople },
  // The call refuses an unknown channel.
  fixed: ({ channel }) => ({ channel: channel as Channel }),
  done: (params, { has_more }) => ({
    path: failedPath(params),
    notice: has_more ? 'messages_retried_some' : 'messages_retried',
  }),
})

const thisMessage = ({ message = '' }: Params) => ({ id: message })

export const messageActs: ActsByPath = {
  retry: act('retryMessage', {
    fields: { reason: reasonForPeople },
    fixed: thisMessage,
    done: (params, { is_due_now }) => ({
      path: failedPath(params),
      notice: is_due_now ? 'message_retried' : 'message_due_soon',
    }),
  }),
  drop: act('dropMessage', {
    fields: { reason: reasonForPeople },
    fixed: thisMessage,
    done: (params) => ({ path: failedPath(params), notice: 'message_dropped' }),
    isDanger: true,
  }),
}
