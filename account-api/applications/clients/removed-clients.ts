import { setImmediate as turnOfOthers } from 'node:timers/promises'
import type { Service } from '#account-api/applications/service'
import { batchRule } from '#account-api/kernel/queue/batches'
import { type LaneLog, startLooking } from '#account-api/kernel/queue/lane'
import { minutes } from '#account-api/kernel/time'
import { documentRule } from './client-documents'

const removedClientsRule = { lookEveryMs: minutes(1), atOnce: 20 }

/**
 * Erases the clients that organisations have removed, until stopped. Several copies may run.
 * @returns a function that stops it and waits for the rows that are being erased
 */
export const startErasingClients = (service: Service, log: LaneLog): (() => Promise<void>) => {
  const look = async (stopped: AbortSignal) => {
    const erased = await eraseRemovedClients(service, stopped)
    if (erased > 0) log.info({ erased }, 'removed applications of organisations erased')
  }
  return startLooking(look, { everyMs: removedClientsRule.lookEveryMs, log })
}

/**
 * Erases the clients that organisations have removed, with what people have authorised them to do. All of that has been
 * invalid since the removal. Their keys are random, so no other client ever gets one. Erases clients that describe
 * themselves too, if nobody has authorised them.
 * @returns how many were erased
 */
export const eraseRemovedClients = async (
  { deployment, storage: { openClients, authorisations, clientSessions } }: Service,
  stopped?: AbortSignal,
): Promise<number> => {
  let erased = 0
  await openClients.eraseDescribed(deployment.now() - documentRule.silenceMs, batchRule.rows)
  for (const id of await openClients.removedOfOrganisations(removedClientsRule.atOnce)) {
    for (const end of [authorisations.endOfClient, clientSessions.endOfClient])
      while ((await end(id, batchRule.rows)) === batchRule.rows) {
        if (stopped?.aborted) return erased
        await turnOfOthers()
      }
    await openClients.erase(id)
    erased += 1
  }
  return erased
}
