import { lockPerson, type Person } from '#account-api/accounts/sessions/person'
import { mark } from '#account-api/kernel/events/mark'
import { count } from '#account-api/kernel/limits/limits'
import { type TooManyRequests, tooManyRequests } from '#account-api/kernel/limits/too-many'
import { newId, newToken } from '#account-api/kernel/random'
import { days, secondsUntil } from '#account-api/kernel/time'
import { isMailboxFresh, openTo } from '#account-api/organisations/mail-domains/join'
import type { JoinRequest } from '#account-api/organisations/mail-domains/join-request-store'
import { nameInOrganisation } from '#account-api/organisations/organisation/person-name'
import { inTransaction } from '#account-api/organisations/service'
import { tellInviters } from './tell-inviters'

/** How long a request waits for an answer, and how long a person waits after a refusal. */
export const joinRequestRule = { pendingMs: days(30), declinedMs: days(30) }

interface Asking {
  person: Person
  publicId: string
  /** The name that the person gave. */
  name: string | undefined
}

type Asked =
  | { ok: true; organisationName: string; endsAt: number }
  | { ok: false; code: 'not_signed_in' | 'not_joinable' }
  | { ok: false; code: 'second_verification_required' }
  | { ok: false; code: 'already_member'; sec_subject_uid: string }
  | { ok: false; code: 'join_request_declined'; retry_after: number }
  | TooManyRequests

/**
 * Requests a place in the organisation that has proven the domain of the person's email, if the domain alone gives
 * none. Administrators decide, so the domain's record is not looked up. But the mailbox has to be proven recently,
 * because the administrators rely on that proof.
 */
export const askToJoin = inTransaction<Asking, Asked>(async (stores, { person, publicId, name: given }) => {
  const present = await lockPerson(stores, person)
  if (!present) return { ok: false, code: 'not_signed_in' }
  const { account } = present
  const held = await openTo(stores, account)
  if (held?.organisation.publicId !== publicId || held.joining !== 'invited') return { ok: false, code: 'not_joinable' }
  const { organisation, organisationId } = held
  const ofPerson = { accountId: account.id, organisationId }
  if (await stores.members.placeOf(account.id, { organisationId }))
    return { ok: false, code: 'already_member', sec_subject_uid: publicId }
  if (!isMailboxFresh(stores.deployment, present)) return { ok: false, code: 'second_verification_required' }
  const at = stores.deployment.now()
  const before = await stores.joinRequests.of(ofPerson, at)
  if (before?.state === 'declined')
    return { ok: false, code: 'join_request_declined', retry_after: secondsUntil(stores.deployment, before.endsAt) }
  if (before) return { ok: true, organisationName: organisation.name, endsAt: before.endsAt }
  const counted = await count(stores, 'joinRequests', { subject: account.id, at })
  if (!counted.within) return tooManyRequests(stores.deployment, counted.until)
  const name = await nameInOrganisation(stores, { account, given })
  const request: JoinRequest = {
    ...ofPerson,
    id: newId(at),
    publicId: newToken(128),
    email: account.email ?? '',
    name,
    state: 'pending',
    roles: null,
    askedAt: at,
    endsAt: at + joinRequestRule.pendingMs,
  }
  await mark(stores, stores.joinRequests.put(request))
  const { within } = await count(stores, 'joinNotices', { subject: organisation.id, at: stores.deployment.now() })
  if (within) await tellInviters(stores, organisation, 'join_asked')
  return { ok: true, organisationName: organisation.name, endsAt: request.endsAt }
})

type Withdrawn = { ok: true } | { ok: false; code: 'not_signed_in' | 'no_such_join_request' }

export const withdrawJoinRequest = inTransaction<{ person: Person; publicId: string }, Withdrawn>(
  async (stores, { person, publicId }) => {
    const present = await lockPerson(stores, person)
    if (!present) return { ok: false, code: 'not_signed_in' }
    const organisation = await stores.organisations.find(publicId)
    const asked = organisation && { accountId: present.account.id, organisationId: organisation.id }
    const isWithdrawn = asked && (await mark(stores, stores.joinRequests.withdraw(asked, stores.deployment.now())))
    return isWithdrawn ? { ok: true } : { ok: false, code: 'no_such_join_request' }
  },
)
