import { z } from 'zod'
import { isAtMost } from '#contract/terms/characters'
import { flag, text } from '#contract/terms/fields'
import { personName, personNameMaxLength } from '#contract/terms/person-name'
import { sensitive } from '#contract/terms/sensitive'
import { shownName } from '#contract/terms/shown-names'

/** The longest name of a member, in characters. */
export const deputyNameMaxLength = personNameMaxLength

/**
 * An opaque public id: of an organisation, or of an identity in one. Ours have 22 characters; those of another account API
 * are what it likes, as long as they can be in a path.
 */
const publicId = z.string().regex(/^(?!\.{1,2}$)[\w.:~-]{1,64}$/)
export const secSubjectUid = publicId

/** The organisation in which a call acts, by its public id. */
export const inSubject = { sec_subject_uid: secSubjectUid }
export const identityId = publicId

/** The same in an answer. Empty: the account API does not say. */
export const knownId = publicId.or(z.literal('')).default('')

export const transferId = publicId

/** The id of an organisation inside the deployment. It is only accepted from members of the organisation. */
export const subjectUid = z.string().min(1).max(64)

/** The public id of a person within one organisation. */
export const secUserId = publicId

/** The public id of a batch of invitations that are made from one list. */
export const batchId = publicId

/** The public id of an invitation, and the ticket in its link. */
export const inviteId = publicId
export const inviteTicket = sensitive(publicId)

/** What the link in the mail of an invitation has besides the ticket: nobody else gets it, not even the inviter. */
export const inviteProof = sensitive(publicId)

/** The longest name of an organisation, in characters. */
export const subjectNameMaxLength = 100

export const subjectName = shownName(
  'organisation',
  sensitive(z.string().trim().min(1).refine(isAtMost(subjectNameMaxLength))),
)

export const joinRequestId = publicId

export const roleKey = publicId
/** The same, of a role that is created. */
export const newRoleKey = z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/)

/** The name by which an organisation knows a member. */
export const deputyName = personName

/**
 * The name that a person gives as they get a place in an organisation. An account without its own name keeps it.
 * Missing: the name of the account, and without one its username.
 */
export const ownDeputyName = { deputy_name: deputyName.optional() }

/** A role, as a member has it. */
export const heldRole = z.object({ role_key: z.string(), role_name: text })

/** A held role, with its state. */
export const givenRole = heldRole.extend({ is_banned: flag })

/** The position of an entry in the log of an organisation. It is opaque to the client. */
export const logKey = z.string().regex(/^[\w-]{1,64}$/)

/** An id in that log: the public id of an identity or of the organisation, or the key of a role. */
export const loggedId = z.string().regex(/^[\w.-]{1,64}$/)

/** The most entries on a page of that log. A file is made of such pages. */
export const longestLogPage = 1000
