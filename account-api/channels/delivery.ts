import { codeRule } from '../domain/code/code'
import { type Channel, farewellPurpose, type OutboxEntry } from '../domain/message/message'
import type { Storage } from '../domain/stores'
import { days, minutes, seconds } from '../domain/time'

/** Delivers one message. Throws when it was not accepted. */
export type Deliver = (message: OutboxEntry) => Promise<void>

/** A gateway's refusal. Its message goes into the log, and must say nothing about the recipient. */
export class NotAccepted extends Error {}

export interface DeliveryLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

const rule = { lookEveryMs: 500, claimMs: minutes(1), atOnce: 10, firstRetryMs: seconds(5), mostRetryMs: minutes(10) }

/**
 * Delivers the messages of the outbox through the configured channels, until stopped. Retries wait twice as long each
 * time. Several copies may run: each message is claimed by one copy at a time, and is due again when that copy dies.
 * @returns a function that stops it and waits for deliveries that have begun
 */
export const startDelivery = ({
  storage,
  channels,
  log,
  now = Date.now,
}: {
  storage: Storage
  channels: Partial<Record<Channel, Deliver>>
  log: DeliveryLog
  now?: () => number
}): (() => Promise<void>) => {
  const names = Object.keys(channels) as Channel[]
  if (names.length === 0) return async () => undefined
  let stopping = false
  const wakers = new Map<Channel, () => void>()

  const deliver = async (message: OutboxEntry) => {
    const about = { message: message.id, channel: message.channel, purpose: message.purpose, attempt: message.attempts }
    // An expired code would only confuse. Other messages are worth a day.
    const worthMs = message.code === null ? days(1) : codeRule.lifetimeMs
    // Nothing is kept of an erased account, not even the address.
    const isFarewell = message.purpose === farewellPurpose
    if (now() - message.createdAt > worthMs) {
      await (isFarewell ? storage.outbox.erase(message.id) : storage.outbox.giveUp(message.id, now()))
      return log.warn(about, 'message given up')
    }
    try {
      await channels[message.channel]?.(message)
      await (isFarewell ? storage.outbox.erase(message.id) : storage.outbox.delivered(message.id, now()))
      log.info(about, 'message delivered')
    } catch (error) {
      const waitMs = Math.min(rule.firstRetryMs * 2 ** (message.attempts - 1), rule.mostRetryMs)
      await storage.outbox.postpone(message.id, now() + waitMs)
      log.warn({ ...about, reason: reasonOf(error) }, 'message not delivered, will retry')
    }
  }

  // Each channel runs by itself: a mail server that hangs must not delay SMS.
  const run = async (channel: Channel) => {
    while (!stopping) {
      const due = await storage.outbox
        .claim([channel], now(), now() + rule.claimMs, rule.atOnce)
        .catch(() => [] as OutboxEntry[])
      await Promise.all(due.map((message) => deliver(message).catch(() => undefined)))
      if (due.length < rule.atOnce && !stopping)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, rule.lookEveryMs)
          wakers.set(channel, () => {
            clearTimeout(timer)
            resolve()
          })
        })
    }
  }

  const running = names.map(run)
  return async () => {
    stopping = true
    for (const wake of wakers.values()) wake()
    await Promise.all(running)
  }
}

/** The reason of a failed delivery for the log, without the answer's text, which may repeat an address. */
const reasonOf = (error: unknown): string => {
  if (error instanceof NotAccepted) return error.message
  const { name, code, responseCode, cause } = error as {
    name?: string
    code?: unknown
    responseCode?: number
    cause?: { code?: unknown }
  }
  if (name === 'TimeoutError') return 'ETIMEDOUT'
  const known = [code, cause?.code].find((each) => typeof each === 'string') ?? name ?? 'refused'
  return responseCode === undefined ? String(known) : `${known} ${responseCode}`
}
