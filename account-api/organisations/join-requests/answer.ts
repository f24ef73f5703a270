import { isOpen } from '../../accounts/account/account-record'
import type { From } from '../../kernel/from'
import { openTo } from '../mail-domains/join'
import type { JoinRequest } from '../mail-domains/join-request-store'
import { lockActing, type NotActing } from '../organisation/acting'
import { join } from '../organisation/join'
import { recordInOrganisation } from '../organisation/log/log'
import { tellOfPower } from '../organisation/manager-news'
import { pageOf, tellAccount, tellPerson } from '../organisation/tell'
import type { Acting } from '../records/identity-record'
import { type RoleRefusal, roleToGive } from '../roles/role-to-give'
import { inTransaction, type Setting, type Transaction } from '../service'
import { joinRequestRule } from './ask'

interface Answering {
  acting: Acting
  /** The public id of the request. */
  publicId: string
  from: From
}

type NoRequest = { ok: false; code: 'no_such_join_request' }

const noRequest: NoRequest = { ok: false, code: 'no_such_join_request' }

/** Locks the account and the organisation, in this order, and rereads the acting identity and the request. */
const lockRequest = async (
  setting: Setting,
  stores: Transaction,
  { acting: asked, publicId }: Answering,
): Promise<{ ok: true; acting: Acting; request: JoinRequest } | NotActing | NoRequest> => {
  const find = () => stores.joinRequests.find(asked.organisation.id, publicId, setting.now())
  const seen = await find()
  if (seen) await stores.accounts.lock(seen.accountId)
  const now = await lockActing(setting, stores, asked, 'invitation.send')
  if (!now.ok) return now
  const request = seen && (await find())
  return request ? { ok: true, acting: now.acting, request } : noRequest
}

type Accepted =
  | { ok: true; identityPublicId: string }
  | NotActing
  | NoRequest
  | RoleRefusal
  | { ok: false; code: 'already_member'; sec_subject_uid: string }

/**
 * Gives the person who asks their place, if the organisation still knows them by a mailbox of its domain. Of two answers
 * at once, and of an answer and a withdrawal, one counts.
 */
export const acceptJoinRequest = inTransaction<Answering & { roleKey: string | undefined }, Accepted>(
  async (setting, stores, { roleKey, ...answering }) => {
    const found = await lockRequest(setting, stores, answering)
    if (!found.ok) return found
    const { acting, request } = found
    const { organisation } = acting
    const given = await roleToGive(stores, acting, roleKey)
    if (!given.ok) return given
    if (!(await stores.joinRequests.end(request.id))) return noRequest
    const account = await stores.accounts.profile(request.accountId)
    const held = account && isOpen(account) ? await openTo(stores, account) : undefined
    // The account has another mailbox by now, or the domain was lost: it would not be offered to ask any more.
    if (!account || held?.organisationId !== organisation.id) return noRequest
    const { id: accountId, email: address } = account
    const { from } = answering
    const identity = await join(setting, stores, { organisation, accountId, name: request.name, address, from })
    if (!identity) return { ok: false, code: 'already_member', sec_subject_uid: organisation.publicId }
    await stores.mailDomains.noteJoin(
      { organisationId: organisation.id, accountId, email: address ?? '' },
      setting.now(),
    )
    const { role } = given
    if (role) await stores.roles.give(role, [identity.id])
    await tellOfPower(setting, stores, { given: role, ...acting, from })
    await recordInOrganisation(setting, stores, {
      kind: 'join_request_accepted',
      acting,
      target: identity,
      after: { domain: held.domain, role: role?.key },
      from,
    })
    const link = pageOf(setting, organisation)
    await tellAccount(setting, stores, { organisation, news: 'join_accepted', reader: account, link })
    return { ok: true, identityPublicId: identity.publicId }
  },
)

/** Declines a request. Its person may ask again after a time. */
export const declineJoinRequest = inTransaction<Answering, { ok: true } | NotActing | NoRequest>(
  async (setting, stores, answering) => {
    const found = await lockRequest(setting, stores, answering)
    if (!found.ok) return found
    const { acting, request } = found
    const { organisation } = acting
    const until = setting.now() + joinRequestRule.declinedMs
    if (!(await stores.joinRequests.decline(request.id, until))) return noRequest
    await recordInOrganisation(setting, stores, {
      kind: 'join_request_declined',
      acting,
      target: { publicId: '', name: request.name },
      from: answering.from,
    })
    await tellPerson(setting, stores, { organisation, news: 'join_declined', accountId: request.accountId })
    return { ok: true }
  },
)
