import { failureOf } from '#account-api/kernel/failures/failure'
import { type DueLog, startLooking } from '#account-api/kernel/jobs/due'
import { hasRoom } from '#account-api/kernel/outside/room'
import { newToken } from '#account-api/kernel/random'
import type { Service } from '#account-api/operator/service'
import { handOutAll } from './hand-out'
import { takeTurn } from './turn'
import { webhookRule } from './webhook'

/** How many due webhooks one look examines; some may find no capacity. */
const lookedAt = 100

interface Parts {
  service: Service
  log: DueLog
  rule?: typeof webhookRule
  chance?: () => number
}

/**
 * Hands events out, and sends them to webhooks, until stopped. Only one copy at a time sends to a webhook; if it dies,
 * another takes over within a minute. Events that were sent but not recorded are sent again, with the same id.
 * @returns a function that stops it, and interrupts running attempts
 */
export const startDeliveringWebhooks = ({
  service,
  log,
  rule = webhookRule,
  chance = Math.random,
}: Parts): (() => Promise<void>) => {
  const { setting, storage } = service
  const stopping = new AbortController()
  const underWay = new Map<string, { ended: Promise<void>; organisationId: string | undefined }>()

  const take = async (id: string): Promise<void> => {
    const [at, holder] = [setting.now(), newToken(128)]
    const webhook = await storage.turns.claim(id, { holder, at, until: at + rule.claimMs })
    if (webhook) await takeTurn(service, webhook, { holder, signal: stopping.signal, rule, chance })
  }

  const look = async (stopped: AbortSignal): Promise<void> => {
    await handOutAll(service, stopped)
    if (underWay.size >= rule.room.atOnce) return
    for (const webhook of await storage.turns.due(setting.now(), lookedAt)) {
      const { id, organisationId } = webhook
      if (stopped.aborted || underWay.has(id) || !hasRoom(underWay.values(), webhook, rule.room)) continue
      const ended = take(id)
        .catch((error: unknown) =>
          log.error({ webhook: id, ...failureOf(error) }, 'the deliveries of a webhook failed'),
        )
        .finally(() => underWay.delete(id))
      underWay.set(id, { ended, organisationId })
    }
  }

  const stopLooking = startLooking(look, { everyMs: rule.lookEveryMs, log })
  return async () => {
    const looked = stopLooking()
    stopping.abort()
    await looked
    await Promise.all([...underWay.values()].map(({ ended }) => ended))
  }
}
