import { newId, newToken } from '#account-api/kernel/random'
import type { Client } from '#contract/client'
import { sortKeyOf } from '#rules/typed/name-key'
import type { Member, Organisation } from '#tests/account-api/organisations/members/members'
import type { World } from '#tests/account-api/worlds/world'

/** Gives somebody who has an account a place in an organisation. */
export const joinAs = async (
  world: World,
  { id }: Organisation,
  person: { userId: string; mobile?: string; client: Client },
): Promise<Member> => {
  const { userId, client, mobile = '' } = person
  const identityId = newToken(128)
  await world.storage.members.insert({
    id: newId(world.deployment.now()),
    publicId: identityId,
    userPublicId: newToken(128),
    organisationId: id,
    accountId: userId,
    name: 'Bo',
    sortKey: sortKeyOf('Bo'),
    address: null,
    joinedAt: world.deployment.now(),
  })
  return { client, mobile, userId, identityId }
}
