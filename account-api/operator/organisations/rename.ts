import { inTransaction } from '#account-api/closing/service'
import { nowhere } from '#account-api/kernel/from'
import { nobody, recordInOrganisation } from '#account-api/organisations/organisation/log/log'

interface Naming {
  publicId: string
  name: string
}

/** Gives an organisation a name, even one that sounds official: the operator has verified it. */
export const renameOrganisation = inTransaction<Naming, boolean>(async (stores, { publicId, name }) => {
  const found = await stores.organisations.find(publicId)
  const organisation = found && (await stores.organisations.lock(found.id))
  if (!organisation) return false
  const { baseInfos, detailInfos, name: before } = organisation
  await stores.organisations.update(organisation.id, { name, baseInfos, detailInfos })
  await recordInOrganisation(stores, {
    kind: 'organisation_updated',
    acting: { organisation, member: nobody },
    before: { name: before },
    after: { name },
    from: nowhere,
  })
  return true
})
