import { newId } from '#account-api/kernel/random'
import { inTransaction, type Service } from '#account-api/operator/service'
import type { NewDelivery } from './delivery-store'
import { isToldOf } from './event-names'
import { signalsOf } from './signals-due'
import { webhookRule } from './webhook'

/**
 * Hands events out to the webhooks that are notified of them, in one transaction: an event is handed out once, however
 * many copies run.
 * @returns how many events there were, or ended sessions if these are more
 */
export const handOut = inTransaction<{ limit: number }, number>(async (stores, { limit }) => {
  const { deployment, events, webhooks, turns, deliveries } = stores
  // The ended sessions are taken first, so the events of their ends are visible by then.
  const ended = await stores.clientSessions.takeToSignal(limit)
  const unread = await events.takeUnread(limit)
  const count = Math.max(unread.length, ended.length)
  if (count === 0) return 0
  const organisationIds = unread.flatMap(({ organisationId, organisationAct }) =>
    organisationAct === null ? [] : (organisationId ?? []),
  )
  const listening = await webhooks.listening([...new Set(organisationIds)])
  const at = deployment.now()
  const due: NewDelivery[] = unread.flatMap((event) =>
    listening
      .filter((webhook) => isToldOf(webhook, event))
      .map((webhook) => ({ id: newId(at), webhookId: webhook.id, eventId: event.id, nextAttemptAt: at })),
  )
  due.push(...(await signalsOf(stores, { unread, ended })))
  if (due.length === 0) return count
  await deliveries.insert(due)
  await turns.wake([...new Set(due.map(({ webhookId }) => webhookId))], at)
  return count
})

/** Hands waiting events out, as long as time is left to send them. */
export const handOutAll = async (service: Service, stopped?: AbortSignal): Promise<void> => {
  const { handedOutAtOnce: limit, batchesOfALook } = webhookRule
  for (let batch = 0; batch < batchesOfALook && !stopped?.aborted; batch += 1)
    if ((await handOut(service, { limit })) < limit) return
}
