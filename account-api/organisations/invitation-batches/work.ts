import { setImmediate as turnOfOthers } from 'node:timers/promises'
import { type LaneLog, startLooking } from '#account-api/kernel/queue/lane'
import { type Queue, workOff } from '#account-api/kernel/queue/work-off'
import { seconds } from '#account-api/kernel/time'
import type { Service } from '#account-api/organisations/service'
import { mostOfAList } from '#contract/organisations/invitations/invitation-batches'
import { readList } from '#rules/typed/list'
import type { Worked } from './batch'
import type { ClaimedBatch } from './batch-record'
import { checkSome } from './check'
import { sendSome } from './send'

const rule = { lookEveryMs: seconds(2), atOnce: 5 }

/**
 * Checks the lines of batches and invites their people, until it is stopped. Several copies may run: one copy at a time
 * claims a batch, and the batch becomes due again if that copy dies.
 * @returns a function that stops it and waits for the lines being worked on
 */
export const startBatches = (service: Service, log: LaneLog): (() => Promise<void>) =>
  startLooking(
    async (stopped) => {
      await workOnBatches(service, stopped)
    },
    { everyMs: rule.lookEveryMs, log },
  )

/**
 * Does the due work on batches. A batch that fails is set aside.
 * @returns how many batches were finished
 */
export const workOnBatches = (service: Service, stopped?: AbortSignal): Promise<number> => {
  const { claim, postpone } = service.storage.invitationBatches
  const queue: Queue<ClaimedBatch> = {
    atOnce: rule.atOnce,
    claim,
    work: ({ id }) => workOnBatch(service, id, stopped),
    postpone: ({ id }, until) => postpone(id, until),
    named: ({ id }) => ({ batch: id }),
    failed: 'invitations of a list could not be sent, will retry',
  }
  return workOff(service, queue, stopped)
}

/** Works on a batch in transactions of some lines each. After a stop or a failure, the next run does the rest. */
const workOnBatch = async (service: Service, id: string, stopped: AbortSignal | undefined): Promise<boolean> => {
  const { deployment, storage } = service
  const work = await workOf(service, id)
  while ((await work()) === 'more') {
    await turnOfOthers()
    if (!stopped?.aborted) continue
    await storage.invitationBatches.postpone(id, deployment.now())
    return false
  }
  return true
}

const workOf = async (service: Service, id: string): Promise<() => Promise<Worked>> => {
  const batch = await service.storage.invitationBatches.read(id)
  if (batch?.state !== 'checking') return () => sendSome(service, id)
  const list = readList(await service.storage.invitationBatches.listOf(id), batch.format, mostOfAList.lines)
  if (!list.ok) throw new Error(`a stored list became unreadable: ${list.reason}`)
  return () => checkSome(service, { id, list: list.lines })
}
