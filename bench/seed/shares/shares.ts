import type { Schema } from '#account-api/database/schema'
import { largeShares } from '#bench/seed/large-organisation'
import { organisationShares } from '#bench/seed/organisations'
import type { Person, Share } from '#bench/seed/person'
import { accountShares } from './account-shares'
import { applicationShares } from './application-shares'
import { historyShares } from './history-shares'
import { messageShares } from './message-shares'
import { operatorShares } from './operator-shares'
import { passingShares } from './passing-shares'

/** The shares of organisations, including the large one. */
const withLarge = (small: typeof organisationShares): typeof organisationShares => {
  const both = Object.entries<(person: Person) => unknown[]>(small).map(([table, share]) => {
    const large = largeShares[table as keyof typeof small]
    return [table, (person: Person) => [...share(person), ...(large?.(person) ?? [])]]
  })
  return Object.fromEntries(both) as typeof organisationShares
}

/** The accounts come first, because the other rows refer to them. A new table does not compile without a share here. */
export const shares: { [Table in keyof Schema]: Share<Table> } = {
  ...accountShares,
  ...applicationShares,
  ...historyShares,
  ...passingShares,
  ...operatorShares,
  ...withLarge(organisationShares),
  ...messageShares,
}

export const tables = Object.keys(shares) as (keyof Schema)[]
