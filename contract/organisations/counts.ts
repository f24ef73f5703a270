import { z } from 'zod'

/** The counting of an organisation's objects stops here, so it costs the same in every organisation. */
export const mostCounted = 1000

/** The number, or at least this many if it is {@link mostCounted}. Null: the member may not see them. */
export const count = z.number().int().min(0).nullable().default(null)

/** The counts of an organisation's objects that the acting member may see. */
export const subjectCounts = z.object({
  members: count,
  /** How many of them are suspended. */
  frozen: count,
  invitations: count,
  /** The pending requests to join. */
  requests: count,
  /** The accounts of the organisation that await activation. */
  waiting: count,
  roles: count,
})

export type SubjectCounts = z.output<typeof subjectCounts>
