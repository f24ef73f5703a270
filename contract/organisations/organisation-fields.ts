import { z } from 'zod'
import { flag } from '../terms/fields'
import { sensitive } from '../terms/sensitive'
import { shownName } from '../terms/shown-names'

/** The longest name of a member, in characters. */
export const deputyNameMaxLength = 60

/** An opaque public id: of an organisation, or of somebody's place in one. */
const publicId = z.string().regex(/^[\w-]{22}$/)
export const secSubjectUid = publicId

/** The organisation in which a call acts, by its public id. */
export const inSubject = { sec_subject_uid: secSubjectUid }
export const identityId = publicId

export const transferId = publicId

/** The id of an organisation inside the deployment. It is only accepted from those who have a place in it. */
export const subjectUid = z.string().min(1).max(64)

/** Whose place it is, towards one organisation. */
export const secUserId = publicId

/** The public id of many invitations that are made from one list. */
export const batchId = publicId

/** The public id of an invitation, and the ticket in its link. */
export const inviteId = publicId
export const inviteTicket = sensitive(publicId)

/** The name of an organisation. */
export const subjectName = shownName('organisation', sensitive(z.string().trim().min(1).max(100)))

/** Names a role in its organisation. */
export const roleKey = z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/)

/** The name of a member, in one line. Nothing in it turns the direction of what stands around it. */
export const deputyName = shownName(
  'member',
  sensitive(
    z
      .string()
      .trim()
      .min(1, { abort: true })
      .max(deputyNameMaxLength, { abort: true })
      .regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u, { abort: true })
      .regex(/[\p{L}\p{N}\p{P}\p{S}]/u),
  ),
)

/** A role, as a member has it. */
export const heldRole = z.object({ role_key: z.string(), role_name: z.string() })

/** The same with whether it is disabled. */
export const givenRole = heldRole.extend({ is_banned: flag })

/** Where an entry stands in the log of an organisation. What it is made of means nothing to the client. */
export const logKey = z.string().regex(/^[\w-]{1,64}$/)

/** Names somebody or something in that log: the public id of an identity or of the organisation, or the key of a role. */
export const loggedId = z.string().regex(/^[\w.-]{1,64}$/)

/** The most entries on a page of that log. A file is made of such pages. */
export const longestLogPage = 1000
