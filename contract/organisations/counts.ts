import { z } from 'zod'

/** The counting of an organisation's things stops here, so that it costs the same in every organisation. */
export const mostCounted = 1000

/** So many, or at least so many where it is {@link mostCounted}. Null: the member may not see them. */
export const count = z.number().int().min(0).nullable().default(null)

/** How many of its things an organisation has, as far as the acting member may see them. */
export const subjectCounts = z.object({
  members: count,
  /** The suspended ones among them. */
  frozen: count,
  invitations: count,
  /** The pending requests to join. */
  requests: count,
  /** The accounts that the organisation created and that wait for their owners. */
  waiting: count,
  roles: count,
})

export type SubjectCounts = z.output<typeof subjectCounts>
