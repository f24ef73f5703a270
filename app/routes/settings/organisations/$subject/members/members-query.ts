import { z } from 'zod'
import { filterBy } from '~/features/organisation/url-filter'
import { plainForm } from '~/forms/values/typed-text'
import { memberSearchMaxLength, memberSorts } from '../../../../../../contract/organisations/members'
import { identityId, roleKey } from '../../../../../../contract/organisations/organisation-fields'

/** The filters of a list of members, as in a URL. */
const narrowing = {
  search: z
    .string()
    .transform((typed) => plainForm(typed.replace(/\p{Cc}/gu, ' ')).slice(0, memberSearchMaxLength))
    .pipe(z.string().min(1)),
  role_key: roleKey,
  is_frozen: z.enum(['0', '1']),
  sort: z.enum(memberSorts).exclude(['name']),
}

export type MemberFilter = { [Name in keyof typeof narrowing]?: z.output<(typeof narrowing)[Name]> }

/** The filter that a URL asks for. */
export const memberFilterIn = (url: URL): MemberFilter => filterBy(narrowing, url)

/** The key of the entry before the page that a URL asks for. */
export const memberKeyIn = ({ searchParams }: URL): string | undefined => {
  const asked = searchParams.get('after') ?? ''
  return /^[\w-]{1,1000}$/.test(asked) ? asked : undefined
}

/** The acts for the ticked members, named as the buttons of the list are. */
export const bulkActs = ['freeze', 'unfreeze', 'remove'] as const
export type BulkAct = (typeof bulkActs)[number]

/** The most members on a page, and so the most that can be ticked. */
export const mostTicked = 20

/** The act and the members that a URL names. */
export const tickedIn = ({ searchParams }: URL): { act: BulkAct | undefined; ids: string[] } => {
  const ids = searchParams.getAll('member').filter((id) => identityId.safeParse(id).success)
  return { act: bulkActs.find((act) => searchParams.has(act)), ids: [...new Set(ids)].slice(0, mostTicked) }
}

/** The query of the page that asks before an act on members. */
export const tickedQuery = (act: BulkAct, ids: readonly string[]): string =>
  `?${new URLSearchParams([[act, '1'], ...ids.map((id) => ['member', id])])}`
