import { inBatches } from '#account-api/kernel/queue/batches'
import { type LaneLog, startLooking } from '#account-api/kernel/queue/lane'
import { seconds } from '#account-api/kernel/time'
import type { Service } from '#account-api/organisations/service'

const rule = { lookEveryMs: seconds(10) }

/**
 * Marks expired invitations as ended, until it is stopped. Nobody waits for that: an expired invitation is refused at
 * once, and only lists by state are late.
 * @returns a function that stops it and waits for the current batch
 */
export const startExpiring = (service: Service, log: LaneLog): (() => Promise<void>) =>
  startLooking(
    async (stopped) => {
      await expireInvitations(service, stopped)
    },
    { everyMs: rule.lookEveryMs, log },
  )

/** Ends the invitations that have expired. Returns how many. */
export const expireInvitations = async ({ deployment, storage }: Service, stopped?: AbortSignal): Promise<number> => {
  const { count } = await inBatches((limit) => storage.invitations.expire(deployment.now(), limit), { stopped })
  return count
}
