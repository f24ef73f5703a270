import { sortKeyOf } from '../../../account-api/domain/identity/sort-key'
import { newId, newToken } from '../../../account-api/domain/random'
import type { Client } from '../../../contract/client'
import { registerMobile, type World } from '../world'

/** An organisation, with the client of its manager. */
export interface Organisation {
  sec_subject_uid: string
  /** The id inside the deployment. */
  id: string
  manager: Member
}

/** Somebody with a place in an organisation. */
export interface Member {
  client: Client
  mobile: string
  userId: string
  /** The public id of the place. */
  identityId: string
}

/** Creates an organisation with a new account as its manager. */
export const openOrganisation = async (world: World, subject_name = 'Orchard'): Promise<Organisation> => {
  const { client, mobile, userId } = await registerMobile(world)
  const created = await client.createSubject({ subject_name, base_infos: {} })
  if (!created.ok) throw new Error(`not created: ${created.code}`)
  const { sec_subject_uid, subject_uid, identity_id } = created.data
  return { sec_subject_uid, id: subject_uid, manager: { client, mobile, userId, identityId: identity_id } }
}

/** Puts a new account into an organisation, as an accepted invitation would. */
export const joinOrganisation = async (world: World, { id }: Organisation, name = 'Bo'): Promise<Member> => {
  const { client, mobile, userId } = await registerMobile(world)
  const identityId = newToken(128)
  await world.storage.identities.insert({
    id: newId(world.setting.now()),
    publicId: identityId,
    userPublicId: newToken(128),
    organisationId: id,
    accountId: userId,
    name,
    sortKey: sortKeyOf(name),
    joinedAt: world.setting.now(),
  })
  return { client, mobile, userId, identityId }
}
