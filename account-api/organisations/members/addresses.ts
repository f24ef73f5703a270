import { maskAddress } from '#account-api/accounts/account/identifier'
import type { Acting } from '#account-api/organisations/records/member-record'
import { mayDo } from '#account-api/organisations/records/permissions'
import { readingsOf, type Searched } from '#account-api/organisations/records/searched-address'
import type { Service } from '#account-api/organisations/service'
import { shownEmail } from '#rules/typed/shown-address'
import type { Member } from './listed-member'

/**
 * True when a person may read members' whole addresses, if the organisation knows them. The permission to invite shows
 * such addresses anyway.
 */
const readsWhole = (acting: Acting): boolean => mayDo(acting, 'member.read') && mayDo(acting, 'invitation.send')

/**
 * Members' addresses for a viewer in the organisation: one of each account, masked. It is whole if the organisation
 * knows the member by it and the viewer may read it. Members without an address are left out.
 * @returns the shown addresses, by the ids of members
 */
export const shownAddresses = async (
  { storage }: Service,
  acting: Acting,
  members: readonly Pick<Member, 'id' | 'accountId' | 'address'>[],
): Promise<ReadonlyMap<string, string>> => {
  if (!mayDo(acting, 'member.read')) return new Map()
  const bound = await storage.accounts.addressesOf(members.map(({ accountId }) => accountId))
  const isWhole = readsWhole(acting)
  return new Map(
    members.flatMap(({ id, accountId, address }) => {
      const own = bound.filter((each) => each.accountId === accountId)
      const known = own.find(({ value }) => value === address)
      const shown = known ?? own.find(({ kind }) => kind === 'email') ?? own[0]
      return shown ? [[id, known && isWhole ? shownEmail(known.value) : maskAddress(shown)] as const] : []
    }),
  )
}

/**
 * The members with the searched address, if the viewer may read it: a search reveals no more than the list. At most
 * two, because a number without a country code has two readings.
 */
export const membersOfAddress = async (
  { deployment, storage }: Service,
  acting: Acting,
  searched: Searched,
): Promise<Member[]> => {
  const addresses = readsWhole(acting) ? readingsOf(deployment, searched) : []
  return addresses.length === 0 ? [] : storage.memberLists.ofAddress(acting.organisation.id, addresses)
}
