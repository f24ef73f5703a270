import type { Event } from './event'

/** Fields of a line besides its event. Only the operator sees them, to stop an attack. */
interface Circumstances {
  /** The full client address. Empty: none. */
  clientAddress: string
  /** The way of an attempted sign-in. */
  signIn?: string | undefined
}

export type WriteAudit = (line: object) => void

/**
 * An event as a line of the audit log. The fields keep this order, and none of them was typed by a visitor: the filter
 * for fail2ban reads them.
 */
export const auditLine = (event: Event, { clientAddress, signIn }: Circumstances): object => ({
  audit: 1,
  time: new Date(event.at).toISOString(),
  id: event.id,
  call: event.call,
  ...(signIn !== undefined && { sign_in: signIn }),
  outcome: event.outcome,
  address: clientAddress,
  actor: event.actor,
  account: event.accountId,
  organisation: event.organisationId,
  target: event.target,
  client: event.client,
  reason: event.reason,
  browser: event.browser,
  log_id: event.logId,
})
