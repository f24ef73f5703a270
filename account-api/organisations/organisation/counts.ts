import type { Acting } from '#account-api/organisations/records/member-record'
import { mayDo } from '#account-api/organisations/records/permissions'
import type { Service } from '#account-api/organisations/service'
import { mostCounted, type SubjectCounts } from '#contract/organisations/counts'
import type { Permission } from '#contract/terms/permissions'
import type { Counted } from './count-store'

/** The permission that seeing each count needs. */
const needed: Record<Counted, Permission> = {
  members: 'member.read',
  frozen: 'member.read',
  invitations: 'invitation.read',
  requests: 'invitation.send',
  waiting: 'member.create',
  roles: 'role.read',
}

/**
 * Counts what an organisation has, limited to what the acting member may see.
 * @returns null for hidden counts, and `mostCounted` if it is reached
 */
export const countsFor = async ({ storage }: Service, acting: Acting): Promise<SubjectCounts> => {
  const seen = (Object.keys(needed) as Counted[]).filter((kind) => mayDo(acting, needed[kind]))
  const found = await storage.counts.ofOrganisation(acting.organisation.id, seen, mostCounted)
  return { members: null, frozen: null, invitations: null, requests: null, waiting: null, roles: null, ...found }
}
