import type { Service } from '#account-api/applications/service'
import { failureOf } from '#account-api/kernel/failures/failure'
import { inBatches } from '#account-api/kernel/queue/batches'
import { type LaneLog, startLane, waitAfter } from '#account-api/kernel/queue/lane'
import { withRoom } from '#account-api/kernel/queue/room'
import { minutes, seconds } from '#account-api/kernel/time'
import { withTimeLimit } from '#process/time-limit'
import type { EndedTicket, EndsToTell, ServiceToTell } from './ends-to-tell'

/**
 * Notifies a service that the session of a ticket has ended. `refused`: it answered that it does not accept notices.
 */
export type TellOfEnd = (logoutUrl: string, ticket: string, signal: AbortSignal) => Promise<'told' | 'refused'>

/**
 * How many ends a service is notified of at once, and how many services. A service that does not answer is tried less
 * and less often, so the others have the capacity.
 */
export const signOutRule = {
  lookEveryMs: seconds(1),
  room: { atOnce: 20, ofOrganisationsAtOnce: 10, ofOneOrganisationAtOnce: 2 },
  endsAtOnce: 5,
  attemptMs: seconds(5),
  /** Longer than an attempt may take. */
  claimMs: seconds(30),
  firstRestMs: seconds(5),
  mostRestMs: minutes(10),
  mostAttempts: 20,
}

interface Parts {
  service: Service
  tell: TellOfEnd
  log: LaneLog
  /** The bounds for services, by default. */
  ends?: EndsToTell
  rule?: typeof signOutRule
}

/**
 * Notifies services of ended sessions until it is stopped: single sign-out. A deleted session leaves tickets without a
 * session, which are then due. Several copies may run.
 * @returns a function that stops it. The next process notifies the remaining services
 */
export const startSigningOut = ({
  service: { deployment, storage },
  tell,
  log,
  ends = storage.serviceTickets,
  rule = signOutRule,
}: Parts): (() => Promise<void>) => {
  const resting = new Map<string, { failures: number; until: number }>()
  const restMs = (failures: number) => waitAfter(failures, { firstMs: rule.firstRestMs, mostMs: rule.mostRestMs })

  /** True when the service answered. */
  const attempt = async (
    { id, logoutUrl }: ServiceToTell,
    { hash, ticket, attempts }: EndedTicket,
    until: AbortSignal,
  ): Promise<boolean> => {
    try {
      const answer = await withTimeLimit({ ms: rule.attemptMs, until }, (signal) => tell(logoutUrl, ticket, signal))
      if (answer === 'refused') log.info({ service: id }, 'a service did not accept the notice of an ended session')
      await ends.forget(hash)
      return true
    } catch (error) {
      const isLast = attempts >= rule.mostAttempts
      const about = { service: id, attempts, ...failureOf(error) }
      deployment.warn(about, isLast ? 'a service was not notified of the end of a session' : 'a service gave no answer')
      await (isLast ? ends.forget(hash) : ends.postpone(hash, deployment.now() + restMs(attempts)))
      return false
    }
  }

  /** Notifies a service of its ended sessions, until it gives no answer. Then it rests. */
  const tellAll = async (receiver: ServiceToTell, signal: AbortSignal): Promise<void> => {
    const tellSome = async (limit: number) => {
      const at = deployment.now()
      const ended = await ends.claim(receiver.id, { at, until: at + rule.claimMs, limit })
      const answered = await Promise.all(ended.map((each) => attempt(receiver, each, signal)))
      if (answered.includes(false)) return rest(receiver)
      resting.delete(receiver.id)
      return ended.length
    }
    await inBatches(tellSome, { rows: rule.endsAtOnce, stopped: signal })
  }

  const rest = ({ id }: ServiceToTell): 0 => {
    const failures = (resting.get(id)?.failures ?? 0) + 1
    resting.set(id, { failures, until: deployment.now() + restMs(failures) })
    return 0
  }

  return startLane<ServiceToTell>({
    ...{ atOnce: rule.room.atOnce, lookEveryMs: rule.lookEveryMs, isPaced: true },
    claim: async (_free, { underWay }) => {
      const at = deployment.now()
      const ready = (await ends.toTell(at)).filter(({ id }) => (resting.get(id)?.until ?? 0) <= at)
      return withRoom(ready, underWay, rule.room)
    },
    work: tellAll,
    unread: (failure) => log.error(failure, 'what is due could not be done'),
    failed: ({ id }, failure) =>
      log.error({ service: id, ...failure }, 'services could not be notified of ended sessions'),
  }).stop
}
