import { type ClientAct, recordClientAct } from '#account-api/applications/clients/organisation-clients'
import { inTransaction, type Service, type Transaction } from '#account-api/closing/service'
import { nowhere } from '#account-api/kernel/from'
import { inBatches } from '#account-api/kernel/queue/batches'
import type { Service as OperatorService } from '#account-api/operator/service'
import { endSignals } from '#account-api/operator/webhooks/client-webhook'
import { nobody } from '#account-api/organisations/organisation/log/log'
import { done, refuse } from '#contract/server'

export const noClient = (key: string) => refuse('no_such_client', `No client ${key} is registered.`)

/** Disables a client, or enables it again. */
export const disableClient = (service: Service, { key, isDisabled }: { key: string; isDisabled: boolean }) => {
  // An organisation cannot enable a client that the operator has disabled.
  const change = { disabledAt: isDisabled ? service.deployment.now() : null, isDisabledByOwner: false }
  const kind = isDisabled ? 'client_disabled' : 'client_enabled'
  return answering(service, { key, kind, act: (stores) => stores.openClients.change(key, change) })
}

/** Removes a client, and its authorisations. */
export const removeClient = async (service: OperatorService, key: string) => {
  const act = async ({ openClients }: Transaction) => {
    await openClients.setIcon(key, null)
    return openClients.remove(key, service.deployment.now())
  }
  if (!(await doAndLog(service, { key, kind: 'client_removed', act }))) return noClient(key)
  await endSignals(service, key)
  await inBatches((limit) => service.storage.authorisations.endOfClient(key, limit))
  return done({})
}

interface Logged {
  key: string
  kind: ClientAct
  act: (stores: Transaction) => Promise<boolean>
}

/** Changes a client, with an entry in its organisation's log, if it has one. False: the client does not exist. */
export const doAndLog = inTransaction<Logged, boolean>(async (stores, { key, kind, act }) => {
  const client = await stores.openClients.find(key)
  const owner = client?.organisationId ? await stores.organisations.lock(client.organisationId) : undefined
  const isDone = await act(stores)
  if (isDone && client && owner) {
    const of = { acting: { organisation: owner, member: nobody }, from: nowhere }
    await recordClientAct(stores, { kind, of, client })
  }
  return isDone
})

/** Changes a client, and returns no data. */
export const answering = async (service: Service, logged: Logged) =>
  (await doAndLog(service, logged)) ? done({}) : noClient(logged.key)
