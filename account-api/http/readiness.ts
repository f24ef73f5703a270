import type { Logger } from 'pino'
import { failureOf } from '#account-api/kernel/failures/failure'
import { unreachable } from '#account-api/kernel/failures/unreachable'
import type { NotReady } from '#process/readiness'

/** Less than a probe waits. */
const patienceMs = 1500

/** Why the database cannot be used. Undefined: it can. The log has the cause. */
export const databaseState = async ({ probe, log }: { probe: () => Promise<void>; log: Logger }): Promise<NotReady> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, patienceMs, 'late')
  })
  try {
    const first = await Promise.race([probe(), late])
    return first === 'late' ? 'the database does not answer' : undefined
  } catch (error) {
    log.error(failureOf(error), unreachable(error) ? 'the database does not answer' : 'the database takes no write')
    return unreachable(error) ? 'the database does not answer' : 'the database takes no write'
  } finally {
    clearTimeout(timer)
  }
}
