import type { Showing } from '#account-api/accounts/methods/ledger'
import type { SessionRecord } from '#account-api/accounts/sessions/session-record'
import { groupsAt } from '#account-api/applications/grants/groups'
import type { Stores } from '#account-api/applications/service'
import { keptOut, mayAct } from '#account-api/organisations/organisation/acting'
import type { Place } from '#account-api/organisations/records/member-record'
import type { siteRefusals } from '#contract/applications/errors/site-errors'
import type { ProtectedSite } from './site-store'

/** A person's access to a site: the groups that the site gets, and the organisation of the first group that counted. */
export type LetIn =
  | { ok: true; groups: string[]; organisation?: string }
  | { ok: false; code: 'site_refused'; reason: (typeof siteRefusals)[number] }

/** The public id of the organisation that a group belongs to. */
export const organisationOfGroup = (group: string): string => group.split('/', 1)[0] ?? ''

/**
 * Decides whether a person may enter a site now. The groups are in the organisations that the site names; it learns of
 * no others.
 */
export const letIn = async (
  { deployment, members, roles }: Pick<Stores, 'deployment' | 'members' | 'roles'>,
  { people }: Pick<ProtectedSite, 'people'>,
  session: Pick<SessionRecord, 'accountId'> & Showing,
): Promise<LetIn> => {
  if (people.length === 0) return { ok: true, groups: [] }
  const places = await members.among(session.accountId, [...new Set(people.map(organisationOfGroup))])
  const given = await roles.givenTo(places.map(({ member }) => member.id))
  const groupsOf = (some: readonly Place[]) => some.flatMap((place) => groupsAt(given, place))
  const entered = places.filter((place) => mayAct(deployment, place, session))
  const groups = groupsOf(entered)
  const opening = people.find((group) => groups.includes(group))
  if (opening !== undefined) return { ok: true, groups, organisation: organisationOfGroup(opening) }
  // A person whom an organisation keeps out does not learn that a factor would help.
  const within = places.filter(
    (place) => keptOut(place, { whenSuspended: false, whenMemberSuspended: false }) === undefined,
  )
  const wouldOpen = groupsOf(within).some((group) => people.includes(group))
  return { ok: false, code: 'site_refused', reason: wouldOpen ? 'second_factor' : 'no_place' }
}
