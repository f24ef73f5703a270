import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { isOpen } from '#account-api/accounts/account/account-record'
import { judgeFactors } from '#account-api/accounts/methods/ledger'
import { lockPerson, type Person } from '#account-api/accounts/sessions/person'
import type { From } from '#account-api/kernel/from'
import { newId, newToken } from '#account-api/kernel/random'
import { days, hours, secondsUntil } from '#account-api/kernel/time'
import { suspendedBy } from '#account-api/organisations/organisation/acting'
import { mostManaged } from '#account-api/organisations/organisation/create'
import { recordInOrganisation } from '#account-api/organisations/organisation/log/log'
import { tellHandingOver } from '#account-api/organisations/organisation/manager-news'
import {
  pageOf,
  tellAdministrators,
  tellingOthers,
  tellPerson,
  type Untold,
} from '#account-api/organisations/organisation/tell'
import type { Acting, MemberRecord } from '#account-api/organisations/records/member-record'
import type { OrganisationRecord } from '#account-api/organisations/records/organisation-store'
import { administratorKey } from '#account-api/organisations/records/permissions'
import { type Deployment, inTransaction, type Rule, type Stores } from '#account-api/organisations/service'
import type { transferRefusals } from '#contract/organisations/transfers'
import { transferFrom, transferTo } from './pending'
import type { TransferRecord } from './transfer-store'
import { redeemTransferTicket } from './verify'

/** How long the new manager has to agree. */
export const transferMs = days(7)

/** How long a transfer that a single factor has started waits, and can be stopped. */
export const transferWaitMs = hours(48)

export const managerPage = '/manager'

export interface Doing {
  person: Person
  acting: Acting
  from: From
}

export type Refused<Code extends string> = { ok: false; code: Code; untold?: undefined }
type Suspended = { ok: false; code: 'subject_frozen'; by: 'manager' | 'operator' | 'closing'; untold?: undefined }
type Unfit = { ok: false; code: 'transfer_refused'; reason: (typeof transferRefusals)[number]; untold?: undefined }

export type NotOffered =
  | Refused<'not_signed_in' | 'no_such_subject' | 'no_such_identity' | 'permission_required'>
  | Suspended
  | Unfit

const refused = <Code extends string>(code: Code) => ({ ok: false, code }) as const

/** Decides whether a member can take over from this manager. */
export const judgeMember = async (
  stores: Stores,
  { managerId, organisationId, memberId }: { managerId: string; organisationId: string; memberId: string },
): Promise<{ ok: true; to: MemberRecord; account: AccountProfile } | Refused<'no_such_identity'> | Unfit> => {
  const unfit = (reason: (typeof transferRefusals)[number]) =>
    ({ ok: false, code: 'transfer_refused', reason }) as const
  const [to] = await stores.members.find(organisationId, [memberId])
  const account = to && (await stores.accounts.profile(to.accountId))
  if (!to || !account) return refused('no_such_identity')
  if (to.id === managerId) return unfit('oneself')
  if (to.isSuspended) return unfit('frozen')
  if (!isOpen(account) || (await stores.members.countManaged(account.id)) >= mostManaged) return unfit('unavailable')
  return { ok: true, to, account }
}

interface Offer {
  present: Person
  organisation: OrganisationRecord
  manager: MemberRecord
  to: MemberRecord
  account: AccountProfile
  pending: TransferRecord | undefined
  /** A transfer that was not ended, and has expired. */
  expired: TransferRecord | undefined
}

/** Locks both people and the organisation, and decides whether the manager can ask this member to take over. */
export const judgeOffer: Rule<
  Pick<Doing, 'person' | 'acting'> & { memberId: string },
  ({ ok: true } & Offer) | NotOffered
> = async (stores, { person, acting, memberId }) => {
  const { id: organisationId } = acting.organisation
  const [asked] = await stores.members.find(organisationId, [memberId])
  if (!asked) return refused('no_such_identity')
  const present = await lockPerson(stores, person, asked.accountId)
  if (!present) return refused('not_signed_in')
  const organisation = await stores.organisations.lock(organisationId)
  if (!organisation) return refused('no_such_subject')
  const by = suspendedBy(organisation)
  if (by !== null) return { ok: false, code: 'subject_frozen', by }
  const manager = await stores.members.managerOf(organisationId)
  if (manager?.id !== acting.member.id) return refused('permission_required')
  const member = await judgeMember(stores, { managerId: manager.id, organisationId, memberId })
  if (!member.ok) return member
  const found = await stores.transfers.pending(organisationId)
  const isPending = found !== undefined && found.expiresAt > stores.deployment.now()
  const [pending, expired] = isPending ? [found, undefined] : [undefined, found]
  return { ...member, present, organisation, manager, pending, expired }
}

interface Begun {
  id: string
  transferId: string
  expiresAt: number
  acceptFrom: number | null
  untold: Untold | undefined
}

/** True for a manager who could not prove two factors: their transfer has to wait before it can be accepted. */
export const waitsForFactor = (deployment: Deployment, person: Person): boolean => {
  const { areEnough, lacking } = judgeFactors(deployment, person, undefined)
  return !areEnough && lacking.length === 0
}

/**
 * Asks a member to become the manager, and notifies both and the administrators. A manager with a single factor could be a
 * thief, so such a transfer can be stopped for a while before it can be accepted.
 */
export const beginTransfer: Rule<{ offer: Offer; acting: Acting; from: From }, Begun> = async (
  stores,
  { offer: { present, organisation, manager, to, expired }, acting, from },
) => {
  const now = stores.deployment.now()
  if (expired) await stores.transfers.end(expired.id, 'expired', now)
  const [id, transferId, expiresAt] = [newId(now), newToken(128), now + transferMs]
  const acceptFrom = judgeFactors(stores.deployment, present, undefined).areEnough ? null : now + transferWaitMs
  await stores.transfers.insert({
    id,
    publicId: transferId,
    organisationId: organisation.id,
    from: manager.id,
    to: to.id,
    at: now,
    expiresAt,
    acceptFrom,
  })
  await recordInOrganisation(stores, { kind: 'transfer_started', acting, target: to, from })

  const told = { organisation, names: { from: manager.name, to: to.name }, until: expiresAt }
  const link = pageOf(stores.deployment, organisation, managerPage)
  const since = acceptFrom ?? undefined
  await tellPerson(stores, { ...told, since, news: 'transfer_offered', accountId: to.accountId, link })
  await tellHandingOver(stores, { change: 'transfer_started', organisation, manager, from })
  const but = [manager.id, to.id]
  const untold = await tellAdministrators(stores, { ...told, news: 'transfer_started', but })
  return { id, transferId, expiresAt, acceptFrom, untold }
}

type Started = ({ ok: true } & Begun) | NotOffered | Refused<'transfer_pending' | 'ticket_refused'>

/** Asks another member to become the manager, for a manager who has proven an address. */
export const startTransfer = tellingOthers(
  inTransaction<Doing & { memberId: string; ticket: string }, Started>(
    async (stores, { person, acting, memberId, ticket, from }) => {
      const offer = await judgeOffer(stores, { person, acting, memberId })
      if (!offer.ok) return offer
      if (offer.pending) return refused('transfer_pending')
      const { present } = offer
      const entitled = { side: 'old', organisationId: offer.organisation.id } as const
      if (!(await redeemTransferTicket(stores, { person: present, ticket, entitled, by: present.account })))
        return refused('ticket_refused')
      return { ok: true, ...(await beginTransfer(stores, { offer, acting, from })) }
    },
  ),
)

type Accepted =
  | { ok: true; untold: Untold | undefined }
  | Refused<'not_signed_in' | 'no_such_subject' | 'identity_frozen' | 'no_such_transfer' | 'ticket_refused'>
  | Suspended
  | { ok: false; code: 'too_many_subjects'; most: number; untold?: undefined }
  | { ok: false; code: 'transfer_waits'; retry_after: number; untold?: undefined }

/** The transfer with this id to the acting member, or the acting manager's transfer to the chosen member. */
type Named = { transferId: string } | { chosen: string }

/**
 * Makes the member of a transfer the manager, in one update of one row. The former manager becomes an administrator.
 * Both accounts are locked, so neither is cancelled meanwhile.
 */
export const acceptTransfer = tellingOthers(
  inTransaction<Doing & { named: Named; ticket: string }, Accepted>(
    async (stores, { person, acting, named, ticket, from }) => {
      const { id: organisationId } = acting.organisation
      const find = () =>
        'chosen' in named ? transferFrom(stores, acting, named.chosen) : transferTo(stores, acting, named.transferId)
      const asked = await find()
      if (!asked) return refused('no_such_transfer')
      const present = await lockPerson(stores, person, asked.from.accountId, asked.to.accountId)
      if (!present) return refused('not_signed_in')
      const organisation = await stores.organisations.lock(organisationId)
      if (!organisation) return refused('no_such_subject')
      const by = suspendedBy(organisation)
      if (by !== null) return { ok: false, code: 'subject_frozen', by }

      const transfer = await find()
      const account = transfer && (await stores.accounts.profile(transfer.to.accountId))
      if (!transfer || !account || !isOpen(account)) return refused('no_such_transfer')
      if (transfer.to.isSuspended) return refused('identity_frozen')
      if (transfer.acceptFrom !== null && transfer.acceptFrom > stores.deployment.now())
        return { ok: false, code: 'transfer_waits', retry_after: secondsUntil(stores.deployment, transfer.acceptFrom) }
      if ((await stores.members.countManaged(account.id)) >= mostManaged)
        return { ok: false, code: 'too_many_subjects', most: mostManaged }
      const entitled = { side: 'new', transferId: transfer.publicId } as const
      if (!(await redeemTransferTicket(stores, { person: present, ticket, entitled, by: account })))
        return refused('ticket_refused')

      const replaced = { from: transfer.from.memberId, to: transfer.to.memberId }
      if (!(await stores.transfers.replaceManager(organisationId, replaced))) return refused('no_such_transfer')
      const administrator = await stores.roles.find(organisationId, administratorKey)
      if (administrator) await stores.roles.give(administrator, [replaced.from])
      await stores.transfers.end(transfer.id, 'done', stores.deployment.now())
      await recordInOrganisation(stores, {
        kind: 'transfer_done',
        acting,
        before: { manager: transfer.from.name },
        after: { manager: transfer.to.name },
        from,
      })

      const names = { from: transfer.from.name, to: transfer.to.name }
      const told = { organisation, names, news: 'transfer_done' as const }
      await tellPerson(stores, { ...told, accountId: transfer.to.accountId })
      await tellHandingOver(stores, { change: 'transfer_done', organisation, manager: transfer.from })
      const but = [replaced.from, replaced.to]
      return { ok: true, untold: await tellAdministrators(stores, { ...told, but }) }
    },
  ),
)
