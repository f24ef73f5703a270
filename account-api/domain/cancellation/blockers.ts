import type { cancellationBlockers } from '../../../contract/errors'
import type { Stores } from '../stores'

export type BlockerName = (typeof cancellationBlockers)[number]

/** A rule that may stand in the way of cancelling an account: whatever would be left without anybody to look after it. */
export interface Blocker {
  name: BlockerName
  /** Asked in the transaction that cancels, with the account locked. */
  blocks(stores: Stores, accountId: string): Promise<boolean>
}

/** Every such rule. An account of its own holds nothing up. */
export const blockers: readonly Blocker[] = []

/** What stands in the way of an account. */
export const blockersOf = async (
  rules: readonly Blocker[],
  stores: Stores,
  accountId: string,
): Promise<BlockerName[]> => {
  const standing: BlockerName[] = []
  for (const { name, blocks } of rules) if (await blocks(stores, accountId)) standing.push(name)
  return standing
}
