import { newId } from '#account-api/kernel/random'
import type { Deployment, Transaction } from '#account-api/kernel/service'
import type { Channel, Message, OutboxEntry } from './message'

/** An address that gets messages. */
export interface Recipient<Of extends Channel = Channel> {
  channel: Of
  to: string
}

/** True when a message to this address can be delivered. Reserved addresses of testers get none. */
export const isReached = (deployment: Deployment, { channel, to }: Recipient): boolean =>
  deployment.channels.includes(channel) && !deployment.testCodes.has(to)

/** A message with its recipient, in the recipient's language. */
export interface Addressed extends Recipient {
  language: string
  message: Message
}

/**
 * Puts a message into the outbox, in the caller's transaction. Does nothing if the message cannot be delivered.
 * @returns the id of the message
 */
export const post = async (stores: Transaction, addressed: Addressed): Promise<string | undefined> => {
  if (!isReached(stores.deployment, addressed)) return undefined
  const entry = entryOf(stores.deployment, addressed)
  await stores.outbox.insert(entry)
  return entry.id
}

/** Puts many messages into the outbox, in their own lane. */
export const postBulk = async (stores: Transaction, messages: readonly Addressed[]): Promise<void> => {
  const reached = messages.filter((each) => isReached(stores.deployment, each))
  await stores.outbox.insertBulk(reached.map((each) => entryOf(stores.deployment, each)))
}

const entryOf = (deployment: Deployment, { to, channel, language, message }: Addressed): OutboxEntry => {
  const createdAt = deployment.now()
  return {
    id: newId(createdAt),
    to,
    channel,
    purpose: purposeOf(message),
    code: message.kind === 'code' ? message.code : null,
    link: ('link' in message ? message.link : undefined) ?? null,
    language,
    createdAt,
    attempts: 0,
    ...deployment.compose(message, { channel, language }),
  }
}

const purposeOf = (message: Message): string => {
  if (message.kind === 'code') return message.purpose
  if (message.kind === 'organisation') return message.news
  return message.kind === 'changed' ? message.change : message.kind
}
