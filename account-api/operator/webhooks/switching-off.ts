import { inBatches } from '#account-api/kernel/queue/batches'
import type { Service } from '#account-api/operator/service'
import type { DisabledBecause, Webhook } from './webhook'

/**
 * Switches a webhook off. Its waiting deliveries become dead letters, which can be retried after it is switched on. If
 * no operator did it, a line is logged.
 * @returns false when it is switched off already
 */
export const switchOff = async (
  { deployment, storage: { webhooks, deliveries } }: Service,
  {
    webhook: { id, organisationId },
    because,
  }: { webhook: Pick<Webhook, 'id' | 'organisationId'>; because: DisabledBecause },
): Promise<boolean> => {
  if (!(await webhooks.disable(id, { at: deployment.now(), because }))) return false
  await inBatches((limit) => deliveries.burySome(id, { answer: 'the webhook was switched off', limit }))
  if (because !== 'operator')
    deployment.warn({ webhook: id, organisation: organisationId, because }, 'a webhook was switched off')
  return true
}
