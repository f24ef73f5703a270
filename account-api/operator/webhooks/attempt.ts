import { retryAfterMs } from '#account-api/kernel/outside/answers'
import { reasonOf } from '#account-api/kernel/outside/not-accepted'
import { NotAsked } from '#account-api/kernel/outside/outside'
import type { Service } from '#account-api/operator/service'
import type { DueDelivery } from './delivery-store'
import { formOf } from './form'
import type { Secrets } from './secret'
import type { Webhook } from './webhook'

/**
 * The result of an attempt. `needless`: its event is erased, or no longer concerns its client. `gone`: the receiver
 * wants no more.
 */
export type Attempted =
  | { kind: 'delivered' | 'needless' }
  | {
      kind: 'failed' | 'gone'
      answer: string /** How long the receiver refuses further requests. */
      retryAfterMs?: number
    }

interface By {
  secrets: Secrets
  patienceMs: number
  signal: AbortSignal
}

/** Sends one delivery. Redirects are not followed. Of an answer, the status, Retry-After and a known error are read. */
export const attempt = async (
  service: Service,
  webhook: Webhook,
  { delivery, secrets, patienceMs, signal }: By & { delivery: DueDelivery },
): Promise<Attempted> => {
  const { now, outsideOrLocal } = service.deployment
  const { post, isAccepted, mostRead: maxBytes, reasonIn } = formOf(webhook)
  const posted = await post(service, webhook, { delivery, secrets })
  if (!posted) return { kind: 'needless' }
  try {
    const asked = { method: 'POST', ...posted, maxBytes, patienceMs, signal } as const
    const { status, retryAfter = null, body } = await outsideOrLocal.ask(webhook.url, asked)
    if (isAccepted(status)) return { kind: 'delivered' }
    const wished = retryAfterMs({ get: () => retryAfter }, ['retry-after'], now())
    const reason = body && reasonIn(Buffer.from(body).toString())
    const answer = `it answered ${status}${reason === undefined ? '' : ` ${reason}`}`
    return { kind: status === 410 ? 'gone' : 'failed', answer, ...(wished !== undefined && { retryAfterMs: wished }) }
  } catch (error) {
    return { kind: 'failed', answer: error instanceof NotAsked ? 'its address is not public' : noAnswer(error) }
  }
}

const noAnswer = (error: unknown): string => {
  const reason = reasonOf(error)
  // A request that reached its time limit has that as its answer. A request that a stop ended is not recorded.
  if (reason === 'ABORT_ERR') return 'no answer in time'
  return reason === 'Error' ? 'no answer' : `no answer: ${reason}`
}
