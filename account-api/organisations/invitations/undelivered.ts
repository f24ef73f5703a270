import type { UndeliverableReason } from '../../../contract/organisations/invitations'
import { invitationPurpose, type OutboxEntry } from '../../kernel/outbox/message'
import { hashToken } from '../../kernel/random'
import type { Stores } from '../service'
import { ticketIn } from './token'

/** Notes of an invitation that its message is given up. */
export const noteUndelivered =
  ({ invitations }: Pick<Stores, 'invitations'>, now: () => number) =>
  async ({ purpose, link }: OutboxEntry, reason: UndeliverableReason): Promise<void> => {
    if (purpose !== invitationPurpose || link === null) return
    await invitations.giveUp(hashToken(ticketIn(link)), { reason, at: now() })
  }
