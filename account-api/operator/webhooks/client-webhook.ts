import type { OwnedClient } from '#account-api/applications/clients/client-record'
import { newId } from '#account-api/kernel/random'
import type { Fault } from '#account-api/operator/handling'
import { inTransaction, type Service } from '#account-api/operator/service'
import { ofClients } from '#contract/operator/messages/event-groups'
import { sealBearer } from './secret'
import { forgetWaiting, remove, removeOne, tellInLog, urlFault } from './webhook-acts'

interface Asked {
  client: OwnedClient
  url: string
  /** Empty: none. */
  bearer: string
}

/** Switches signals to a client off: removes its webhook, with waiting deliveries. */
export const endSignals = async (service: Service, clientId: string): Promise<void> => {
  const present = await service.storage.webhooks.ofClient(clientId)
  if (present) await remove(service, present.id)
}

/**
 * Sends signals to an address of a client, from now on. What waits for an earlier address is not sent: another program
 * may be there. If the new address cannot be stored, signals still go to the earlier one.
 */
export const beginSignals = async (
  service: Service,
  asked: Asked,
): Promise<{ ok: true; id: string } | { ok: false; code: 'already' } | ({ ok: false; code: 'fault' } & Fault)> => {
  const fault = urlFault(service.deployment, asked.url)
  if (fault) return { ok: false, code: 'fault', ...fault }
  const present = await service.storage.webhooks.ofClient(asked.client.id)
  // Ahead of the transaction, because there may be many.
  if (present) await forgetWaiting(service, present.id)
  const id = await replace(service, { ...asked, url: new URL(asked.url).href })
  return id === undefined ? { ok: false, code: 'already' } : { ok: true, id }
}

/** Undefined: another call has set an address at this moment. */
const replace = inTransaction<Asked, string | undefined>(async (stores, { client, url, bearer }) => {
  const { deployment, organisations, webhooks } = stores
  const organisation = client.organisationId === null ? undefined : await organisations.lock(client.organisationId)
  const present = await webhooks.ofClient(client.id)
  if (present) await removeOne(stores, present.id)
  const createdAt = deployment.now()
  const id = newId(createdAt)
  const webhook = { id, organisationId: client.organisationId, clientId: client.id, url, events: [`${ofClients}.*`] }
  if (!(await webhooks.insert({ ...webhook, createdAt, ...sealBearer(deployment, id, bearer) }))) return undefined
  await tellInLog(stores, { kind: 'webhook_added', organisation, webhook })
  return id
})
