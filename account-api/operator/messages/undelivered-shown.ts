import type { Undelivered } from '#account-api/kernel/outbox/undelivered-store'
import { momentOf, momentOrNull } from '#account-api/operator/handling'

/** A message that was not delivered, as the calls of the operator show it: without its text, code or link. */
export const undeliveredShown = (message: Undelivered) => ({
  id: message.id,
  channel: message.channel,
  purpose: message.purpose,
  written_at: momentOf(message.createdAt),
  attempts: message.attempts,
  next_attempt_at: momentOf(message.nextAttemptAt),
  given_up_at: momentOrNull(message.givenUpAt),
  answer: message.answer,
})
