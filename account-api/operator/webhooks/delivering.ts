import { type LaneLog, startLane } from '#account-api/kernel/queue/lane'
import { withRoom } from '#account-api/kernel/queue/room'
import { newToken } from '#account-api/kernel/random'
import type { Service } from '#account-api/operator/service'
import { handOutAll } from './hand-out'
import { takeTurn } from './turn'
import type { DueWebhook } from './turn-store'
import { webhookRule } from './webhook'

/** How many due webhooks one look examines; some may find no capacity. */
const lookedAt = 100

interface Parts {
  service: Service
  log: LaneLog
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
  const { deployment, storage } = service
  return startLane<DueWebhook>({
    ...{ atOnce: rule.room.atOnce, lookEveryMs: rule.lookEveryMs, isPaced: true },
    claim: async (free, { underWay, stopped }) => {
      await handOutAll(service, stopped)
      const due = free > 0 && !stopped.aborted ? await storage.turns.due(deployment.now(), lookedAt) : []
      return withRoom(due, underWay, rule.room)
    },
    work: async ({ id }, signal) => {
      const [at, holder] = [deployment.now(), newToken(128)]
      const webhook = await storage.turns.claim(id, { holder, at, until: at + rule.claimMs })
      if (webhook) await takeTurn(service, webhook, { holder, signal, rule, chance })
    },
    unread: (failure) => log.error(failure, 'what is due could not be done'),
    failed: ({ id }, failure) => log.error({ webhook: id, ...failure }, 'the deliveries of a webhook failed'),
  }).stop
}
