import { inTransaction, type Service, type Transaction } from '#account-api/applications/service'
import { type DueLog, startLooking } from '#account-api/kernel/jobs/due'
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
export const startTellingOfSecrets = (service: Service, log: DueLog): (() => Promise<void>) =>
  startLooking((stopped) => tellOfSecrets(service, stopped), { everyMs: expiringSecretsRule.lookEveryMs, log })

/** Notifies of each secret that expires soon, once, and leaves a log line for the operator. */
export const tellOfSecrets = async (service: Service, stopped?: AbortSignal): Promise<void> => {
  let told = expiringSecretsRule.atOnce
  while (told === expiringSecretsRule.atOnce && !stopped?.aborted) told = await tellSome(service, {})
}

const tellSome = inTransaction<object, number>(async (stores) => {
  const at = stores.setting.now()
  const range = { at, until: at + expiringSecretsRule.aheadMs, limit: expiringSecretsRule.atOnce }
  const clients = await stores.openClients.takeExpiring(range)
  for (const client of clients) await tellOwner(stores, client)
  return clients.length
})

/** Notifies the member who has registered a client, or the manager if that member has left. */
const tellOwner = async (
  stores: Transaction,
  { id, name, organisationId, registeredBy, secretExpiresAt }: ClientRecord,
): Promise<void> => {
  const { setting, identities, openClients } = stores
  const expires = new Date(secretExpiresAt ?? 0).toISOString()
  setting.warn({ client: id, organisation: organisationId, expires }, 'the secret of a client expires soon')
  const owned = await openClients.find(id)
  if (organisationId === null || !owned?.owner || owned.ownerPublicId === null) return
  const organisation = { id: organisationId, publicId: owned.ownerPublicId, name: owned.owner.name }
  const [owner] = registeredBy === null ? [] : await identities.find(organisation.id, [registeredBy])
  const reader = owner && !owner.isFrozen ? owner : await identities.managerOf(organisation.id)
  if (!reader) return
  await tellPerson(stores, {
    ...{ accountId: reader.accountId, organisation, news: 'secret_expires', names: { application: name } },
    until: secretExpiresAt ?? undefined,
    isMinor: true,
    link: pageOf(setting, organisation, `/applications/${id}`),
  })
}
