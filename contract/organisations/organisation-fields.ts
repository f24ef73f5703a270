import { z } from 'zod'
import { isAtMost } from '#contract/terms/characters'
import { flag, text } from '#contract/terms/fields'
import { personName, personNameMaxLength } from '#contract/terms/person-name'
import { sensitive } from '#contract/terms/sensitive'
import { shownName } from '#contract/terms/shown-names'

/** The maximum length of a member's name, in characters. */
export const deputyNameMaxLength = personNameMaxLength

/**
 * An opaque public id: of an organisation, or of an identity in one. The bundled account API makes 22 characters;
 * another one may return any text that can be in a path.
 */
const publicId = z.string().regex(/^(?!\.{1,2}$)[\w.:~-]{1,64}$/)
export const secSubjectUid = publicId

/** The organisation in which a call acts, by its public id. */
export const inSubject = { sec_subject_uid: secSubjectUid }
export const identityId = publicId

/** The organisation in an answer. Empty: the account API does not say. */
export const knownId = publicId.or(z.literal('')).default('')

export const transferId = publicId

/** The id of an organisation within the deployment. It is only accepted from members of the organisation. */
export const subjectUid = z.string().min(1).max(64)

/** The public id of a person within one organisation. */
export const secUserId = publicId

/** The public id of a batch of invitations from one list. */
export const batchId = publicId

/** The public id of an invitation, and the ticket in its link. */
export const inviteId = publicId
export const inviteTicket = sensitive(publicId)

/** The part of the link in an invitation's mail besides the ticket. Nobody else gets it, not even the inviter. */
export const inviteProof = sensitive(publicId)

/** The maximum length of an organisation's name, in characters. */
export const subjectNameMaxLength = 100

export const subjectName = shownName(
  'organisation',
  sensitive(z.string().trim().min(1).refine(isAtMost(subjectNameMaxLength))),
)

export const joinRequestId = publicId

export const roleKey = publicId
/** The key of a new role. */
export const newRoleKey = z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/)

/** The name by which an organisation knows a member. */
export const deputyName = personName

/**
 * The name that a person gives when they get a place in an organisation. An account without a name keeps it. Missing:
 * the name of the account, otherwise its username.
 */
export const ownDeputyName = { deputy_name: deputyName.optional() }

/** A role of a member. */
export const heldRole = z.object({ role_key: z.string(), role_name: text })

/** A held role, with its state. */
export const givenRole = heldRole.extend({ is_banned: flag })

/** The position of an entry in the log of an organisation. It is opaque to the client. */
export const logKey = z.string().regex(/^[\w-]{1,64}$/)

/** An id in that log: the public id of an identity or of the organisation, or the key of a role. */
export const loggedId = z.string().regex(/^[\w.-]{1,64}$/)

/** The maximum number of entries on a page of the log. A file consists of such pages. */
export const longestLogPage = 1000
