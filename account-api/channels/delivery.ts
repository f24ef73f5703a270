import { failureOf } from '#account-api/kernel/failures/failure'
import { type Channel, farewellPurpose, type OutboxEntry } from '#account-api/kernel/outbox/message'
import type { Lane } from '#account-api/kernel/outbox/outbox-store'
import { NotAccepted, reasonOf } from '#account-api/kernel/outside/not-accepted'
import type { Storage } from '#account-api/kernel/service'
import { days, hours, minutes, seconds } from '#account-api/kernel/time'
import type { UndeliverableReason } from '#contract/organisations/invitations'
import { untilAborted } from '#outgoing/until-aborted'

/** Delivers one message. Throws when it was not accepted, and when the signal is aborted. */
export interface Deliver {
  (message: OutboxEntry, signal: AbortSignal): Promise<void>
  /** Closes connections that wait for further messages. */
  close?(): void
}

export interface DeliveryLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
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
  /** After failed claims, each look waits twice as long. */
  mostLookMs: seconds(30),
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
  const { channels, rule = deliveryRule } = parts
  const started = (Object.entries(channels) as [Channel, Deliver][]).flatMap(([channel, deliver]) =>
    kindsOf[channel].map((kind) => startLane(parts, { channel, kind }, deliver)),
  )
  return async () => {
    const ending = started.map((lane) => lane.end())
    const grace = setTimeout(() => {
      for (const lane of started) lane.cutOff()
    }, rule.stopGraceMs)
    await Promise.all(ending)
    clearTimeout(grace)
    for (const deliver of Object.values(channels)) deliver.close?.()
  }
}

/** Delivers the messages of one lane. When a message leaves its place in the lane, the next one begins. */
const startLane = (
  {
    storage: { outbox },
    onGivenUp,
    log,
    codeMs = minutes(10),
    now = Date.now,
    rule = deliveryRule,
    firstAttempts,
  }: Parts,
  lane: Lane,
  deliver: Deliver,
): { end(): Promise<void>; cutOff(): void } => {
  const { atOnce, lookEveryMs, isPaced = false } = lanes[lane.kind]
  const underWay = new Map<AbortController, Promise<void>>()
  let isEnding = false
  let isCutOff = false
  let isAsked = false
  let wake = () => {}

  /** Waits for a time, or until {@link wake}. */
  const pause = (ms?: number) =>
    new Promise<void>((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const attempt = async (message: OutboxEntry, signal: AbortSignal): Promise<void> => {
    const { id, channel, purpose, attempts } = message
    const about = { message: id, channel, purpose, attempt: attempts }
    // An expired code would only confuse. Other messages are retried for a day.
    const worthMs = message.code === null ? days(1) : codeMs
    // Nothing of an erased account is kept, not even the address.
    const isFarewell = purpose === farewellPurpose
    const giveUp = async (reason: UndeliverableReason, answer?: string) => {
      await onGivenUp(message, reason)
      await (isFarewell ? outbox.erase(id) : outbox.giveUp(id, now(), answer))
    }
    if (now() - message.createdAt > worthMs) {
      await giveUp('not_in_time')
      return log.warn(about, 'message given up: it could not be delivered in time')
    }
    try {
      await untilAborted(deliver(message, signal), signal)
    } catch (error) {
      const reason = reasonOf(error)
      if (error instanceof NotAccepted && error.isFinal) {
        await giveUp(error.isRecipientUnknown ? 'unknown_recipient' : 'refused', reason)
        firstAttempts?.ended(id, true)
        return log.warn({ ...about, reason }, 'message given up: the provider refused it permanently')
      }
      const wished = error instanceof NotAccepted ? (error.retryAfterMs ?? 0) : 0
      const waitMs = isCutOff
        ? 0
        : Math.min(Math.max(rule.firstRetryMs * 2 ** (attempts - 1), wished), rule.mostRetryMs)
      await outbox.postpone(id, now() + waitMs, reason)
      return log.warn({ ...about, reason }, 'message not delivered, will retry')
    }
    await (isFarewell ? outbox.erase(id) : outbox.delivered(id, now()))
    log.info(about, 'message delivered')
  }

  const start = (message: OutboxEntry) => {
    const controller = new AbortController()
    const isFirstOfCode = lane.kind === 'codes' && message.attempts === 1
    const mostMs = isFirstOfCode ? Math.min(rule.firstCodeAttemptMs, rule.attemptMs) : rule.attemptMs
    const late = setTimeout(() => controller.abort(new NotAccepted('ETIMEDOUT')), mostMs)
    const ended = attempt(message, controller.signal)
      .catch((error: unknown) =>
        log.error({ message: message.id, ...failureOf(error) }, 'what became of a message could not be stored'),
      )
      .finally(() => {
        clearTimeout(late)
        firstAttempts?.ended(message.id, false)
        underWay.delete(controller)
        if (underWay.size === atOnce - 1 && !isPaced) wake()
      })
    underWay.set(controller, ended)
  }

  const run = async () => {
    let failures = 0
    while (!isEnding) {
      const free = atOnce - underWay.size
      isAsked = false
      try {
        const due = free > 0 ? await outbox.claim(lane, now(), now() + rule.claimMs, free) : []
        failures = 0
        due.forEach(start)
        // If no capacity is left, the next attempt that ends wakes the lane.
        const untilWoken = underWay.size >= atOnce && !isPaced
        if (!isEnding && !isAsked) await pause(untilWoken ? undefined : isPaced || due.length < free ? lookEveryMs : 0)
      } catch (error) {
        failures += 1
        log.error({ ...lane, ...failureOf(error) }, 'the outbox cannot be read')
        if (!isEnding) await pause(Math.min(lookEveryMs * 2 ** failures, rule.mostLookMs))
      }
    }
    await Promise.all(underWay.values())
  }

  if (lane.kind === 'codes')
    firstAttempts?.open(lane.channel, () => {
      isAsked = true
      wake()
    })
  const running = run()
  return {
    end: () => {
      isEnding = true
      if (lane.kind === 'codes') firstAttempts?.close(lane.channel)
      wake()
      return running
    },
    cutOff: () => {
      isCutOff = true
      for (const controller of underWay.keys()) controller.abort(new NotAccepted('stopped'))
    },
  }
}
