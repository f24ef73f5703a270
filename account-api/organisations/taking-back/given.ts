import type { From } from '#account-api/kernel/from'
import { inBatches } from '#account-api/kernel/queue/batches'
import { firstIdAt, newId, newToken } from '#account-api/kernel/random'
import type { Invitation } from '#account-api/organisations/invitations/invitation-record'
import { loggedAs } from '#account-api/organisations/invitations/state'
import { joinRequestRule } from '#account-api/organisations/join-requests/ask'
import { tellInviters } from '#account-api/organisations/join-requests/tell-inviters'
import { closeDomain } from '#account-api/organisations/mail-domains/look'
import { recordInOrganisation } from '#account-api/organisations/organisation/log/log'
import type { OrganisationLogEntry } from '#account-api/organisations/organisation/log/log-store'
import type { MemberRecord } from '#account-api/organisations/records/member-record'
import type { OrganisationRecord } from '#account-api/organisations/records/organisation-store'
import type { RoleRecord } from '#account-api/organisations/records/role-record'
import { loggedRole, rolesOf } from '#account-api/organisations/roles/holders'
import type { Rule, Transaction } from '#account-api/organisations/service'
import { addedRoles, entriesOf, type Giving, rolesNamed } from './giving'

/** More places than a person has. */
const most = { places: 100 }

/**
 * Takes back what an account gave in organisations since a time, because an intruder may have used it: invitations,
 * links and lists, roles, the roles of people who joined by them, additions to roles, roles that were allowed again,
 * mail domains, and waiting places. Removed members are offered their places again. The account has to be locked.
 */
export const takeBackGiven: Rule<{ accountId: string; since: number; from: From }, void> = async (
  stores,
  { accountId, since, from },
) => {
  const places = await stores.members.ofAccount(accountId, { offset: 0, limit: most.places })
  // Sorted, so two transactions never deadlock.
  const sorted = places.sort((one, other) => (one.organisation.id < other.organisation.id ? -1 : 1))
  for (const { member, organisation: seen } of sorted) {
    const organisation = await stores.organisations.lock(seen.id)
    if (!organisation) continue
    const giving = { organisation, member, since, from }
    await endInvitations(stores, giving)
    await takeRoles(stores, giving)
    await takeOfNew(stores, giving)
    await narrowRoles(stores, giving)
    await banRoles(stores, giving)
    await closeDomains(stores, giving)
    await endWaiting(stores, giving)
    await offerBack(stores, giving)
  }
}

const endInvitations = async (stores: Transaction, giving: Giving): Promise<void> => {
  const { organisation, member, since, from } = giving
  await stores.invitationBatches.stopOf({ inviterId: member.id, since })
  const sent: Invitation[] = []
  await inBatches(async (limit) => {
    const after = sent.at(-1)?.id ?? firstIdAt(since)
    const some = await stores.invitations.sentBy(organisation.id, { inviterId: member.id, after, limit })
    sent.push(...some)
    return some.length
  })
  const updates = await entriesOf(stores, { ...giving, kind: 'invitation_updated', actor: member.publicId })
  const changed = await Promise.all(updates.map(({ target }) => stores.invitations.find(organisation.id, target)))
  for (const invitation of [...sent, ...changed.filter((each) => each !== undefined)]) {
    if (await stores.invitations.end(invitation.id, { state: 'cancelled', at: stores.deployment.now() }))
      await recordInOrganisation(stores, {
        kind: 'invitation_cancelled',
        acting: giving,
        target: loggedAs(invitation),
        from,
      })
    const { role } = invitation
    if (!role) continue
    const accepted = await entriesOf(stores, {
      ...giving,
      kind: 'invitation_accepted',
      target: invitation.publicId,
    })
    for (const { actor } of accepted)
      await takeRole(stores, giving, { publicId: actor, isGiven: ({ id }) => id === role.id })
  }
}

/** Removes roles that the member has given from their holders. */
const takeRoles = async (stores: Transaction, giving: Giving): Promise<void> => {
  const given = await entriesOf(stores, {
    ...giving,
    kind: 'role_assigned',
    actor: giving.member.publicId,
  })
  for (const entry of given) {
    const isGiven = (role: RoleRecord) => addedRoles(entry).includes(loggedRole(role))
    await takeRole(stores, giving, { publicId: entry.target, isGiven })
  }
}

/** Removes the roles of people who got their place from the member. */
const takeOfNew = async (stores: Transaction, giving: Giving): Promise<void> => {
  for (const kind of ['join_request_accepted', 'user_created', 'member_given_back'] as const)
    for (const { target, after } of await entriesOf(stores, {
      ...giving,
      kind,
      actor: giving.member.publicId,
    }))
      await takeRole(stores, giving, { publicId: target, isGiven: isIn(after) })
}

/** True for the roles in an entry of the log. */
const isIn =
  (after: OrganisationLogEntry['after']) =>
  (role: RoleRecord): boolean =>
    role.key === after?.role || rolesNamed(after).includes(loggedRole(role))

/** Removes from roles what the member added to them. */
const narrowRoles = async (stores: Transaction, giving: Giving): Promise<void> => {
  const { organisation, member, from } = giving
  const wanted = { ...giving, kind: 'role_updated', actor: member.publicId } as const
  for (const { target, before, after } of await entriesOf(stores, wanted)) {
    const role = await stores.roles.find(organisation.id, target)
    const [had, has] = [before, after].map((values) => (values?.permissions as string[] | undefined) ?? [])
    const added = role?.permissions.filter((name) => has?.includes(name) && !had?.includes(name)) ?? []
    if (!role || added.length === 0) continue
    const permissions = role.permissions.filter((name) => !added.includes(name))
    await stores.roles.update(role.id, { permissions })
    await recordInOrganisation(stores, {
      kind: 'role_updated',
      acting: giving,
      target: { publicId: target, name: role.name },
      before: { permissions: role.permissions },
      after: { permissions },
      from,
    })
  }
}

/** Disables the roles again that the member enabled. */
const banRoles = async (stores: Transaction, giving: Giving): Promise<void> => {
  const { organisation, member, from } = giving
  const wanted = { ...giving, kind: 'role_unbanned', actor: member.publicId } as const
  for (const { target } of await entriesOf(stores, wanted)) {
    const role = await stores.roles.find(organisation.id, target)
    if (!role || role.isBanned) continue
    await stores.roles.update(role.id, { isBanned: true })
    await recordInOrganisation(stores, {
      kind: 'role_banned',
      acting: giving,
      target: { publicId: target, name: role.name },
      before: { permissions: role.permissions },
      after: { permissions: [] },
      from,
    })
  }
}

/** Removes the mail domains that the member added, and closes those that it changed. */
const closeDomains = async (stores: Transaction, giving: Giving): Promise<void> => {
  const { organisation, member, from } = giving
  for (const kind of ['domain_added', 'domain_updated'] as const) {
    const wanted = { ...giving, kind, actor: member.publicId }
    for (const { targetName } of await entriesOf(stores, wanted)) {
      const domain = await stores.mailDomains.find(organisation.id, targetName)
      if (!domain) continue
      await (kind === 'domain_added' ? stores.mailDomains.delete(domain.id) : closeDomain(stores, domain))
      await recordInOrganisation(stores, {
        kind: kind === 'domain_added' ? 'domain_removed' : kind,
        acting: giving,
        target: { publicId: '', name: targetName },
        before: { joining: domain.joining, role: domain.role?.key },
        after: { joining: 'off' },
        from,
      })
      for (const { target, after } of await entriesOf(stores, { ...giving, kind: 'member_joined_by_domain' }))
        if (after?.domain === targetName) await takeRole(stores, giving, { publicId: target, isGiven: isIn(after) })
    }
  }
}

const takeRole = async (
  stores: Transaction,
  giving: Giving,
  { publicId, isGiven }: { publicId: string; isGiven: (role: RoleRecord) => boolean },
): Promise<void> => {
  const { organisation, from } = giving
  const [member] = await stores.members.find(organisation.id, [publicId])
  if (!member) return
  const roles = await rolesOf(stores, member)
  const taken = roles.filter(isGiven)
  for (const { id } of taken) await stores.roles.takeFrom(id, [member.id])
  const told = (some: readonly RoleRecord[]) => ({ roles: some.map(loggedRole) })
  if (taken.length > 0)
    await recordInOrganisation(stores, {
      kind: 'role_removed',
      acting: giving,
      target: member,
      before: told(roles),
      after: told(roles.filter((role) => !taken.includes(role))),
      from,
    })
}

/** Erases the created accounts that still wait for their owners. */
const endWaiting = async (stores: Transaction, giving: Giving): Promise<void> => {
  const { organisation, member, from } = giving
  const created = await entriesOf(stores, { ...giving, kind: 'user_created', actor: member.publicId })
  for (const { target } of created) {
    const awaited = await stores.activations.find(organisation.id, target, stores.deployment.now())
    if (!awaited) continue
    await stores.standing.erase(awaited.accountId, awaited.endsAt)
    await recordInOrganisation(stores, {
      kind: 'user_cancelled',
      acting: giving,
      target: awaited.member satisfies MemberRecord,
      from,
    })
  }
}

/**
 * Offers members whom a member has removed their places again, with their former roles. Members who may invite
 * confirm that on the page of requests to join. The organisation has to be locked.
 */
const offerBack = async (
  stores: Transaction,
  { organisation, ...giving }: Giving & { organisation: OrganisationRecord },
): Promise<void> => {
  const [by, askedAt] = [{ ...giving, organisation, actor: giving.member.publicId }, stores.deployment.now()]
  let isOffered = false
  for (const { target, targetName: name, before } of await entriesOf(stores, {
    ...by,
    kind: 'member_removed',
  })) {
    const former = await stores.memberLists.formerAt(organisation.id, { place: target, before: giving.since })
    // Skipped: they have come back, their account no longer exists, or they joined in that time.
    if (!former) continue
    const given = (await entriesOf(stores, { ...by, kind: 'role_assigned', target })).flatMap(addedRoles)
    const { accountId, address } = former
    await stores.joinRequests.put({
      ...{ id: newId(askedAt), publicId: newToken(128), organisationId: organisation.id, accountId, name },
      ...{ email: address ?? '', roles: rolesNamed(before).filter((role) => !given.includes(role)) },
      ...{ state: 'pending', askedAt, endsAt: askedAt + joinRequestRule.pendingMs },
    })
    isOffered = true
  }
  if (isOffered) await tellInviters(stores, organisation, 'places_offered')
}
