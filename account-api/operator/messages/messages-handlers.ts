import { kindOf, maskAddress } from '#account-api/accounts/account/identifier'
import type { Undelivered } from '#account-api/kernel/outbox/undelivered-store'
import { momentOrNull, type OperatorHandling } from '#account-api/operator/handling'
import { done, refuse } from '#contract/server'
import { ages, dropMessage, failedOf, messageRule, queueOf, retryChannel, retryMessage } from './message-acts'
import { undeliveredShown } from './undelivered-shown'

const noMessage = (id: string) => refuse('no_such_message', `No message ${id} waits.`)

const recipientOf = ({ channel, to }: Undelivered): string | null =>
  channel === 'workplace' ? null : maskAddress({ kind: kindOf[channel], value: to })

export const messagesHandlers = {
  countMessages: async (_, { service }) => {
    const channels = (await queueOf(service)).map(({ channel, count, oldest, olderThan }) => ({
      channel,
      waiting: count,
      has_more: count === messageRule.mostCounted,
      older_than: ages.map((minutes, nth) => ({ minutes, count: olderThan[nth] ?? 0 })),
      oldest_at: momentOrNull(oldest),
    }))
    return done({ channels })
  },

  listFailedMessages: async ({ channel }, { service }) => {
    const failed = await failedOf(service, channel)
    const messages = failed.map((message) => ({ ...undeliveredShown(message), to: recipientOf(message) }))
    return done({ messages, has_more: messages.length === messageRule.mostListed })
  },

  retryMessage: async ({ id }, { service }) => {
    const retried = await retryMessage(service, id)
    if (retried === 'none') return noMessage(id)
    if (retried === 'given_up')
      return refuse(
        'given_up',
        `Message ${id} was given up, and its text is erased. Its person has to request it again.`,
      )
    return done({ is_due_now: retried === 'due' })
  },

  retryMessages: async ({ channel }, { service }) => {
    const { count, hasMore } = await retryChannel(service, channel)
    return done({ count, has_more: hasMore })
  },

  dropMessage: async ({ id, reason }, { service }) =>
    (await dropMessage(service, { id, reason })) ? done({}) : noMessage(id),
} satisfies OperatorHandling
