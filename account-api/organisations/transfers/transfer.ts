import type { transferRefusals } from '../../../contract/organisations/transfers'
import { isOpen } from '../../accounts/account/is-open'
import { judgeFactors } from '../../accounts/sessions/factors'
import { lockPerson, type Person } from '../../accounts/sessions/person'
import type { From } from '../../kernel/from'
import { newId, newToken } from '../../kernel/random'
import { days, hours, secondsUntil } from '../../kernel/time'
import { frozenBy } from '../organisation/acting'
import { mostManaged } from '../organisation/create'
import { recordInOrganisation } from '../organisation/log/log'
import { pageOf, tellDeputies, tellingOthers, tellPerson, type Untold } from '../organisation/tell'
import type { Acting } from '../records/identity-record'
import { administratorKey } from '../records/permissions'
import { inTransaction } from '../service'
import { tellHandingOver } from './news'
import { transferTo } from './pending'
import { redeemTransferTicket } from './verify'

/** How long the new manager has to agree. */
export const transferMs = days(7)

/** How long a transfer waits, and can be stopped, that a single factor has started. */
export const transferWaitMs = hours(48)

export const managerPage = '/manager'

interface Doing {
  person: Person
  acting: Acting
  from: From
}

type Refused<Code extends string> = { ok: false; code: Code; untold?: undefined }
type Frozen = { ok: false; code: 'subject_frozen'; by: 'manager' | 'operator' | 'closing'; untold?: undefined }

type Started =
  | { ok: true; transferId: string; expiresAt: number; acceptFrom: number | null; untold: Untold | undefined }
  | Refused<
      | 'not_signed_in'
      | 'no_such_subject'
      | 'no_such_identity'
      | 'permission_required'
      | 'transfer_pending'
      | 'ticket_refused'
    >
  | Frozen
  | { ok: false; code: 'transfer_refused'; reason: (typeof transferRefusals)[number]; untold?: undefined }

/**
 * Asks another member to become the manager, and tells both and the deputies. A manager with one factor alone could be
 * its thief, so the transfer can then be stopped for a while before anybody accepts it.
 */
export const startTransfer = tellingOthers(
  inTransaction<Doing & { identityId: string; ticket: string }, Started>(
    async (setting, stores, { person, acting, identityId, ticket, from }) => {
      const refused = <Code extends string>(code: Code) => ({ ok: false, code }) as const
      const { id: organisationId } = acting.organisation
      const [asked] = await stores.identities.find(organisationId, [identityId])
      if (!asked) return refused('no_such_identity')
      const present = await lockPerson(stores, person, asked.accountId)
      if (!present) return refused('not_signed_in')
      const organisation = await stores.organisations.lock(organisationId)
      if (!organisation) return refused('no_such_subject')
      const by = frozenBy(organisation)
      if (by !== null) return { ok: false, code: 'subject_frozen', by }
      const manager = await stores.identities.managerOf(organisationId)
      if (manager?.id !== acting.identity.id) return refused('permission_required')

      const unfit = (reason: (typeof transferRefusals)[number]) =>
        ({ ok: false, code: 'transfer_refused', reason }) as const
      const [to] = await stores.identities.find(organisationId, [identityId])
      const account = to && (await stores.accounts.profile(to.accountId))
      if (!to || !account) return refused('no_such_identity')
      if (to.id === manager.id) return unfit('oneself')
      if (to.isFrozen) return unfit('frozen')
      if (!isOpen(account) || (await stores.identities.countManaged(account.id)) >= mostManaged)
        return unfit('unavailable')

      const now = setting.now()
      const pending = await stores.transfers.pending(organisationId)
      if (pending && pending.expiresAt > now) return refused('transfer_pending')
      const entitled = { side: 'old', organisationId } as const
      if (!(await redeemTransferTicket(setting, stores, { person: present, ticket, entitled })))
        return refused('ticket_refused')
      if (pending) await stores.transfers.end(pending.id, 'expired', now)
      const [publicId, expiresAt] = [newToken(128), now + transferMs]
      const acceptFrom = judgeFactors(setting, present, undefined).areEnough ? null : now + transferWaitMs
      await stores.transfers.insert({
        id: newId(now),
        publicId,
        organisationId,
        from: manager.id,
        to: to.id,
        at: now,
        expiresAt,
        acceptFrom,
      })
      await recordInOrganisation(setting, stores, { kind: 'transfer_started', acting, target: to, from })

      const told = { organisation, names: { from: manager.name, to: to.name }, until: expiresAt }
      const link = pageOf(setting, organisation, managerPage)
      await tellPerson(setting, stores, { ...told, news: 'transfer_offered', accountId: to.accountId, link })
      await tellHandingOver(setting, stores, { change: 'transfer_started', organisation, manager, from })
      const but = [manager.id, to.id]
      const untold = await tellDeputies(setting, stores, { ...told, news: 'transfer_started', but })
      return { ok: true, transferId: publicId, expiresAt, acceptFrom, untold }
    },
  ),
)

type Accepted =
  | { ok: true; untold: Untold | undefined }
  | Refused<'not_signed_in' | 'no_such_subject' | 'identity_frozen' | 'no_such_transfer' | 'ticket_refused'>
  | Frozen
  | { ok: false; code: 'too_many_subjects'; most: number; untold?: undefined }
  | { ok: false; code: 'transfer_waits'; retry_after: number; untold?: undefined }

/**
 * Makes the acting member the manager, in one update of one row. The former manager stays, as an administrator. Both
 * accounts are locked, so neither is cancelled meanwhile.
 */
export const acceptTransfer = tellingOthers(
  inTransaction<Doing & { transferId: string; ticket: string }, Accepted>(
    async (setting, stores, { person, acting, transferId, ticket, from }) => {
      const refused = <Code extends string>(code: Code) => ({ ok: false, code }) as const
      const { id: organisationId } = acting.organisation
      const asked = await transferTo(setting, stores, acting, transferId)
      if (!asked) return refused('no_such_transfer')
      const present = await lockPerson(stores, person, asked.from.accountId)
      if (!present) return refused('not_signed_in')
      const organisation = await stores.organisations.lock(organisationId)
      if (!organisation) return refused('no_such_subject')
      const by = frozenBy(organisation)
      if (by !== null) return { ok: false, code: 'subject_frozen', by }

      const transfer = await transferTo(setting, stores, acting, transferId)
      if (!transfer) return refused('no_such_transfer')
      if (transfer.to.isFrozen) return refused('identity_frozen')
      if (transfer.acceptFrom !== null && transfer.acceptFrom > setting.now())
        return { ok: false, code: 'transfer_waits', retry_after: secondsUntil(setting, transfer.acceptFrom) }
      if ((await stores.identities.countManaged(present.account.id)) >= mostManaged)
        return { ok: false, code: 'too_many_subjects', most: mostManaged }
      const entitled = { side: 'new', transferId } as const
      if (!(await redeemTransferTicket(setting, stores, { person: present, ticket, entitled })))
        return refused('ticket_refused')

      const replaced = { from: transfer.from.identityId, to: transfer.to.identityId }
      if (!(await stores.transfers.replaceManager(organisationId, replaced))) return refused('no_such_transfer')
      const administrator = await stores.roles.find(organisationId, administratorKey)
      if (administrator) await stores.roles.give(administrator, [replaced.from])
      await stores.transfers.end(transfer.id, 'done', setting.now())
      await recordInOrganisation(setting, stores, {
        kind: 'transfer_done',
        acting,
        before: { manager: transfer.from.name },
        after: { manager: transfer.to.name },
        from,
      })

      const names = { from: transfer.from.name, to: transfer.to.name }
      const told = { organisation, names, news: 'transfer_done' as const }
      await tellPerson(setting, stores, { ...told, accountId: transfer.to.accountId })
      await tellHandingOver(setting, stores, { change: 'transfer_done', organisation, manager: transfer.from })
      const but = [replaced.from, replaced.to]
      return { ok: true, untold: await tellDeputies(setting, stores, { ...told, but }) }
    },
  ),
)
