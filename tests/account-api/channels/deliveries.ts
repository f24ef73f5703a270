import { randomUUID } from 'node:crypto'
import { startDelivery } from '#account-api/channels/delivery'
import type { OutboxEntry } from '#account-api/kernel/outbox/message'
import { NotAccepted, reasonOf } from '#account-api/kernel/outside/not-accepted'
import { noteUndelivered } from '#account-api/organisations/invitations/undelivered'
import type { World } from '#tests/account-api/worlds/world'

/** A message as it waits in the outbox. */
export const outboxEntry = (otherwise: Partial<OutboxEntry> = {}): OutboxEntry => ({
  id: randomUUID(),
  to: 'ann@example.com',
  channel: 'email',
  purpose: '1',
  code: null,
  link: null,
  language: 'en',
  subject: 'subject',
  body: 'text',
  createdAt: 0,
  attempts: 0,
  ...otherwise,
})

/** One delivery’s own abort signal. */
export const unlimited = () => new AbortController().signal

/** The result of a delivery. Undefined: the message was accepted. */
export const endOf = (delivery: Promise<void>) =>
  delivery.then(
    () => undefined,
    (error: unknown) => ({
      reason: reasonOf(error),
      isFinal: error instanceof NotAccepted && error.isFinal,
      ...(error instanceof NotAccepted && error.isRecipientUnknown && { isRecipientUnknown: true }),
      ...(error instanceof NotAccepted && error.retryAfterMs !== undefined && { retryAfterMs: error.retryAfterMs }),
    }),
  )

type Delivering = Parameters<typeof startDelivery>[0]

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Delivers a world’s messages by these channels. @returns how to stop that */
export const deliverBy = (
  { storage, deployment: { now } }: World,
  channels: Delivering['channels'],
  more: Partial<Delivering> = {},
) => startDelivery({ storage, onGivenUp: noteUndelivered(storage, now), channels, log, now, ...more })
