import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { isOpen } from '#account-api/accounts/account/account-record'
import type { PendingChange } from '#account-api/accounts/pending-changes/pending-change-store'
import { recoveryMethod, recoverySealOf } from '#account-api/accounts/pending-changes/recovery'
import type { Stores, Transaction } from '#account-api/addresses/service'
import { post } from '#account-api/kernel/outbox/post'
import { findTicket, issueTicket } from '#account-api/kernel/tickets/ticket'
import { days } from '#account-api/kernel/time'

export const recoveryPurpose = 'recovery_link'

const linkLivesMs = days(7)

/** Sends the link of a due recovery, which can be stopped until it is used. The account has to be locked. */
export const sendRecoveryLink = async (
  stores: Transaction,
  { account, pending }: { account: AccountProfile; pending: PendingChange & { successor: string } },
): Promise<void> => {
  const [sentAt, to] = [stores.deployment.now(), pending.successor]
  await stores.pendingChanges.put({ ...pending, sentAt, takesEffectAt: sentAt + linkLivesMs })
  const ticket = await issueTicket(stores, {
    purpose: recoveryPurpose,
    value: pending.value,
    address: to,
    accountId: account.id,
    lifetimeMs: linkLivesMs,
  })
  const link = new URL('/account-help/recover', stores.deployment.publicUrl)
  link.searchParams.set('ticket', ticket)
  const message = { kind: 'recovery_link', link: link.href } as const
  await post(stores, { channel: 'email', to, language: account.language, message })
}

export interface OpenedRecovery {
  account: AccountProfile
  to: string
}

/**
 * The recovery of a ticket, without using the ticket up. Undefined if it was used or stopped, or the account has
 * changed since.
 */
export const findRecovery = async (stores: Stores, ticket: string): Promise<OpenedRecovery | undefined> => {
  const found = await findTicket(stores, ticket, [recoveryPurpose])
  const account = found?.accountId ? await stores.accounts.profile(found.accountId) : undefined
  if (!account) return undefined
  const pending = (await stores.pendingChanges.of(account.id)).find(({ method }) => method === recoveryMethod)
  const to = pending && sentTo(pending, account)
  return to === undefined ? undefined : { account, to }
}

/** Where the valid link of a recovery was sent. Undefined if none was sent, or the account has changed since. */
export const sentTo = ({ sentAt, value, successor }: PendingChange, account: AccountProfile): string | undefined =>
  sentAt !== null && sentAt !== undefined && isOpen(account) && value === recoverySealOf(account)
    ? (successor ?? undefined)
    : undefined
