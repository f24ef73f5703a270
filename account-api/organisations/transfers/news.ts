import { record } from '../../accounts/activity/activity'
import { tellAddresses } from '../../accounts/notices/notice'
import { type From, nowhere } from '../../kernel/from'
import type { Change } from '../../kernel/outbox/message'
import type { IdentityRecord } from '../records/identity-record'
import type { OrganisationRecord } from '../records/organisation-store'
import type { Rule } from '../service'

/** What a manager could have done, or somebody in their name. */
interface ManagerNews {
  change: Extract<Change, `transfer_${string}` | 'closing_started'>
  organisation: Pick<OrganisationRecord, 'name'>
  manager: Pick<IdentityRecord, 'accountId'>
  /** Where the manager did it. Not given: somebody else did. */
  from?: From
}

/**
 * Tells a manager what happens to their organisation, at all addresses, with the link of “this was not me”, and in the
 * activity of their account.
 */
export const tellHandingOver: Rule<ManagerNews, void> = async (
  setting,
  stores,
  { change, organisation: { name: detail }, manager: { accountId }, from = nowhere },
) => {
  const account = await stores.accounts.profile(accountId)
  if (!account) return
  await record(setting, stores, { accountId, kind: change, from, detail })
  await tellAddresses(setting, stores, { account, change, detail })
}
