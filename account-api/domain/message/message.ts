import { newId } from '../random'
import type { Setting } from '../setting'
import type { Stores } from '../storage'

export type Channel = 'sms' | 'email'

/** What a message says; each kind has a text in both languages (channels/templates). */
export type Message = { kind: 'code'; purpose: string; code: string } | { kind: 'no_account' } | { kind: 'claimed' }

/** A message as it will be read. SMS has no subject. */
export interface Text {
  subject: string
  body: string
}

export type Compose = (message: Message, options: { channel: Channel; language: string }) => Text

/** A message that waits for delivery, was delivered, or was given up. */
export interface OutboxEntry extends Text {
  id: string
  to: string
  channel: Channel
  purpose: string
  code: string | null
  link: string | null
  createdAt: number
  attempts: number
}

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
    purpose: message.kind === 'code' ? message.purpose : message.kind,
    code: message.kind === 'code' ? message.code : null,
    link: null,
    createdAt,
    attempts: 0,
    ...setting.compose(message, { channel, language }),
  })
}
