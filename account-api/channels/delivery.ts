import { type Channel, farewellPurpose, type OutboxEntry } from '#account-api/kernel/outbox/message'
import type { Lane } from '#account-api/kernel/outbox/outbox-store'
import { NotAccepted, reasonOf } from '#account-api/kernel/outside/not-accepted'
import { type LaneLog, startLane, waitAfter } from '#account-api/kernel/queue/lane'
import type { Storage } from '#account-api/kernel/service'
import { days, hours, minutes, seconds } from '#account-api/kernel/time'
import type { UndeliverableReason } from '#contract/organisations/invitations/invitations'
import { withTimeLimit } from '#process/time-limit'
import { untilAborted } from '#process/until-aborted'

/** Delivers one message. Throws when it was not accepted, and when the signal is aborted. */
export interface Deliver {
  (message: OutboxEntry, signal: AbortSignal): Promise<void>
  /** Closes connections that wait for further messages. */
  close?(): void
}

export interface DeliveryLog extends LaneLog {
  warn(fields: object, message: string): void
}

/**
 * How many messages of a kind a channel delivers at once, and how often it looks for new ones. People wait for codes.
 * `isPaced`: it begins at most `atOnce` per `lookEveryMs`, however fast they are delivered.
 */
export const lanes: Record<Lane['kind'], { atOnce: number; lookEveryMs: number; isPaced?: true }> = {
  codes: { atOnce: 10, lookEveryMs: 500 },
  others: { atOnce: 5, lookEveryMs: 1000 },
  bulk: { atOnce: 5, lookEveryMs: 250, isPaced: true },
}

/** The lanes of each channel. Workplace messages carry no codes, and nothing in bulk. */
const kindsOf: Record<Channel, readonly Lane['kind'][]> = {
  sms: ['codes', 'others', 'bulk'],
  email: ['codes', 'others', 'bulk'],
  workplace: ['others'],
}

/** A claim lasts longer than an attempt may take, so no other copy sends the same message meanwhile. */
export const deliveryRule = {
  attemptMs: seconds(30),
  /** People wait for codes, and a hanging gateway usually answers the next attempt. */
  firstCodeAttemptMs: seconds(8),
  claimMs: minutes(1),
  firstRetryMs: seconds(5),
  mostRetryMs: hours(1),
  /** How long attempts under way may continue when delivery is stopped. */
  stopGraceMs: seconds(5),
}

/** The requests that wait for the first attempt to deliver their code. */
export interface AttemptsToTell {
  /** @param look makes the lane for codes of a channel look for new ones at once */
  open(channel: Channel, look: () => void): void
  close(channel: Channel): void
  ended(id: string, isRefused: boolean): void
}

interface Parts {
  storage: Pick<Storage, 'outbox'>
  onGivenUp(message: OutboxEntry, reason: UndeliverableReason): Promise<void>
  channels: Partial<Record<Channel, Deliver>>
  log: DeliveryLog
  /** How long a code is valid. */
  codeMs?: number
  now?: () => number
  rule?: typeof deliveryRule
  firstAttempts?: AttemptsToTell
}

/**
 * Delivers the messages of the outbox through the configured channels, until it is stopped. Each channel has a lane for
 * codes, one for bulk messages and one for all others, with separate capacity. Retries wait twice as long each time.
 * Several copies may run: one copy at a time claims a message, and the message becomes due again if that copy dies.
 * @returns a function that stops it: running attempts get a few seconds, and are then put back
 */
export const startDelivery = (parts: Parts): (() => Promise<void>) => {
  const { channels } = parts
  const stops = (Object.entries(channels) as [Channel, Deliver][]).flatMap(([channel, deliver]) =>
    kindsOf[channel].map((kind) => startMessages(parts, { channel, kind }, deliver)),
  )
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
    for (const deliver of Object.values(channels)) deliver.close?.()
  }
}

/** Delivers the messages of one lane. */
const startMessages = (parts: Parts, lane: Lane, deliver: Deliver): (() => Promise<void>) => {
  const { storage, log, now = Date.now, rule = deliveryRule, firstAttempts } = parts
  const { atOnce, lookEveryMs, isPaced } = lanes[lane.kind]
  const { look, stop } = startLane<OutboxEntry>({
    ...{ atOnce, lookEveryMs, isPaced, graceMs: rule.stopGraceMs },
    claim: async (free) => (free > 0 ? storage.outbox.claim(lane, now(), now() + rule.claimMs, free) : []),
    work: (message, signal) =>
      attempt(parts, { message, deliver, signal }).finally(() => firstAttempts?.ended(message.id, false)),
    unread: (failure) => log.error({ ...lane, ...failure }, 'the outbox cannot be read'),
    failed: ({ id }, failure) => log.error({ message: id, ...failure }, 'what became of a message could not be stored'),
  })
  if (lane.kind === 'codes') firstAttempts?.open(lane.channel, look)
  return () => {
    if (lane.kind === 'codes') firstAttempts?.close(lane.channel)
    return stop()
  }
}

/** Attempts to deliver a message, and stores the result. An interrupted message is due again at once. */
const attempt = async (
  {
    storage: { outbox },
    onGivenUp,
    log,
    codeMs = minutes(10),
    now = Date.now,
    rule = deliveryRule,
    firstAttempts,
  }: Parts,
  { message, deliver, signal }: { message: OutboxEntry; deliver: Deliver; signal: AbortSignal },
): Promise<void> => {
  const { id, channel, purpose, attempts } = message
  const about = { message: id, channel, purpose, attempt: attempts }
  const isCode = message.code !== null
  // Nothing of an erased account is kept, not even the address.
  const isFarewell = purpose === farewellPurpose
  const giveUp = async (reason: UndeliverableReason, answer?: string) => {
    await onGivenUp(message, reason)
    await (isFarewell ? outbox.erase(id) : outbox.giveUp(id, now(), answer))
  }
  // An expired code would only confuse. Other messages are retried for a day.
  if (now() - message.createdAt > (isCode ? codeMs : days(1))) {
    await giveUp('not_in_time')
    return log.warn(about, 'message given up: it could not be delivered in time')
  }
  const ms = isCode && attempts === 1 ? Math.min(rule.firstCodeAttemptMs, rule.attemptMs) : rule.attemptMs
  const limit = { ms, until: signal, late: () => new NotAccepted('ETIMEDOUT') }
  try {
    await withTimeLimit(limit, (limited) => untilAborted(deliver(message, limited), limited))
  } catch (error) {
    const reason = reasonOf(error)
    if (error instanceof NotAccepted && error.isFinal) {
      await giveUp(error.isRecipientUnknown ? 'unknown_recipient' : 'refused', reason)
      firstAttempts?.ended(id, true)
      return log.warn({ ...about, reason }, 'message given up: the provider refused it permanently')
    }
    const wished = error instanceof NotAccepted ? (error.retryAfterMs ?? 0) : 0
    const { firstRetryMs: firstMs, mostRetryMs: mostMs } = rule
    const waitMs = signal.aborted ? 0 : Math.min(Math.max(waitAfter(attempts, { firstMs, mostMs }), wished), mostMs)
    await outbox.postpone(id, now() + waitMs, reason)
    return log.warn({ ...about, reason }, 'message not delivered, will retry')
  }
  await (isFarewell ? outbox.erase(id) : outbox.delivered(id, now()))
  log.info(about, 'message delivered')
}
