import { inTransaction, type Service } from '#account-api/applications/service'
import { failureOf } from '#account-api/kernel/failures/failure'
import { inBatches } from '#account-api/kernel/queue/batches'
import { type LaneLog, startLooking } from '#account-api/kernel/queue/lane'
import { days, hours } from '#account-api/kernel/time'
import { pageOf, tellPerson } from '#account-api/organisations/organisation/tell'
import type { ClientRecord } from './client-record'

export const expiringSecretsRule = {
  lookEveryMs: hours(1),
  /** How long before the expiry its organisation is notified. */
  aheadMs: days(14),
  atOnce: 50,
}

/**
 * Notifies organisations of secrets that expire soon, until it is stopped. Several copies may run.
 * @returns a function that stops it and waits for the running batch
 */
export const startTellingOfSecrets = (service: Service, log: LaneLog): (() => Promise<void>) =>
  startLooking((stopped) => tellOfSecrets(service, stopped), { everyMs: expiringSecretsRule.lookEveryMs, log })

/**
 * Notifies of each secret that expires soon, once, and leaves a log line for the operator. A notice that fails is logged
 * and not repeated, so it delays no other.
 */
export const tellOfSecrets = async (service: Service, stopped?: AbortSignal): Promise<void> => {
  const { deployment, storage } = service
  const tellSome = async (limit: number) => {
    const at = deployment.now()
    const clients = await storage.openClients.takeExpiring({ at, until: at + expiringSecretsRule.aheadMs, limit })
    for (const client of clients)
      await tell(service, client).catch((error) =>
        deployment.warn({ client: client.id, ...failureOf(error) }, 'the notice of an expiring secret failed'),
      )
    return clients.length
  }
  await inBatches(tellSome, { rows: expiringSecretsRule.atOnce, stopped })
}

/** Notifies the member who has registered a client, or the manager if that member has left. */
const tell = inTransaction<ClientRecord, void>(async (stores, client) => {
  const { id, name, organisationId, registeredBy, secretExpiresAt } = client
  const { deployment, members, openClients } = stores
  const expires = new Date(secretExpiresAt ?? 0).toISOString()
  deployment.warn({ client: id, organisation: organisationId, expires }, 'the secret of a client expires soon')
  const owned = await openClients.find(id)
  if (organisationId === null || !owned?.owner || owned.ownerPublicId === null) return
  const organisation = { id: organisationId, publicId: owned.ownerPublicId, name: owned.owner.name }
  const [owner] = registeredBy === null ? [] : await members.find(organisation.id, [registeredBy])
  const reader = owner && !owner.isSuspended ? owner : await members.managerOf(organisation.id)
  if (!reader) return
  await tellPerson(stores, {
    ...{ accountId: reader.accountId, organisation, news: 'secret_expires', names: { application: name } },
    until: secretExpiresAt ?? undefined,
    isMinor: true,
    link: pageOf(deployment, organisation, `/applications/${id}`),
  })
})
