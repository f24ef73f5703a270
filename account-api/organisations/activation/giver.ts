import type { Acting } from '#account-api/organisations/records/member-record'
import { mayDo } from '#account-api/organisations/records/permissions'
import { rolesOf } from '#account-api/organisations/roles/holders'
import { judgeGiving } from '#account-api/organisations/roles/role-to-give'
import type { Stores, Transaction } from '#account-api/organisations/service'
import type { Activation } from './activation-store'

/**
 * The giver of a waiting account, with their current rights. Undefined: they have left, are suspended, or may no longer
 * create accounts, so the account cannot be activated.
 */
export const giverNow = async (
  stores: Stores,
  { giver, organisationId }: Pick<Activation, 'giver' | 'organisationId'>,
): Promise<Acting | undefined> => {
  const place = giver && (await stores.members.placeOf(giver.accountId, { organisationId }))
  if (!place || place.member.isSuspended) return undefined
  const acting = { ...place, roles: await rolesOf(stores, place.member) }
  return mayDo(acting, 'member.create') ? acting : undefined
}

/**
 * Checks the place and roles of a waiting account against the current rights of its giver. Roles that the giver may no
 * longer give are removed. The account and the organisation have to be locked.
 * @returns false when the place is not given at all
 */
export const judgeGiven = async (stores: Transaction, activation: Activation): Promise<boolean> => {
  const { accountId, organisationId } = activation
  const giver = await giverNow(stores, activation)
  const place = await stores.members.placeOf(accountId, { organisationId })
  if (!giver || !place) return false
  const roles = await rolesOf(stores, place.member)
  for (const role of roles) if (judgeGiving(giver, role)) await stores.roles.takeFrom(role.id, [place.member.id])
  return true
}
