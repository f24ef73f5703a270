import { type From, nowhere } from '#account-api/kernel/from'
import type { Acting } from '#account-api/organisations/records/member-record'
import type { OrganisationRecord } from '#account-api/organisations/records/organisation-store'
import { inTransaction } from '#account-api/organisations/service'
import { lockActing, type NotActing, suspendedBy } from './acting'
import { nobody, recordInOrganisation } from './log/log'
import { tellPerson } from './tell'

type Suspended = { ok: true } | NotActing

/** Suspends an organisation or ends its suspension, unless it is closing or an operator has suspended it. */
export const suspendOrganisation = inTransaction<{ acting: Acting; isSuspended: boolean; from: From }, Suspended>(
  async (stores, { acting: asked, isSuspended, from }) => {
    const now = await lockActing(stores, asked, 'organisation.freeze', { whenSuspended: true })
    if (!now.ok) return now
    const { acting } = now
    const { organisation } = acting
    const by = suspendedBy(organisation)
    if (by === 'operator' || by === 'closing') return { ok: false, code: 'subject_frozen', by }
    if (isSuspended === (by !== null)) return { ok: true }
    await stores.organisations.suspend(organisation.id, isSuspended ? 'manager' : null)
    const kind = isSuspended ? 'organisation_frozen' : 'organisation_unfrozen'
    await recordInOrganisation(stores, { kind, acting, from })
    return { ok: true }
  },
)

interface SuspendedForOperator {
  publicId: string
  isSuspended: boolean
  /** For the manager, and for readers of the log. */
  reason: string
}

export type SuspendedByOperator =
  | { ok: true; organisation: OrganisationRecord; wasClosing: boolean }
  | { ok: false; code: 'no_such_subject' | 'already' | 'not_frozen' | 'being_erased' }

/**
 * Suspends or unsuspends an organisation for the operator, and notifies its manager with the reason. Nobody else can undo
 * a suspension. A closing ends, so nothing is erased that the operator wants to examine.
 */
export const suspendByOperator = inTransaction<SuspendedForOperator, SuspendedByOperator>(
  async (stores, { publicId, isSuspended, reason }) => {
    const found = await stores.organisations.find(publicId)
    const organisation = found && (await stores.organisations.lock(found.id))
    if (!organisation) return { ok: false, code: 'no_such_subject' }
    if (isSuspended === (organisation.suspendedBy === 'operator'))
      return { ok: false, code: isSuspended ? 'already' : 'not_frozen' }
    const wasClosing = organisation.closesAt !== null
    if (wasClosing && !(await stores.closings.undo(organisation.id, stores.deployment.now())))
      return { ok: false, code: 'being_erased' }
    await stores.organisations.suspend(organisation.id, isSuspended ? 'operator' : null)
    const kind = isSuspended ? 'organisation_frozen' : 'organisation_unfrozen'
    const acting = { organisation, member: nobody }
    await recordInOrganisation(stores, { kind, acting, after: { reason }, from: nowhere })
    const manager = await stores.members.managerOf(organisation.id)
    if (manager) await tellPerson(stores, { organisation, news: kind, reason, accountId: manager.accountId })
    return { ok: true, organisation, wasClosing }
  },
)
