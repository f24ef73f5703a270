import { invitationPurpose, type OutboxEntry } from '#account-api/kernel/outbox/message'
import { hashToken } from '#account-api/kernel/random'
import type { Stores } from '#account-api/organisations/service'
import type { UndeliverableReason } from '#contract/organisations/invitations/invitations'
import { ticketIn } from './token'

/** Notes in an invitation that its message was given up. */
export const noteUndelivered =
  ({ invitations }: Pick<Stores, 'invitations'>, now: () => number) =>
  async ({ purpose, link }: OutboxEntry, reason: UndeliverableReason): Promise<void> => {
    if (purpose !== invitationPurpose || link === null) return
    await invitations.giveUp(hashToken(ticketIn(link)), { reason, at: now() })
  }
