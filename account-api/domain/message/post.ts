import { newId } from '../random'
import type { Setting } from '../setting'
import type { Stores } from '../storage'
import type { Channel, Message } from './message'

/** Puts a message into the outbox, in the caller's transaction, so that what was accepted is never lost. */
export const post = (
  setting: Setting,
  stores: Stores,
  { to, channel, language, message }: { to: string; channel: Channel; language: string; message: Message },
): Promise<void> => {
  const createdAt = setting.now()
  return stores.outbox.insert({
    id: newId(createdAt),
    to,
    channel,
    purpose: purposeOf(message),
    code: message.kind === 'code' ? message.code : null,
    link: ('link' in message ? message.link : undefined) ?? null,
    createdAt,
    attempts: 0,
    ...setting.compose(message, { channel, language }),
  })
}

const purposeOf = (message: Message): string => {
  if (message.kind === 'code') return message.purpose
  return message.kind === 'changed' ? message.change : message.kind
}
