import type { AccountRecord } from '#account-api/accounts/account/account-record'
import { kindOf } from '#account-api/accounts/account/identifier'
import { record } from '#account-api/accounts/activity/activity'
import { inTransaction } from '#account-api/closing/service'
import { nowhere } from '#account-api/kernel/from'
import type { Channel } from '#account-api/kernel/outbox/message'
import type { Undelivered, WaitingMessages } from '#account-api/kernel/outbox/undelivered-store'
import { inBatches } from '#account-api/kernel/queue/batches'
import { minutes } from '#account-api/kernel/time'
import type { Service, Stores } from '#account-api/operator/service'
import { messageChannel } from '#contract/operator/fields'

/** The limits of a count, of a list and of one call. */
export const messageRule = { mostCounted: 10_000, mostListed: 100, mostRetried: 10_000 }

/** The ages by which messages are counted, in minutes. */
export const ages = [1, 10, 60] as const

/** How many messages of each channel wait, by their age. */
export const queueOf = async ({
  deployment,
  storage,
}: Service): Promise<({ channel: Channel } & WaitingMessages)[]> => {
  const since = ages.map((age) => deployment.now() - minutes(age))
  const counted = messageChannel.options.map(async (channel) => {
    return { channel, ...(await storage.undelivered.waiting(channel, since, messageRule.mostCounted)) }
  })
  return Promise.all(counted)
}

/** The newest failed messages of a channel, without their texts. */
export const failedOf = ({ storage }: Service, channel: Channel): Promise<Undelivered[]> =>
  storage.undelivered.failed(channel, messageRule.mostListed)

/** A claim lasts a minute, so an attempt due within it may be running. */
const hastening = (at: number) => ({ at, later: at + minutes(1) })

export type Retried = 'due' | 'soon' | 'given_up' | 'none'

/** Makes a message due now. A message that was given up no longer has a text. */
export const retryMessage = async ({ deployment, storage }: Service, id: string): Promise<Retried> => {
  const message = await storage.undelivered.find(id)
  if (!message) return 'none'
  if (message.givenUpAt !== null) return 'given_up'
  return (await storage.undelivered.hasten(id, hastening(deployment.now()))) ? 'due' : 'soon'
}

/** Makes failed messages of a channel due now, in batches, up to the limit of one call. */
export const retryChannel = async (
  { deployment, storage }: Service,
  channel: Channel,
): Promise<{ count: number; hasMore: boolean }> => {
  const times = hastening(deployment.now())
  const hasten = (limit: number) => storage.undelivered.hastenSome(channel, { ...times, limit })
  return inBatches(hasten, { most: messageRule.mostRetried })
}

/** The account that signs in with the address of a message. */
export const holderOfMessage = async (
  { accounts }: Pick<Stores, 'accounts'>,
  { channel, to }: Undelivered,
): Promise<AccountRecord | undefined> => (channel === 'workplace' ? undefined : accounts.holderOf(kindOf[channel], to))

/**
 * Drops a waiting message. The activity of the account with its address records that. Nobody is notified, because
 * nobody has read the dropped message.
 * @returns it; undefined when it does not wait
 */
export const dropMessage = inTransaction<{ id: string; reason: string }, Undelivered | undefined>(
  async (stores, { id, reason }) => {
    const message = await stores.undelivered.find(id)
    if (!message || !(await stores.outbox.giveUp(id, stores.deployment.now(), 'dropped by the operator')))
      return undefined
    const holder = await holderOfMessage(stores, message)
    if (holder) await record(stores, { accountId: holder.id, kind: 'message_dropped', from: nowhere, detail: reason })
    return message
  },
)
