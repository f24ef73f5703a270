import { z } from 'zod'
import { memberOrders, memberSorts } from '#contract/organisations/members'
import { identityId, roleKey } from '#contract/organisations/organisation-fields'
import { filterBy, typedDay, typedSearch } from '~/features/organisations/url-filter'

/** The filters of a list of members, as in a URL. */
const narrowing = {
  search: typedSearch,
  role_key: roleKey,
  is_frozen: z.enum(['0', '1']),
  inactive_since: typedDay,
  sort: z.enum(memberSorts).exclude(['name']),
  order: z.enum(memberOrders).exclude(['ascending']),
}

export type MemberFilter = { [Name in keyof typeof narrowing]?: z.output<(typeof narrowing)[Name]> }

export const memberFilterIn = (url: URL): MemberFilter => filterBy(narrowing, url)

/**
 * A filter as the account API asks for it.
 * @param region of the visitor, in which a number without a country code is searched
 */
export const askedBy = ({ is_frozen, ...filter }: MemberFilter, region: string) => ({
  ...filter,
  ...(filter.search !== undefined && { region }),
  ...(is_frozen !== undefined && { is_frozen: Number(is_frozen) }),
})

/** The acts on ticked members that a page asks about, by the names of the list's buttons. */
export const bulkActs = ['freeze', 'unfreeze', 'remove'] as const
export type BulkAct = (typeof bulkActs)[number]

/** The maximum number of members on a page, and so of ticked ones. */
export const mostTicked = 20

export const tickedIn = ({ searchParams }: URL): string[] => {
  const ids = searchParams.getAll('member').filter((id) => identityId.safeParse(id).success)
  return [...new Set(ids)].slice(0, mostTicked)
}

export const bulkActIn = ({ searchParams }: URL): BulkAct | undefined => bulkActs.find((act) => searchParams.has(act))

const namesOf = (ids: readonly string[]) => ids.map((id) => ['member', id])

/** The query of the page that asks before an act on members. */
export const tickedQuery = (act: BulkAct, ids: readonly string[]): string =>
  `?${new URLSearchParams([[act, '1'], ...namesOf(ids)])}`

/** The query of the page that gives members a role, or removes one. */
export const roleQuery = (ids: readonly string[]): string => `?${new URLSearchParams(namesOf(ids))}`
