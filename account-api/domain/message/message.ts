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
