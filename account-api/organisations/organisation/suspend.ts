import { type From, nowhere } from '#account-api/kernel/from'
import type { Acting } from '#account-api/organisations/records/member-record'
import type { OrganisationRecord } from '#account-api/organisations/records/organisation-store'
import { inTransaction } from '#account-api/organisations/service'
import { frozenBy, lockActing, type NotActing } from './acting'
import { nobody, recordInOrganisation } from './log/log'
import { tellPerson } from './tell'

type Frozen = { ok: true } | NotActing

/** Suspends an organisation or ends its suspension, unless it is closing or an operator has suspended it. */
export const freezeOrganisation = inTransaction<{ acting: Acting; isFrozen: boolean; from: From }, Frozen>(
  async (stores, { acting: asked, isFrozen, from }) => {
    const now = await lockActing(stores, asked, 'organisation.freeze', { whenFrozen: true })
    if (!now.ok) return now
    const { acting } = now
    const { organisation } = acting
    const by = frozenBy(organisation)
    if (by === 'operator' || by === 'closing') return { ok: false, code: 'subject_frozen', by }
    if (isFrozen === (by !== null)) return { ok: true }
    await stores.organisations.freeze(organisation.id, isFrozen ? 'manager' : null)
    const kind = isFrozen ? 'organisation_frozen' : 'organisation_unfrozen'
    await recordInOrganisation(stores, { kind, acting, from })
    return { ok: true }
  },
)

interface FrozenForOperator {
  publicId: string
  isFrozen: boolean
  /** For the manager, and for readers of the log. */
  reason: string
}

export type FrozenByOperator =
  | { ok: true; organisation: OrganisationRecord; wasClosing: boolean }
  | { ok: false; code: 'no_such_subject' | 'already' | 'not_frozen' | 'being_erased' }

/**
 * Freezes or unfreezes an organisation for the operator, and notifies its manager with the reason. Nobody else can undo
 * a freeze. A closing ends, so nothing is erased that the operator wants to examine.
 */
export const freezeByOperator = inTransaction<FrozenForOperator, FrozenByOperator>(
  async (stores, { publicId, isFrozen, reason }) => {
    const found = await stores.organisations.find(publicId)
    const organisation = found && (await stores.organisations.lock(found.id))
    if (!organisation) return { ok: false, code: 'no_such_subject' }
    if (isFrozen === (organisation.frozenBy === 'operator'))
      return { ok: false, code: isFrozen ? 'already' : 'not_frozen' }
    const wasClosing = organisation.closesAt !== null
    if (wasClosing && !(await stores.closings.undo(organisation.id, stores.setting.now())))
      return { ok: false, code: 'being_erased' }
    await stores.organisations.freeze(organisation.id, isFrozen ? 'operator' : null)
    const kind = isFrozen ? 'organisation_frozen' : 'organisation_unfrozen'
    const acting = { organisation, member: nobody }
    await recordInOrganisation(stores, { kind, acting, after: { reason }, from: nowhere })
    const manager = await stores.members.managerOf(organisation.id)
    if (manager) await tellPerson(stores, { organisation, news: kind, reason, accountId: manager.accountId })
    return { ok: true, organisation, wasClosing }
  },
)
