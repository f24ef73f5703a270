import { setImmediate as turnOfOthers } from 'node:timers/promises'
import { batchRule } from '#account-api/kernel/queue/batches'
import { type LaneLog, startLooking } from '#account-api/kernel/queue/lane'
import { claimMs, type Queue, workOff } from '#account-api/kernel/queue/work-off'
import { seconds } from '#account-api/kernel/time'
import { tellPerson } from '#account-api/organisations/organisation/tell'
import { inTransaction, type Service } from '#account-api/organisations/service'
import type { ClaimedClosing } from './closing-store'

const rule = { lookEveryMs: seconds(10), atOnce: 5 }

/**
 * Erases due organisations until it is stopped. Several copies may run: one copy at a time claims an organisation, and
 * the organisation becomes due again if that copy dies.
 * @returns a function that stops it and waits for the rows being erased
 */
export const startErasingOrganisations = (service: Service, log: LaneLog): (() => Promise<void>) => {
  const look = async (stopped: AbortSignal) => {
    const erased = await eraseDueOrganisations(service, stopped)
    if (erased > 0) log.info({ erased }, 'closed organisations erased')
  }
  return startLooking(look, { everyMs: rule.lookEveryMs, log })
}

/**
 * Erases the organisations that are due. If an erasure fails, the organisation is set aside.
 * @returns how many were erased
 */
export const eraseDueOrganisations = (service: Service, stopped?: AbortSignal): Promise<number> => {
  const { claim, postpone } = service.storage.closings
  const queue: Queue<ClaimedClosing> = {
    atOnce: rule.atOnce,
    claim,
    work: ({ organisationId }) => eraseInBatches(service, organisationId, stopped),
    postpone: ({ organisationId }, until) => postpone(organisationId, until),
    named: ({ organisationId }) => ({ organisation: organisationId }),
    failed: 'a closed organisation could not be erased, and is tried again later',
  }
  return workOff(service, queue, stopped)
}

/** Erases an organisation, a batch in each transaction. After a stop or a failure, the next run erases the rest. */
const eraseInBatches = async (
  service: Service,
  organisationId: string,
  stopped: AbortSignal | undefined,
): Promise<boolean> => {
  while ((await eraseSome(service, organisationId)) === batchRule.rows) {
    await turnOfOthers()
    if (!stopped?.aborted) continue
    await service.storage.closings.postpone(organisationId, service.deployment.now())
    return false
  }
  await eraseRest(service, organisationId)
  return true
}

/** Erases some rows, and keeps the claim. */
const eraseSome = inTransaction<string, number>(async (stores, organisationId) => {
  await stores.closings.postpone(organisationId, stores.deployment.now() + claimMs)
  return stores.closings.eraseSome(organisationId, batchRule.rows)
})

/** Erases the remaining rows, and notifies the last manager. */
const eraseRest = inTransaction<string, void>(async (stores, organisationId) => {
  const organisation = await stores.organisations.lock(organisationId)
  const manager = await stores.members.managerOf(organisationId)
  if (!organisation) return
  await stores.closings.erase(organisationId, stores.deployment.now())
  if (manager)
    await tellPerson(stores, {
      organisation,
      news: 'organisation_erased',
      accountId: manager.accountId,
    })
})
