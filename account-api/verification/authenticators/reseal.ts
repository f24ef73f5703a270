import { setImmediate as turnOfOthers } from 'node:timers/promises'
import { type DueLog, startLooking } from '../../kernel/jobs/due'
import { hours } from '../../kernel/time'
import type { Service } from '../service'
import { openSecret, presentKeyId, sealSecret } from './secret'

const atOnce = 500

/** Copies that start with an earlier ring may seal with the earlier key for a while. */
const lookEveryMs = hours(1)

/**
 * Seals the secrets of authenticators anew after the key ring has changed, until stopped. Several copies may do so.
 * @returns a function that stops it and waits for the batch that has begun
 */
export const startResealing = (service: Service, log: DueLog): (() => Promise<void>) => {
  const look = async (stopped: AbortSignal) => {
    const { resealed, lost } = await resealAuthenticators(service, stopped)
    if (resealed > 0) log.info({ resealed }, 'the secrets of authenticators were sealed with the first key of the ring')
    if (lost > 0)
      service.setting.warn({ lost }, 'secrets of authenticators cannot be opened: their key has left the ring')
  }
  return startLooking(look, { everyMs: lookEveryMs, log })
}

/**
 * Seals the secrets of authenticators that another key of the ring has sealed with the first one, in batches, so that
 * the other one can leave. A secret whose key is gone stays as it is, and ends its side of the work.
 * @returns how many were sealed anew, and how many of the last batches could not be opened
 */
export const resealAuthenticators = async (
  { setting, storage: { authenticators: store } }: Service,
  stopped?: AbortSignal,
): Promise<{ resealed: number; lost: number }> => {
  const sealedBy = presentKeyId(setting)
  let [resealed, lost] = [0, 0]
  for (const side of ['<', '>'] as const) {
    for (let isOver = false; !isOver && !stopped?.aborted; ) {
      const found = await store.sealedBeside(side, { sealedBy, limit: atOnce })
      let opened = 0
      for (const { accountId, ...was } of found) {
        const secret = openSecret(setting, accountId, was)
        if (!secret) continue
        await store.reseal(accountId, { was, becomes: sealSecret(setting, accountId, secret) })
        opened += 1
      }
      resealed += opened
      isOver = found.length < atOnce || opened === 0
      if (isOver) lost += found.length - opened
      await turnOfOthers()
    }
  }
  return { resealed, lost }
}
