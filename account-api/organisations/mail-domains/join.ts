import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { lockPerson, type Person } from '#account-api/accounts/sessions/person'
import type { From } from '#account-api/kernel/from'
import { count } from '#account-api/kernel/limits/limits'
import { type TooManyRequests, tooManyRequests } from '#account-api/kernel/limits/too-many'
import { days, hours } from '#account-api/kernel/time'
import { suspendedBy } from '#account-api/organisations/organisation/acting'
import { join } from '#account-api/organisations/organisation/join'
import { recordInOrganisation } from '#account-api/organisations/organisation/log/log'
import { nameInOrganisation } from '#account-api/organisations/organisation/person-name'
import type { RoleRecord } from '#account-api/organisations/records/role-record'
import { roleStillGiven } from '#account-api/organisations/roles/role-to-give'
import { type Deployment, inTransaction, type Service, type Stores } from '#account-api/organisations/service'
import { domainOfEmail } from '#rules/typed/email'
import { keepSeen } from './due'
import type { JoinRequest } from './join-request-store'
import type { HeldDomain } from './mail-domain-record'
import { lookAt } from './record'

/**
 * The maximum age of the last check of the record when a person joins, because domains change hands, and of the proof
 * of the mailbox, because mailboxes do too.
 */
export const joinRule = { seenMs: hours(1), mailboxMs: days(1) }

/** The role that a domain gives at present. */
export const roleGivenNow = (
  stores: Stores,
  { role, chooser }: Pick<HeldDomain, 'role' | 'chooser'>,
  organisationPublicId: string,
): Promise<RoleRecord | undefined> =>
  roleStillGiven(stores, { role, by: chooser, needed: 'domain.manage' }, organisationPublicId)

/** The domain of the account's proven email, if it lets non-members join or ask to. */
export const openTo = async (stores: Stores, { id, email }: AccountProfile): Promise<HeldDomain | undefined> => {
  if (email === null) return undefined
  const held = await stores.mailDomains.held(domainOfEmail(email))
  if (!held || held.joining === 'off' || held.missingSince !== null) return undefined
  const { organisationId } = held
  if (suspendedBy(held.organisation) !== null) return undefined
  return (await stores.mailDomains.isKeptOut({ organisationId, accountId: id, email })) ? undefined : held
}

interface Joinable {
  held: HeldDomain
  role: RoleRecord | undefined
  request: JoinRequest | undefined
}

/** The organisation that the account may join, or ask to join. */
export const joinableBy = async (
  { deployment, storage }: Service,
  account: AccountProfile,
): Promise<Joinable | undefined> => {
  const held = await openTo(storage, account)
  if (!held || (await storage.members.placeOf(account.id, { organisationId: held.organisationId }))) return undefined
  const asked = { accountId: account.id, organisationId: held.organisationId }
  return {
    held,
    role: await roleGivenNow(storage, held, held.organisation.publicId),
    request: await storage.joinRequests.of(asked, deployment.now()),
  }
}

/** True when the mailbox was proven recently: by binding it, or by a code in this session. */
export const isMailboxFresh = ({ now }: Deployment, { account, session }: Person): boolean => {
  const boundAt = account.emailBoundAt ?? 0
  return now() - Math.max(boundAt, session.factors.email ?? 0) <= joinRule.mailboxMs
}

interface Joining {
  person: Person
  publicId: string
  /** The name that the person gave. */
  name: string | undefined
  from: From
}

type Joined =
  | { ok: true; memberPublicId: string; organisationPublicId: string; organisationName: string }
  | { ok: false; code: 'not_signed_in' | 'not_joinable' }
  | { ok: false; code: 'second_verification_required' }
  | { ok: false; code: 'already_member'; sec_subject_uid: string }

type NotLooked = { ok: false; code: 'domain_unreachable' } | TooManyRequests

const notJoinable = { ok: false, code: 'not_joinable' } as const

/**
 * Makes a person a member of the organisation that has proven the domain of their email. The domain's record has to be
 * present now, and the mailbox recently proven.
 */
export const joinByDomain = async (service: Service, asked: Joining): Promise<Joined | NotLooked> => {
  const { deployment, storage } = service
  const { account } = asked.person
  const held = await openTo(storage, account)
  if (held?.organisation.publicId !== asked.publicId || held.joining !== 'join') return notJoinable
  if (!isMailboxFresh(deployment, asked.person)) return { ok: false, code: 'second_verification_required' }
  if (deployment.now() - (held.seenAt ?? 0) > joinRule.seenMs) {
    const counted = await count(storage, 'domainJoins', { subject: account.id, at: deployment.now() })
    if (!counted.within) return tooManyRequests(deployment, counted.until)
    const { organisationId, domain: name, token } = held
    const { state } = await lookAt(deployment, held)
    await keepSeen(service, { organisationId, name, token, state })
    // A new owner of the domain could keep its servers silent, so no answer counts as missing.
    if (state === 'silent') return { ok: false, code: 'domain_unreachable' }
    if (state !== undefined) return notJoinable
  }
  return takePlace(service, asked)
}

const takePlace = inTransaction<Joining, Joined>(async (stores, { person, publicId, name: given, from }) => {
  const present = await lockPerson(stores, person)
  if (!present) return { ok: false, code: 'not_signed_in' }
  const { account } = present
  const seen = await openTo(stores, account)
  if (seen) await stores.organisations.lock(seen.organisationId)
  const held = seen && (await openTo(stores, account))
  if (!held || held.organisation.publicId !== publicId || held.joining !== 'join') return notJoinable
  if (!isMailboxFresh(stores.deployment, present)) return { ok: false, code: 'second_verification_required' }
  const { organisation, organisationId } = held
  const role = await roleGivenNow(stores, held, publicId)
  const name = await nameInOrganisation(stores, { account, given })
  const joining = { organisation, accountId: account.id, name, address: account.email }
  const member = await join(stores, { ...joining, from })
  if (!member) return { ok: false, code: 'already_member', sec_subject_uid: publicId }
  await stores.mailDomains.noteJoin(
    { organisationId, accountId: account.id, email: account.email ?? '' },
    stores.deployment.now(),
  )
  if (role) await stores.roles.give(role, [member.id])
  await recordInOrganisation(stores, {
    kind: 'member_joined_by_domain',
    acting: { organisation, member },
    target: member,
    after: { domain: held.domain, role: role?.key },
    from,
  })
  return {
    ok: true,
    memberPublicId: member.publicId,
    organisationPublicId: publicId,
    organisationName: organisation.name,
  }
})
