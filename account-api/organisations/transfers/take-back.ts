import { takenBackWithinMs } from '#account-api/accounts/changes/history'
import type { From } from '#account-api/kernel/from'
import { minutes, secondsUntil } from '#account-api/kernel/time'
import { recordInOrganisation } from '#account-api/organisations/organisation/log/log'
import { tellHandingOver } from '#account-api/organisations/organisation/manager-news'
import { tellPerson } from '#account-api/organisations/organisation/tell'
import type { MemberRecord } from '#account-api/organisations/records/member-record'
import type { Rule } from '#account-api/organisations/service'
import { endPendingTransfer } from './end'

/** The refusal to keep a member out who has recently handed the organisation over, and may have to take it back. */
export interface WasManager {
  ok: false
  code: 'was_manager'
  retry_after: number
}

/** Refuses to keep a former manager out while they can take the organisation back. */
export const judgeFormerManager: Rule<Pick<MemberRecord, 'id' | 'organisationId'>, WasManager | undefined> = async (
  stores,
  member,
) => {
  const at = await stores.transfers.doneAt(member, { as: 'from', since: stores.deployment.now() - takenBackWithinMs })
  if (at === undefined) return undefined
  return { ok: false, code: 'was_manager', retry_after: secondsUntil(stores.deployment, at + takenBackWithinMs) }
}

/** The message that reports a transfer is sent by the transaction that completes it. */
const oneTransactionMs = minutes(1)

/**
 * Makes an account the manager again of organisations that were handed over in its name, no matter who manages them
 * now, and reopens those that have been closed since. The account has to be locked.
 * @param toldAt when the reported message was sent. The holder of a later message, such as the thief of a SIM, takes
 * back nothing that was handed over before it
 */
export const takeBackOrganisations: Rule<{ accountId: string; toldAt: number; from: From }, void> = async (
  stores,
  { accountId, toldAt, from },
) => {
  const since = toldAt - oneTransactionMs
  const handedOver = await stores.transfers.handedOverBy(accountId, since)
  // Sorted, so two transactions never deadlock.
  for (const organisationId of handedOver.sort()) {
    const organisation = await stores.organisations.lock(organisationId)
    const present = await stores.members.managerOf(organisationId)
    const place = await stores.members.placeOf(accountId, { organisationId })
    if (!organisation || !present || !place || present.accountId === accountId) continue
    // The operator has set another manager since.
    if ((await stores.transfers.doneAt(present, { as: 'to', since })) === undefined) continue
    const acting = { organisation, member: place.member }
    await endPendingTransfer(stores, { acting, from })
    if (!(await stores.transfers.replaceManager(organisationId, { from: present.id, to: place.member.id }))) continue
    if (organisation.closesAt !== null) await stores.closings.undo(organisationId, stores.deployment.now())
    await recordInOrganisation(stores, {
      kind: 'transfer_taken_back',
      acting,
      before: { manager: present.name },
      after: { manager: place.member.name },
      from,
    })
    const names = { from: present.name, to: place.member.name }
    await tellPerson(stores, { organisation, names, news: 'transfer_done', accountId: present.accountId })
    await tellHandingOver(stores, {
      change: 'transfer_taken_back',
      organisation,
      manager: { accountId },
      from,
    })
  }
}
