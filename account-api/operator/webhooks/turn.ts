import { waitAfter } from '#account-api/kernel/queue/lane'
import type { Service } from '#account-api/operator/service'
import { type Attempted, attempt } from './attempt'
import { type DueDelivery, writtenAt } from './delivery-store'
import { openSecrets } from './secret'
import { switchOff } from './switching-off'
import type { Webhook, webhookRule } from './webhook'

interface Turn {
  /** Identifies this turn, so no other copy takes the webhook meanwhile. */
  holder: string
  signal: AbortSignal
  rule: typeof webhookRule
  /** A random number from 0 to 1. */
  chance: () => number
}

interface Batch {
  attempted: { delivery: DueDelivery; came: Attempted }[]
  at: number
}

/**
 * Sends the due deliveries of a webhook in batches, until none is left, all of a batch fail, or its time is over. A
 * webhook whose attempts all fail is paused for a growing time, so others have the capacity. So is one whose receiver
 * sends Retry-After.
 */
export const takeTurn = async (
  { deployment, storage }: Service,
  webhook: Webhook,
  { holder, signal, rule, chance }: Turn,
): Promise<void> => {
  const { turns, deliveries } = storage
  const { id } = webhook
  const begunAt = deployment.now()
  const became = {
    failures: webhook.failures,
    failingSince: webhook.failingSince,
    answer: webhook.answer,
    answeredAt: webhook.answeredAt,
  }
  let isGone = false
  let isResting = false
  /** Until when the receiver refuses requests. */
  let wishedUntil = 0
  const isOver = () => isGone || isResting || signal.aborted || deployment.now() - begunAt >= rule.turnMs

  const allFailed = (at: number) => {
    became.failures += 1
    became.failingSince ??= at
    isResting = true
  }

  const settle = async ({ attempted, at }: Batch) => {
    const done = attempted.flatMap(({ delivery, came }) =>
      came.kind === 'delivered' || came.kind === 'needless' ? delivery.id : [],
    )
    if (done.length > 0) await deliveries.forget(done)
    for (const { delivery, came } of attempted) {
      if (came.kind === 'delivered') Object.assign(became, { failures: 0, failingSince: null, answeredAt: at })
      if (came.kind !== 'failed' && came.kind !== 'gone') continue
      became.answer = came.answer
      isGone ||= came.kind === 'gone'
      const wishedMs = Math.min(came.retryAfterMs ?? 0, rule.mostWishedMs)
      wishedUntil = Math.max(wishedUntil, at + wishedMs)
      isResting ||= wishedMs > 0
      const until = nextAttemptAt(delivery, at, { rule, chance })
      await deliveries.failed(delivery.id, { answer: came.answer, until: until && Math.max(until, at + wishedMs) })
    }
    const failed = attempted.filter(({ came }) => came.kind === 'failed' || came.kind === 'gone')
    if (failed.length === attempted.length) allFailed(at)
  }

  while (!isOver()) {
    // Its secret may have been replaced meanwhile.
    const present = await turns.renew(id, { holder, until: deployment.now() + rule.claimMs })
    if (!present) break
    const due = await deliveries.due(id, deployment.now(), rule.deliveriesAtOnce)
    if (due.length === 0) break
    const secrets = openSecrets(deployment, present)
    if (!secrets) {
      became.answer = 'its secret cannot be opened'
      allFailed(deployment.now())
      break
    }
    const attempted = await Promise.all(
      due.map(async (delivery) => {
        const by = { delivery, secrets, patienceMs: rule.attemptMs, signal }
        return { delivery, came: await attempt({ deployment, storage }, present, by) }
      }),
    )
    // An attempt that a stop interrupted has no answer.
    if (signal.aborted) break
    await settle({ attempted, at: deployment.now() })
    if (due.length < rule.deliveriesAtOnce) break
  }

  const at = deployment.now()
  const { firstRestMs: firstMs, mostRestMs: mostMs } = rule
  const restMs = became.failures === 0 ? 0 : waitAfter(became.failures, { firstMs, mostMs })
  const restsUntil = isResting && !isGone ? Math.max(at + restMs, wishedUntil) : 0
  await turns.release(id, holder, { at, nextAt: await deliveries.nextAt(id), restsUntil, became })
  if (isGone) await switchOff({ deployment, storage }, { webhook, because: 'gone' })
  else if (became.failingSince !== null && at - became.failingSince >= rule.failingMs)
    await switchOff({ deployment, storage }, { webhook, because: 'failing' })
}

/** When a failed delivery is retried. Null: it is too old, and becomes a dead letter. */
const nextAttemptAt = (
  { id, attempts }: DueDelivery,
  at: number,
  { rule, chance }: Pick<Turn, 'rule' | 'chance'>,
): number | null => {
  if (at - writtenAt({ id }) >= rule.worthMs) return null
  const waitMs = rule.retriesMs[Math.min(attempts, rule.retriesMs.length - 1)] ?? 0
  return at + Math.round(waitMs * (1 + rule.jitter * (2 * chance() - 1)))
}
