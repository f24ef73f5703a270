import type { Service } from '#account-api/applications/service'
import { failureOf } from '#account-api/kernel/failures/failure'
import { type DueLog, startLooking } from '#account-api/kernel/jobs/due'
import { hasRoom } from '#account-api/kernel/outside/room'
import { minutes, seconds } from '#account-api/kernel/time'
import { withTimeLimit } from '#outgoing/time-limit'
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
  servicesAtOnce: 20,
  ofOrganisationsAtOnce: 10,
  ofOneOrganisationAtOnce: 2,
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
  log: DueLog
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
  service: { setting, storage },
  tell,
  log,
  ends = storage.serviceTickets,
  rule = signOutRule,
}: Parts): (() => Promise<void>) => {
  const underWay = new Map<string, { told: Promise<void> } & Pick<ServiceToTell, 'organisationId'>>()
  const resting = new Map<string, { failures: number; until: number }>()
  const stopping = new AbortController()

  /** How long to wait after this many failures. */
  const restMs = (failures: number): number => Math.min(rule.firstRestMs * 2 ** (failures - 1), rule.mostRestMs)

  /** True when the service answered. */
  const attempt = async (
    { id, logoutUrl }: ServiceToTell,
    { hash, ticket, attempts }: EndedTicket,
  ): Promise<boolean> => {
    try {
      const limit = { ms: rule.attemptMs, until: stopping.signal }
      const answer = await withTimeLimit(limit, (signal) => tell(logoutUrl, ticket, signal))
      if (answer === 'refused') log.info({ service: id }, 'a service did not accept the notice of an ended session')
      await ends.forget(hash)
      return true
    } catch (error) {
      const isLast = attempts >= rule.mostAttempts
      const about = { service: id, attempts, ...failureOf(error) }
      setting.warn(about, isLast ? 'a service was not notified of the end of a session' : 'a service gave no answer')
      await (isLast ? ends.forget(hash) : ends.postpone(hash, setting.now() + restMs(attempts)))
      return false
    }
  }

  const tellAll = async (service: ServiceToTell): Promise<void> => {
    for (;;) {
      const at = setting.now()
      const claimed = { at, until: at + rule.claimMs, limit: rule.endsAtOnce }
      const ended = stopping.signal.aborted ? [] : await ends.claim(service.id, claimed)
      const answered = await Promise.all(ended.map((each) => attempt(service, each)))
      if (answered.includes(false)) return rest(service)
      resting.delete(service.id)
      if (ended.length < rule.endsAtOnce) return
    }
  }

  const rest = ({ id }: ServiceToTell): void => {
    const failures = (resting.get(id)?.failures ?? 0) + 1
    resting.set(id, { failures, until: setting.now() + restMs(failures) })
  }

  const look = async (): Promise<void> => {
    const at = setting.now()
    const waiting = await ends.toTell(at)
    const ready = waiting.filter(({ id }) => !underWay.has(id) && (resting.get(id)?.until ?? 0) <= at)
    for (const service of ready) {
      if (!hasRoom(underWay.values(), service, { ...rule, atOnce: rule.servicesAtOnce })) continue
      const { id, organisationId } = service
      const told = tellAll(service)
        .catch((error: unknown) => log.error(failureOf(error), 'services could not be notified of ended sessions'))
        .finally(() => underWay.delete(id))
      underWay.set(id, { told, organisationId })
    }
  }

  const stopLooking = startLooking(look, { everyMs: rule.lookEveryMs, log })
  return async () => {
    await stopLooking()
    stopping.abort()
    await Promise.all([...underWay.values()].map(({ told }) => told))
  }
}
