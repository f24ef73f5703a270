import { newId } from '#account-api/kernel/random'
import { inTransaction, type Service } from '#account-api/operator/service'
import { isToldOf } from './event-names'
import { webhookRule } from './webhook'

/**
 * Hands events out to the webhooks that are notified of them, in one transaction: an event is handed out once, however
 * many copies run.
 * @returns how many events there were
 */
export const handOut = inTransaction<{ limit: number }, number>(
  async ({ setting, events, webhooks, turns, deliveries }, { limit }) => {
    const unread = await events.takeUnread(limit)
    if (unread.length === 0) return 0
    const organisationIds = unread.flatMap(({ organisationId, organisationAct }) =>
      organisationAct === null ? [] : (organisationId ?? []),
    )
    const listening = await webhooks.listening([...new Set(organisationIds)])
    const at = setting.now()
    const due = unread.flatMap((event) =>
      listening
        .filter((webhook) => isToldOf(webhook, event))
        .map((webhook) => ({ id: newId(at), webhookId: webhook.id, eventId: event.id, nextAttemptAt: at })),
    )
    if (due.length === 0) return unread.length
    await deliveries.insert(due)
    await turns.wake([...new Set(due.map(({ webhookId }) => webhookId))], at)
    return unread.length
  },
)

/** Hands waiting events out, as long as time is left to send them. */
export const handOutAll = async (service: Service, stopped?: AbortSignal): Promise<void> => {
  const { handedOutAtOnce: limit, batchesOfALook } = webhookRule
  for (let batch = 0; batch < batchesOfALook && !stopped?.aborted; batch += 1)
    if ((await handOut(service, { limit })) < limit) return
}
