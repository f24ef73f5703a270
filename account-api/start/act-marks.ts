import { takeoverPurpose } from '#account-api/addresses/binding/takeover'
import type { Marks } from '#account-api/kernel/events/in-transaction'
import { restorePurpose } from '#account-api/kernel/tickets/purposes'
import type { Transaction } from '#account-api/operator/service'
import { decisionPurpose } from '#account-api/verification/captchas/challenge'
import { resetLinkPurpose } from '#account-api/verification/codes/reset-link'
import { keyPurpose } from '#account-api/verification/second/second-verification'

/**
 * The purposes of tickets whose issue is not an act. A refusal that requires more issues one. A link's ticket goes only
 * to an address with an account, and the timing of an event would reveal that.
 */
const asking: ReadonlySet<string> = new Set([
  ...[decisionPurpose, keyPurpose, restorePurpose, takeoverPurpose],
  resetLinkPurpose,
])

const known = () => ({})

/**
 * The rows that show that an act was done. Acts need no other report, because each writes one of these rows in its own
 * transaction.
 */
export const actMarks: Marks<Transaction> = {
  accounts: { insert: ({ id }) => ({ accountId: id }) },
  activity: { insert: ({ accountId, kind }) => ({ accountId, kind }) },
  organisationLog: {
    insert: ({ organisationId, kind, target, actor }) => ({
      ...{ organisationId, kind, target },
      ...{ organisationAct: kind, organisationActor: actor },
    }),
  },
  sessions: {
    begin: ({ accountId, way }) => ({ accountId, way, kind: 'signed_in' }),
    act: known,
    name: known,
  },
  tickets: { insert: ({ purpose }) => (asking.has(purpose) ? undefined : {}) },
  remembered: { put: known, name: known, endOne: known },
  passkeys: { rename: known },
  terms: { accept: known },
  qrCodes: { insert: known, scan: known, confirm: known, deny: known },
  joinRequests: { put: known, withdraw: known, decline: known },
  invitationBatches: { insert: known },
  authorisations: { put: known, end: known },
  serviceTickets: { insert: known, spend: known },
  siteSessions: { insert: known },
  deskSessions: { insert: known, end: known },
}
