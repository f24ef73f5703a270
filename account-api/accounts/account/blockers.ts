import type { Blocker, BlockerName, Stores } from '#account-api/accounts/service'

export const blockersOf = async (
  rules: readonly Blocker[],
  stores: Stores,
  accountId: string,
): Promise<BlockerName[]> => {
  const standing: BlockerName[] = []
  for (const { name, blocks } of rules) if (await blocks(stores, accountId)) standing.push(name)
  return standing
}
