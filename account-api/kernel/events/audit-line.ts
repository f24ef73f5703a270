import type { Event } from './event'

/** Fields of a line besides its event. Only the operator sees them, to stop an attack. */
interface Circumstances {
  /** The client address in full. Empty: the act came from nowhere. */
  clientAddress: string
  /** The way of an attempted sign-in. */
  signIn?: string | undefined
}

/** Takes a line of the audit log. */
export type WriteAudit = (line: object) => void

/**
 * An event as a line of the audit log. Its fields come in this order, and none of them was typed by a visitor: the
 * filter for fail2ban reads them.
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
