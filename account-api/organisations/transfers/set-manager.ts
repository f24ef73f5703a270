import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { isOpen } from '#account-api/accounts/account/account-record'
import { record } from '#account-api/accounts/activity/activity'
import { addressesOf } from '#account-api/accounts/notices/notice'
import { nowhere } from '#account-api/kernel/from'
import { mostManaged } from '#account-api/organisations/organisation/create'
import { join } from '#account-api/organisations/organisation/join'
import { nobody, recordInOrganisation } from '#account-api/organisations/organisation/log/log'
import {
  tellAdministrators,
  tellingOthers,
  tellPerson,
  type Untold,
} from '#account-api/organisations/organisation/tell'
import type { MemberRecord } from '#account-api/organisations/records/member-record'
import type { OrganisationRecord } from '#account-api/organisations/records/organisation-store'
import { inTransaction, type Transaction } from '#account-api/organisations/service'
import { endPendingTransfer } from './end'

interface Asked {
  publicId: string
  accountId: string
  /** For the members of the organisation to read. */
  reason: string
}

export type ManagerSet =
  | { ok: true; organisation: OrganisationRecord; was: string; is: string; untold: Untold | undefined }
  | {
      ok: false
      code: 'no_such_subject' | 'no_such_user' | 'not_open' | 'no_address' | 'already' | 'too_many'
      untold?: undefined
    }

/**
 * Makes a person the manager of an organisation, for the operator, who has seen proof. A pending transfer ends. The
 * former manager becomes a member without a role, because they may be the one who took the organisation. The new
 * manager gets a place if it was removed or suspended.
 */
export const setManager = tellingOthers(
  inTransaction<Asked, ManagerSet>(async (stores, { publicId, accountId, reason }) => {
    const refused = (code: Extract<ManagerSet, { ok: false }>['code']) => ({ ok: false, code }) as const
    const found = await stores.organisations.find(publicId)
    const seen = found && (await stores.members.managerOf(found.id))
    if (!found || !seen) return refused('no_such_subject')
    await stores.accounts.lock(accountId, seen.accountId)
    const organisation = await stores.organisations.lock(found.id)
    const manager = organisation && (await stores.members.managerOf(organisation.id))
    if (!organisation || !manager) return refused('no_such_subject')
    const account = await stores.accounts.profile(accountId)
    if (!account) return refused('no_such_user')
    if (manager.accountId === accountId) return refused('already')
    if (!isOpen(account)) return refused('not_open')
    // An account without an address: nobody has signed in to it yet, or no message would arrive.
    if (addressesOf(account).length === 0) return refused('no_address')
    if ((await stores.members.countManaged(accountId)) >= mostManaged) return refused('too_many')

    await endPendingTransfer(stores, { acting: { organisation, member: nobody }, from: nowhere })
    const to = await openPlace(stores, { organisation, account })
    if (!to || !(await stores.transfers.replaceManager(organisation.id, { from: manager.id, to: to.id })))
      throw new Error('the manager of a locked organisation has changed')
    for (const { role } of await stores.roles.givenTo([manager.id])) await stores.roles.takeFrom(role.id, [manager.id])
    await recordInOrganisation(stores, {
      kind: 'manager_set',
      acting: { organisation, member: nobody },
      target: to,
      before: { manager: manager.name },
      after: { manager: to.name, reason },
      from: nowhere,
    })

    const told = { organisation, names: { from: manager.name, to: to.name }, news: 'manager_set' as const }
    for (const each of [manager, to]) {
      const entry = { kind: 'organisation_manager_set', from: nowhere, detail: organisation.name } as const
      await record(stores, { accountId: each.accountId, ...entry })
      await tellPerson(stores, { ...told, accountId: each.accountId })
    }
    const untold = await tellAdministrators(stores, { ...told, but: [manager.id, to.id] })
    return { ok: true, organisation, was: manager.name, is: to.name, untold }
  }),
)

/** A usable place of a person in an organisation. */
const openPlace = async (
  stores: Transaction,
  { organisation, account }: { organisation: OrganisationRecord; account: AccountProfile },
): Promise<MemberRecord | undefined> => {
  const { id: accountId } = account
  const name = account.name ?? account.username
  const place = await stores.members.placeOf(accountId, { organisationId: organisation.id })
  const member = place?.member ?? (await join(stores, { organisation, accountId, name, address: null, from: nowhere }))
  if (!member?.isSuspended) return member
  await stores.memberLists.suspend(member.id, false)
  await recordInOrganisation(stores, {
    kind: 'member_unfrozen',
    acting: { organisation, member: nobody },
    target: member,
    before: { is_frozen: true },
    after: { is_frozen: false },
    from: nowhere,
  })
  return { ...member, isSuspended: false, activeOn: null }
}
