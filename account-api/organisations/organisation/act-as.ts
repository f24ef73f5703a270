import { lockPerson, type Person } from '#account-api/accounts/sessions/person'
import type { OpenedSession } from '#account-api/accounts/sessions/session'
import { endOf } from '#account-api/accounts/sessions/use'
import { mark } from '#account-api/kernel/events/mark'
import { hashToken, newToken } from '#account-api/kernel/random'
import type { Place } from '#account-api/organisations/records/member-record'
import { inTransaction, type Service } from '#account-api/organisations/service'
import { type KeptOut, refusedAt, type WithoutFactor } from './acting'

/** Exceptions: for example the manager of a suspended organisation, who can unsuspend it. */
const letIn = { whenSuspended: true, whenMemberSuspended: false }

type ActsAs =
  | { ok: true; place: Place; session: OpenedSession }
  | { ok: false; code: 'not_signed_in' | 'no_such_subject' | 'no_such_identity' }
  | KeptOut
  | WithoutFactor

interface Chosen {
  person: Person
  /** An organisation of the account. */
  organisationId: string
  /** The public id of the member. */
  member: string
  /** The member may belong to another organisation of the account. */
  elsewhere: boolean
}

/**
 * Makes the session act as a member of its account, and gives it a new token. If the call came with the token from
 * before a second verification, no new token is issued: the old one ends within a minute for every holder.
 */
export const actAs = inTransaction<Chosen, ActsAs>(async (stores, { person, organisationId, member, elsewhere }) => {
  const present = await lockPerson(stores, person)
  if (!present) return { ok: false, code: 'not_signed_in' }
  const { account, session } = present
  if (!(await stores.members.placeOf(account.id, { organisationId }))) return { ok: false, code: 'no_such_subject' }
  const place = await stores.members.placeOf(account.id, { publicId: member })
  if (!place || (!elsewhere && place.organisation.id !== organisationId)) return { ok: false, code: 'no_such_identity' }
  const out = refusedAt(stores.deployment, place, letIn)
  if (out) return out
  const at = stores.deployment.now()
  const token = newToken(256)
  const memberId = place.member.id
  const chosen = { tokenHash: hashToken(token), at, memberId }
  if (!(await mark(stores, stores.sessions.act(session, chosen)))) return { ok: false, code: 'not_signed_in' }
  const acting = { ...session, memberId, lastSeenAt: at, token }
  return { ok: true, place, session: { ...acting, expiresAt: endOf(stores.deployment, session) } }
})

/**
 * The acting member of a session: the last chosen one, unless it no longer exists or is kept out; otherwise the only
 * one. A session without a choice among several has none.
 */
export const actingAs = async (
  { deployment, storage: { members } }: Service,
  { account, session }: Person,
): Promise<Place | undefined> => {
  const chosen = session.memberId && (await members.placeOf(account.id, { id: session.memberId }))
  if (chosen && !refusedAt(deployment, chosen, letIn)) return chosen
  const only = await members.only(account.id)
  return only && !refusedAt(deployment, only, letIn) ? only : undefined
}
