import { isMadeUp } from '#account-api/accounts/account/account'
import type { AccountProfile } from '#account-api/accounts/account/account-record'
import type { From } from '#account-api/kernel/from'
import { keptOut } from '#account-api/organisations/organisation/acting'
import { type ActingInLog, recordInOrganisation } from '#account-api/organisations/organisation/log/log'
import type { Place } from '#account-api/organisations/records/member-record'
import { inTransaction, type Service } from '#account-api/organisations/service'
import { sortKeyOf } from '#rules/typed/name-key'

interface Renamed {
  /** The account before the change. */
  account: AccountProfile
  name: string
  from: From
  /** The actor for the log. Default: the member. */
  actor?: ActingInLog['member']
}

const placesAtOnce = 100

/**
 * Gives an account's new name to its places, unless somebody chose another name there. Each organisation has its own
 * transaction, so none waits for the others. If it is interrupted, saving the name again does the rest.
 */
export const followName = async (service: Service, renamed: Renamed): Promise<void> => {
  const { id } = renamed.account
  for (let offset = 0; ; offset += placesAtOnce) {
    const places = await service.storage.members.ofAccount(id, { offset, limit: placesAtOnce })
    for (const place of places) if (follows(renamed, place)) await renamePlace(service, { ...renamed, place })
    if (places.length < placesAtOnce) return
  }
}

/** True for a place with the username or the former name of the account, unless its person is kept out. */
const follows = ({ account, name }: Renamed, place: Place): boolean => {
  const { name: present } = place.member
  if (present === name || keptOut(place, { whenSuspended: false, whenMemberSuspended: false })) return false
  return present === account.name || present === account.username || isMadeUp(present)
}

const renamePlace = inTransaction<Renamed & { place: Place }, void>(async (stores, { place: seen, ...renamed }) => {
  const { organisation, member } = seen
  await stores.organisations.lock(organisation.id)
  const place = await stores.members.placeOf(member.accountId, { id: member.id })
  if (!place || !follows(renamed, place)) return
  const { name, from, actor = place.member } = renamed
  await stores.memberLists.rename(member.id, { name, sortKey: sortKeyOf(name) })
  await recordInOrganisation(stores, {
    kind: 'member_renamed',
    acting: { organisation: place.organisation, member: actor },
    target: place.member,
    before: { name: place.member.name },
    after: { name },
    from,
  })
})
