import type { Acting } from '../records/identity-record'
import { mayDo } from '../records/permissions'
import { rolesIn } from '../roles/holders'
import { judgeGiving } from '../roles/role-to-give'
import type { Stores, Transaction } from '../service'
import type { Activation } from './activation-store'

/**
 * Whoever answers for an account that waits, as they may act now. Undefined: they have left, are frozen, or may not
 * create accounts any more, so nobody activates it.
 */
export const giverNow = async (
  stores: Stores,
  { giver, organisationId }: Pick<Activation, 'giver' | 'organisationId'>,
): Promise<Acting | undefined> => {
  const place = giver && (await stores.identities.placeOf(giver.accountId, { organisationId }))
  if (!place || place.identity.isFrozen) return undefined
  const acting = { ...place, roles: rolesIn(await stores.roles.givenTo([place.identity.id]), place.identity) }
  return mayDo(acting, 'member.create') ? acting : undefined
}

/**
 * Judges again what an account that waits was given, by what its giver may give now. Roles that they may not give are
 * taken away. The account and the organisation have to be locked.
 * @returns false when it is not given at all
 */
export const judgeGiven = async (stores: Transaction, activation: Activation): Promise<boolean> => {
  const { accountId, organisationId } = activation
  const giver = await giverNow(stores, activation)
  const place = await stores.identities.placeOf(accountId, { organisationId })
  if (!giver || !place) return false
  const roles = rolesIn(await stores.roles.givenTo([place.identity.id]), place.identity)
  for (const role of roles) if (judgeGiving(giver, role)) await stores.roles.takeFrom(role.id, [place.identity.id])
  return true
}
