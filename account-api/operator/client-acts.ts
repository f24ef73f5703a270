import { type ClientAct, recordClientAct } from '../applications/clients/organisation-clients'
import { inTransaction, type Service, type Transaction } from '../closing/service'
import { nowhere } from '../kernel/from'
import { nobody } from '../organisations/organisation/log/log'
import { failed, type Said } from './said'

/** So many authorisations are ended in one transaction. */
const batch = 1000

export const noClient = (key: string): Said => failed(`No client ${key} is registered.`)

/** Disables a client, or enables it again. */
export const disable =
  (isDisabled: boolean) =>
  async (service: Service, key = ''): Promise<Said> => {
    // A client that the operator has disabled cannot be enabled by its organisation.
    const change = { disabledAt: isDisabled ? service.setting.now() : null, isDisabledByOwner: false }
    const kind = isDisabled ? 'client_disabled' : 'client_enabled'
    const changed = await doAndLog(service, { key, kind, act: (stores) => stores.openClients.change(key, change) })
    return changed ? { ok: true, text: `${key} is ${isDisabled ? 'disabled' : 'enabled'}.` } : noClient(key)
  }

/** Says of a client whether the operator knows it. A new name, picture or redirect URI of an organisation's ends that. */
export const verify = async (service: Service, key = '', typed = ''): Promise<Said> => {
  if (!['yes', 'no'].includes(typed)) return failed('Say yes or no.')
  const isVerified = typed === 'yes'
  const kind = isVerified ? 'client_verified' : 'client_unverified'
  const changed = await doAndLog(service, {
    key,
    kind,
    act: ({ openClients }) => openClients.change(key, { isVerified }),
  })
  return changed ? { ok: true, text: `${key} is ${isVerified ? 'verified' : 'not verified'}.` } : noClient(key)
}

/** Removes a client, and what people have authorised it to do. */
export const remove = async (service: Service, key = ''): Promise<Said> => {
  const act = async ({ openClients }: Transaction) => {
    await openClients.setIcon(key, null)
    return openClients.remove(key, service.setting.now())
  }
  if (!(await doAndLog(service, { key, kind: 'client_removed', act }))) return noClient(key)
  while ((await service.storage.authorisations.endOfClient(key, batch)) === batch);
  return { ok: true, text: `${key} is removed.` }
}

interface Logged {
  key: string
  kind: ClientAct
  act: (stores: Transaction) => Promise<boolean>
}

/** Does something with a client, which the log of its organisation tells, where it has one. False: there is no such client. */
export const doAndLog = inTransaction<Logged, boolean>(async (setting, stores, { key, kind, act }) => {
  const client = await stores.openClients.find(key)
  const owner = client?.organisationId ? await stores.organisations.lock(client.organisationId) : undefined
  const isDone = await act(stores)
  if (isDone && client && owner) {
    const of = { acting: { organisation: owner, identity: nobody }, from: nowhere }
    await recordClientAct(setting, stores, { kind, of, client })
  }
  return isDone
})
