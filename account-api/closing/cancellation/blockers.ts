import type { cancellationBlockers } from '../../../contract/errors'
import type { Stores } from '../../kernel/stores'
import type { OrganisationRecord } from '../../organisations/records/organisation-store'

export type BlockerName = (typeof cancellationBlockers)[number]

/** A rule that can refuse a cancellation, because something would be left without anybody to look after it. */
export interface Blocker {
  name: BlockerName
  /** Runs in the transaction that cancels, with the account locked. */
  blocks(stores: Stores, accountId: string): Promise<boolean>
}

/** The organisations that a person has to hand over or close before their account can be cancelled. */
export const organisationsLeft = async (stores: Stores, accountId: string): Promise<OrganisationRecord[]> =>
  (await stores.identities.managed(accountId)).filter(({ closesAt }) => closesAt === null)

/** All such rules: an organisation is handed over, or closed, before its manager goes. */
export const blockers: readonly Blocker[] = [
  {
    name: 'last_manager',
    blocks: async (stores, accountId) => (await organisationsLeft(stores, accountId)).length > 0,
  },
]

/** The rules that refuse the cancellation of an account. */
export const blockersOf = async (
  rules: readonly Blocker[],
  stores: Stores,
  accountId: string,
): Promise<BlockerName[]> => {
  const standing: BlockerName[] = []
  for (const { name, blocks } of rules) if (await blocks(stores, accountId)) standing.push(name)
  return standing
}
