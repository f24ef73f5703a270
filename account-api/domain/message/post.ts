import { newId } from '../random'
import type { Setting } from '../setting'
import type { Transaction } from '../stores'
import type { Channel, Message } from './message'

/** An address that messages go to. */
export interface Recipient<Of extends Channel = Channel> {
  channel: Of
  to: string
}

/** Whether a message to this address can be delivered. Reserved addresses of testers get none. */
export const isReached = (setting: Setting, { channel, to }: Recipient): boolean =>
  setting.channels.includes(channel) && !setting.testCodes.has(to)

/** Puts a message into the outbox, in the caller's transaction. Does nothing when the message cannot be delivered. */
export const post = async (
  setting: Setting,
  stores: Transaction,
  { to, channel, language, message }: Recipient & { language: string; message: Message },
): Promise<void> => {
  if (!isReached(setting, { channel, to })) return
  const createdAt = setting.now()
  await stores.outbox.insert({
    id: newId(createdAt),
    to,
    channel,
    purpose: purposeOf(message),
    code: message.kind === 'code' ? message.code : null,
    link: ('link' in message ? message.link : undefined) ?? null,
    language,
    createdAt,
    attempts: 0,
    ...setting.compose(message, { channel, language }),
  })
}

const purposeOf = (message: Message): string => {
  if (message.kind === 'code') return message.purpose
  if (message.kind === 'organisation') return message.news
  return message.kind === 'changed' ? message.change : message.kind
}
