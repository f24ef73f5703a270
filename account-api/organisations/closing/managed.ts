import { nowhere } from '#account-api/kernel/from'
import { hours, minutes } from '#account-api/kernel/time'
import { nobody } from '#account-api/organisations/organisation/log/log'
import { inTransaction } from '#account-api/organisations/service'
import { beginClosing } from './closing'

/** How long an erasure waits for an organisation that is being erased, and for one that the operator has suspended. */
const waits = { erasedMs: minutes(1), suspendedMs: hours(1) }

/**
 * Finds organisations that delay the erasure of their manager's account. One that is not being closed gets closed, and
 * its administrators are notified. If the operator has suspended one, only the operator decides.
 * @returns until when the erasure waits; undefined when nothing delays it
 */
export const closeManaged = inTransaction<string, number | undefined>(async (stores, accountId) => {
  if ((await stores.members.countManaged(accountId)) === 0) return undefined
  await stores.accounts.lock(accountId)
  const account = await stores.accounts.profile(accountId)
  const now = stores.deployment.now()
  if (!account || account.eraseAt === null || account.eraseAt > now) return undefined
  let until = 0
  for (const { id } of await stores.members.managed(accountId)) {
    const organisation = await stores.organisations.lock(id)
    const manager = await stores.members.managerOf(id)
    if (!organisation || manager?.accountId !== accountId) continue
    if (organisation.closesAt !== null) {
      until = Math.max(until, organisation.closesAt, now + waits.erasedMs)
      continue
    }
    const suspendedByOperator = organisation.suspendedBy === 'operator'
    stores.deployment.warn(
      { account: accountId, organisation: id, frozenByOperator: suspendedByOperator },
      'a cancelled account still manages an organisation, so it is not erased yet',
    )
    const closing = { organisation, manager, by: nobody, from: nowhere }
    const begun = suspendedByOperator ? undefined : await beginClosing(stores, closing)
    until = Math.max(until, begun?.closesAt ?? now + waits.suspendedMs)
  }
  return until || undefined
})
