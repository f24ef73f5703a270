import type { From } from '#account-api/kernel/from'
import { type ActingInLog, recordInOrganisation } from '#account-api/organisations/organisation/log/log'
import { tellPerson } from '#account-api/organisations/organisation/tell'
import type { Acting, MemberRecord } from '#account-api/organisations/records/member-record'
import { inTransaction, type Rule } from '#account-api/organisations/service'
import { transferTo } from './pending'
import type { TransferRecord } from './transfer-store'

interface Ending {
  transfer: TransferRecord
  /** Who ends it: one of the two people, or a member who keeps the new manager out. */
  acting: ActingInLog
  how: 'declined' | 'withdrawn' | 'ended'
  from: From
}

/** Ends a pending transfer, and notifies both people. The organisation has to be locked. */
const end: Rule<Ending, void> = async (stores, { transfer, acting, how, from }) => {
  await stores.transfers.end(transfer.id, how === 'ended' ? 'withdrawn' : how, stores.deployment.now())
  const target = { publicId: transfer.to.publicId, name: transfer.to.name }
  await recordInOrganisation(stores, { kind: `transfer_${how}`, acting, target, from })
  const names = { from: transfer.from.name, to: transfer.to.name }
  for (const { accountId } of [transfer.from, transfer.to])
    await tellPerson(stores, { organisation: acting.organisation, names, news: `transfer_${how}`, accountId })
}

type Answer = { acting: Acting; transferId: string; from: From }
type Answered = { ok: true } | { ok: false; code: 'no_such_transfer' }

/** Declines a pending transfer, for the member who would become the manager. */
export const declineTransfer = inTransaction<Answer, Answered>(async (stores, { acting, transferId, from }) => {
  await stores.organisations.lock(acting.organisation.id)
  const transfer = await transferTo(stores, acting, transferId)
  if (!transfer) return { ok: false, code: 'no_such_transfer' }
  await end(stores, { transfer, acting, how: 'declined', from })
  return { ok: true }
})

/** The manager withdraws a pending transfer. */
export const withdrawTransfer = inTransaction<Answer, Answered>(async (stores, { acting, transferId, from }) => {
  await stores.organisations.lock(acting.organisation.id)
  const transfer = await stores.transfers.pending(acting.organisation.id)
  const isOwn = transfer?.publicId === transferId && transfer.from.memberId === acting.member.id
  if (!isOwn || transfer.expiresAt <= stores.deployment.now()) return { ok: false, code: 'no_such_transfer' }
  await end(stores, { transfer, acting, how: 'withdrawn', from })
  return { ok: true }
})

/**
 * Ends the pending transfer of an organisation, if it has one, because of another event. The organisation has to be
 * locked.
 * @param to ends it only if it makes this member the manager
 */
export const endPendingTransfer: Rule<
  { acting: ActingInLog; to?: Pick<MemberRecord, 'id'>; from: From },
  void
> = async (stores, { acting, to, from }) => {
  const transfer = await stores.transfers.pending(acting.organisation.id)
  if (!transfer || (to && transfer.to.memberId !== to.id)) return
  await end(stores, { transfer, acting, how: to ? 'ended' : 'withdrawn', from })
}

/**
 * Withdraws the pending transfers that an account has started, because an intruder may have used the account. The
 * account has to be locked.
 */
export const withdrawTransfersOf: Rule<{ accountId: string; from: From }, void> = async (
  stores,
  { accountId, from },
) => {
  const started = await stores.transfers.startedBy(accountId)
  // Sorted, so two transactions never deadlock.
  for (const organisationId of started.sort()) {
    const organisation = await stores.organisations.lock(organisationId)
    const transfer = await stores.transfers.pending(organisationId)
    if (!organisation || transfer?.from.accountId !== accountId) continue
    const acting = { organisation, member: transfer.from }
    await end(stores, { transfer, acting, how: 'withdrawn', from })
  }
}

/** Ends the pending transfers that make an account a manager, because it is cancelled. The account has to be locked. */
export const endTransfersTo: Rule<{ accountId: string; from: From }, void> = async (stores, { accountId, from }) => {
  const offered = await stores.transfers.offeredTo(accountId, stores.deployment.now())
  // Sorted, so two transactions never deadlock.
  const ids = offered.map(({ organisationId }) => organisationId).sort()
  for (const organisationId of ids) {
    const organisation = await stores.organisations.lock(organisationId)
    const transfer = await stores.transfers.pending(organisationId)
    if (!organisation || transfer?.to.accountId !== accountId) continue
    await end(stores, { transfer, acting: { organisation, member: transfer.to }, how: 'ended', from })
  }
}
