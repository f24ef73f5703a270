import { recordAndTell } from '../../accounts/notices/notice'
import { type From, nowhere } from '../../kernel/from'
import type { Change } from '../../kernel/outbox/message'
import type { IdentityRecord } from '../records/identity-record'
import type { OrganisationRecord } from '../records/organisation-store'
import type { Rule } from '../service'

/** An act that a manager could have done, or an intruder in their name. */
interface ManagerNews {
  change: Extract<
    Change,
    `transfer_${string}` | 'closing_started' | 'administrator_given' | 'application_registered' | 'renamed_organisation'
  >
  organisation: Pick<OrganisationRecord, 'name'>
  manager: Pick<IdentityRecord, 'accountId'>
  /** The source of the manager's call. Missing: another person acted. */
  from?: From
}

/**
 * Tells a manager of an event in their organisation, at all addresses, with the link of “this was not me”, and in the
 * activity of their account.
 */
export const tellHandingOver: Rule<ManagerNews, void> = async (
  setting,
  stores,
  { change, organisation: { name: detail }, manager: { accountId }, from = nowhere },
) => {
  const account = await stores.accounts.profile(accountId)
  if (!account) return
  await recordAndTell(setting, stores, { account, change, from, detail })
}

/**
 * Tells the manager of an organisation that somebody gave power over it: the role of an administrator, or an application
 * that asks people in its name. Or that it has another name.
 */
export const tellManager: Rule<
  Omit<ManagerNews, 'manager'> & { organisation: Pick<OrganisationRecord, 'id' | 'name'> },
  void
> = async (setting, stores, news) => {
  const manager = await stores.identities.managerOf(news.organisation.id)
  if (manager) await tellHandingOver(setting, stores, { ...news, manager })
}
