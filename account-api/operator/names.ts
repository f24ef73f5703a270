import { inTransaction, type Service } from '../closing/service'
import { nowhere } from '../kernel/from'
import { nobody, recordInOrganisation } from '../organisations/organisation/log/log'
import { doAndLog, noClient } from './client-acts'
import type { Said } from './said'
import { readShownName } from './shown-name'

interface Naming {
  publicId: string
  name: string
}

const rename = inTransaction<Naming, boolean>(async (setting, stores, { publicId, name }) => {
  const found = await stores.organisations.find(publicId)
  const organisation = found && (await stores.organisations.lock(found.id))
  if (!organisation) return false
  const { baseInfos, detailInfos, name: before } = organisation
  await stores.organisations.update(organisation.id, { name, baseInfos, detailInfos })
  await recordInOrganisation(setting, stores, {
    kind: 'organisation_updated',
    acting: { organisation, identity: nobody },
    before: { name: before },
    after: { name },
    from: nowhere,
  })
  return true
})

/** Gives an organisation a name, also one that sounds official: the operator knows whose it is. */
export const nameOrganisation = async (service: Service, publicId = '', typed = ''): Promise<Said> => {
  const shown = readShownName(typed)
  if ('text' in shown) return shown
  if (await rename(service, { publicId, ...shown })) return { ok: true, text: `It is called ${shown.name}.` }
  return { ok: false, text: `There is no organisation ${publicId}.` }
}

/** The same for an application that asks people for authorisation. */
export const nameClient = async (service: Service, key = '', typed = ''): Promise<Said> => {
  const shown = readShownName(typed)
  if ('text' in shown) return shown
  const act = doAndLog(service, { key, kind: 'client_updated', act: (stores) => stores.openClients.change(key, shown) })
  return (await act) ? { ok: true, text: `${key} is called ${shown.name}.` } : noClient(key)
}
