import { type LaneLog, startLooking } from '#account-api/kernel/queue/lane'
import { type Resealed, resealAll } from '#account-api/kernel/queue/reseal'
import { hours } from '#account-api/kernel/time'
import type { Service } from '#account-api/verification/service'
import { openSecret, presentKeyId, sealSecret } from './secret'

/** Copies that still run with an earlier ring may seal with the earlier key for a while. */
const lookEveryMs = hours(1)

/**
 * Re-seals the secrets of authenticators after the key ring has changed, until it is stopped. Several copies may run.
 * @returns a function that stops it and waits for the current batch
 */
export const startResealing = (service: Service, log: LaneLog): (() => Promise<void>) => {
  const look = async (stopped: AbortSignal) => {
    const { resealed, lost } = await resealAuthenticators(service, stopped)
    if (resealed > 0) log.info({ resealed }, 'the secrets of authenticators were sealed with the first key of the ring')
    if (lost > 0)
      service.deployment.warn(
        { lost },
        'secrets of authenticators cannot be opened: their key is no longer in the ring',
      )
  }
  return startLooking(look, { everyMs: lookEveryMs, log })
}

/** Re-seals secrets of authenticators that another key of the ring has sealed. */
export const resealAuthenticators = (
  { deployment, storage: { authenticators: store } }: Service,
  stopped?: AbortSignal,
): Promise<Resealed> =>
  resealAll({
    besides: (side, limit) => store.sealedBeside(side, { sealedBy: presentKeyId(deployment), limit }),
    seal: async ({ accountId, ...was }) => {
      const secret = openSecret(deployment, accountId, was)
      if (secret) await store.reseal(accountId, { was, becomes: sealSecret(deployment, accountId, secret) })
      return secret !== undefined
    },
    stopped,
  })
