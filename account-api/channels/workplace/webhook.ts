import type { Deliver } from '#account-api/channels/delivery'
import type { OutboxEntry } from '#account-api/kernel/outbox/message'
import { postJson, retryAfterMs } from '#account-api/kernel/outside/answers'
import { NotAccepted } from '#account-api/kernel/outside/not-accepted'
import { signedHeaders } from '#account-api/kernel/outside/signed-post'
import { workplaceKindOf } from '#contract/organisations/workplace'

/** Statuses from 400 to 499 that concern the moment, and not the message. */
const temporary = new Set([408, 429])

/**
 * Delivers workplace messages to an HTTP receiver of the operator, as a JSON POST signed by Standard Webhooks. Any 2xx
 * accepts the message.
 */
export const webhookChannel =
  ({ url, secrets }: { url: string; secrets: readonly Buffer[] }, now: () => number = Date.now): Deliver =>
  async (message, signal) => {
    const at = now()
    const body = JSON.stringify(contentOf(message, at))
    const headers = signedHeaders({ id: message.id, at, body }, secrets)
    const answer = await postJson(url, { headers, body }, signal)
    const { status } = answer
    if (status >= 200 && status < 300) return
    const isFinal = status >= 400 && status < 500 && !temporary.has(status)
    throw new NotAccepted(`the workplace webhook answered ${status}`, {
      isFinal,
      retryAfterMs: retryAfterMs(answer.headers, ['retry-after']),
    })
  }

const contentOf = ({ purpose, to, language, subject, body, link }: OutboxEntry, at: number) => ({
  type: purpose,
  timestamp: new Date(at).toISOString(),
  data: { to, to_kind: workplaceKindOf(to), language, subject, body, link },
})
