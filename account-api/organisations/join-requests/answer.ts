import { type AccountProfile, isOpen } from '#account-api/accounts/account/account-record'
import { mark } from '#account-api/kernel/events/mark'
import type { From } from '#account-api/kernel/from'
import { openTo } from '#account-api/organisations/mail-domains/join'
import type { JoinRequest } from '#account-api/organisations/mail-domains/join-request-store'
import { lockActing, type NotActing } from '#account-api/organisations/organisation/acting'
import { join } from '#account-api/organisations/organisation/join'
import { recordInOrganisation } from '#account-api/organisations/organisation/log/log'
import { tellOfPower } from '#account-api/organisations/organisation/manager-news'
import { pageOf, tellAccount, tellPerson } from '#account-api/organisations/organisation/tell'
import type { Acting } from '#account-api/organisations/records/member-record'
import type { RoleRecord } from '#account-api/organisations/records/role-record'
import { loggedRole } from '#account-api/organisations/roles/holders'
import { judgeGiving, type RoleRefusal, roleToGive } from '#account-api/organisations/roles/role-to-give'
import { inTransaction, type Stores, type Transaction } from '#account-api/organisations/service'
import { formerRoles } from '#contract/organisations/join-requests'
import { joinRequestRule } from './ask'

interface Answering {
  acting: Acting
  publicId: string
  from: From
}

type NoRequest = { ok: false; code: 'no_such_join_request' }

const noRequest: NoRequest = { ok: false, code: 'no_such_join_request' }

/** Locks the account and the organisation, in this order, and rereads the acting member and the request. */
const lockRequest = async (
  stores: Transaction,
  { acting: asked, publicId }: Answering,
): Promise<{ ok: true; acting: Acting; request: JoinRequest } | NotActing | NoRequest> => {
  const find = () => stores.joinRequests.find(asked.organisation.id, publicId, stores.deployment.now())
  const seen = await find()
  if (seen) await stores.accounts.lock(seen.accountId)
  const now = await lockActing(stores, asked, 'invitation.send')
  if (!now.ok) return now
  const request = seen && (await find())
  return request ? { ok: true, acting: now.acting, request } : noRequest
}

type Accepted =
  | { ok: true; memberPublicId: string }
  | NotActing
  | NoRequest
  | RoleRefusal
  | { ok: false; code: 'already_member'; sec_subject_uid: string }

/** The roles that come with a place. A removed member gets the former roles that the acting member may give. */
const rolesToGive = async (
  stores: Stores,
  acting: Acting,
  { roles: names, roleKey }: Pick<JoinRequest, 'roles'> & { roleKey: string | undefined },
): Promise<{ ok: true; roles: RoleRecord[] } | RoleRefusal> => {
  if (names && roleKey === formerRoles) {
    const roles = await stores.roles.ofOrganisation(acting.organisation.id)
    const isGiven = (role: RoleRecord) =>
      names.includes(loggedRole(role)) && !role.isBanned && !judgeGiving(acting, role)
    return { ok: true, roles: roles.filter(isGiven) }
  }
  const given = await roleToGive(stores, acting, roleKey)
  return given.ok ? { ok: true, roles: given.role ? [given.role] : [] } : given
}

/** The address by which an organisation will know a person. Undefined: the account may no longer have a place there. */
const knownBy = async (
  stores: Stores,
  account: AccountProfile | undefined,
  { organisationId, roles, email }: JoinRequest,
): Promise<{ account: AccountProfile; address: string | null; domain?: string } | undefined> => {
  if (!account || !isOpen(account)) return undefined
  if (roles) return { account, address: email || null }
  const held = await openTo(stores, account)
  return held?.organisationId === organisationId ? { account, address: account.email, domain: held.domain } : undefined
}

/**
 * Makes the person who asked a member, if the organisation still knows them by a mailbox of its domain, or makes a
 * removed member a member again. Of two concurrent answers, or an answer and a withdrawal, one counts.
 */
export const acceptJoinRequest = inTransaction<Answering & { roleKey: string | undefined }, Accepted>(
  async (stores, { roleKey, ...answering }) => {
    const found = await lockRequest(stores, answering)
    if (!found.ok) return found
    const { acting, request } = found
    const { organisation } = acting
    const given = await rolesToGive(stores, acting, { ...request, roleKey })
    if (!given.ok) return given
    const { roles } = given
    if (!(await stores.joinRequests.end(request.id))) return noRequest
    const known = await knownBy(stores, await stores.accounts.profile(request.accountId), request)
    // The account has another mailbox by now, or the domain was lost, so a new request would be refused.
    if (!known) return noRequest
    const { account, address, domain } = known
    const { id: accountId } = account
    const { from } = answering
    const member = await join(stores, { organisation, accountId, name: request.name, address, from })
    if (!member) return { ok: false, code: 'already_member', sec_subject_uid: organisation.publicId }
    if (domain !== undefined)
      await stores.mailDomains.noteJoin(
        { organisationId: organisation.id, accountId, email: address ?? '' },
        stores.deployment.now(),
      )
    for (const role of roles) await stores.roles.give(role, [member.id])
    await tellOfPower(stores, { given: roles, ...acting, from })
    await recordInOrganisation(stores, {
      kind: request.roles ? 'member_given_back' : 'join_request_accepted',
      acting,
      target: member,
      after: request.roles ? { roles: roles.map(loggedRole) } : { domain, role: roles[0]?.key },
      from,
    })
    const link = pageOf(stores.deployment, organisation)
    await tellAccount(stores, { organisation, news: 'join_accepted', reader: account, link })
    return { ok: true, memberPublicId: member.publicId }
  },
)

/** Declines a request. Its person may ask again after a time. */
export const declineJoinRequest = inTransaction<Answering, { ok: true } | NotActing | NoRequest>(
  async (stores, answering) => {
    const found = await lockRequest(stores, answering)
    if (!found.ok) return found
    const { acting, request } = found
    const { organisation } = acting
    const until = stores.deployment.now() + joinRequestRule.declinedMs
    if (!(await mark(stores, stores.joinRequests.decline(request.id, until)))) return noRequest
    // A removed member has not asked for anything.
    if (request.roles) return { ok: true }
    await recordInOrganisation(stores, {
      kind: 'join_request_declined',
      acting,
      target: { publicId: '', name: request.name },
      from: answering.from,
    })
    await tellPerson(stores, { organisation, news: 'join_declined', accountId: request.accountId })
    return { ok: true }
  },
)
