import type { AccountRecord } from '#account-api/accounts/account/account-record'
import { hashToken, newToken } from '#account-api/kernel/random'
import { issueAskingTicket } from '#account-api/kernel/tickets/ticket'
import type { TicketRecord } from '#account-api/kernel/tickets/ticket-store'
import type { Stores } from '#account-api/verification/service'

export const resetLinkPurpose = 'reset_link'

/**
 * Makes the link of a reset message, which works without the code. Its ticket is bound to the address and to the
 * password that will be replaced. An address without an account gets a link that matches no account, so the same rows
 * are written. The ticket's row names no account, because the database would check that for known addresses only.
 */
export const resetLink = async (
  stores: Stores,
  { to, holder }: { to: string; holder: AccountRecord | undefined },
): Promise<string> => {
  const link = new URL('/account-help/password/link', stores.deployment.publicUrl)
  const value = `${to} ${holder ? sealOf(holder) : hashToken(newToken(256))}`
  link.searchParams.set('ticket', await issueAskingTicket(stores, { purpose: resetLinkPurpose, value, address: to }))
  return link.href
}

/** Reads the address of such a ticket, and whether an account still has the password from when it was issued. */
export const readResetLink = ({ value }: TicketRecord) => {
  const [to = '', seal] = value.split(' ')
  return { to, fits: (account: AccountRecord): boolean => sealOf(account) === seal }
}

const sealOf = ({ id, passwordHash }: AccountRecord): string => hashToken(`${id} ${passwordHash ?? ''}`)
