import { recordAndTell } from '#account-api/accounts/notices/notice'
import { type From, nowhere } from '#account-api/kernel/from'
import type { Change } from '#account-api/kernel/outbox/message'
import type { MemberRecord } from '#account-api/organisations/records/member-record'
import type { OrganisationRecord } from '#account-api/organisations/records/organisation-store'
import { givesPower } from '#account-api/organisations/records/permissions'
import type { RoleRecord } from '#account-api/organisations/records/role-record'
import type { Rule } from '#account-api/organisations/service'

/** An act by the manager, or by an intruder in the manager's name. */
interface ManagerNews {
  change: Extract<
    Change,
    | `transfer_${string}`
    | `application_${string}`
    | 'closing_started'
    | 'administrator_given'
    | 'mail_domain_added'
    | 'renamed_organisation'
  >
  organisation: Pick<OrganisationRecord, 'name'>
  manager: Pick<MemberRecord, 'accountId'>
  /** The source of the manager's call. Missing: another person acted. */
  from?: From
}

/**
 * Notifies a manager of an event in their organisation, at all addresses, with the link of “this was not me”, and in
 * the activity of their account.
 */
export const tellHandingOver: Rule<ManagerNews, void> = async (
  stores,
  { change, organisation: { name: detail }, manager: { accountId }, from = nowhere },
) => {
  const account = await stores.accounts.profile(accountId)
  if (!account) return
  await recordAndTell(stores, { account, change, from, detail })
}

type News = Omit<ManagerNews, 'manager'> & { organisation: Pick<OrganisationRecord, 'id' | 'name'> }

/** Notifies the manager of an organisation that somebody gave power over it or in its name, or renamed it. */
export const tellManager: Rule<News, void> = async (stores, news) => {
  const manager = await stores.members.managerOf(news.organisation.id)
  if (manager) await tellHandingOver(stores, { ...news, manager })
}

/** Notifies the manager if the given roles grant a power that the earlier ones did not. */
export const tellOfPower: Rule<
  Omit<News, 'change'> & { given: RoleRecord | readonly RoleRecord[] | undefined; before?: RoleRecord | undefined },
  void
> = async (stores, { given = [], before, ...news }) => {
  if (givesPower([given].flat(), before ? [before] : []))
    await tellManager(stores, { change: 'administrator_given', ...news })
}
