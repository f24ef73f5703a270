import { retryAfterMs } from '#account-api/kernel/outside/answers'
import { reasonOf } from '#account-api/kernel/outside/not-accepted'
import { NotAsked } from '#account-api/kernel/outside/outside'
import { signedHeaders } from '#account-api/kernel/outside/signed-post'
import type { Setting } from '#account-api/operator/service'
import type { DueDelivery } from './delivery-store'
import { bodyFor, testBody } from './payload'
import type { Webhook } from './webhook'

/** The result of an attempt. `needless`: its event is erased. `gone`: the receiver wants no more. */
export type Attempted =
  | { kind: 'delivered' | 'needless' }
  | {
      kind: 'failed' | 'gone'
      answer: string /** How long the receiver refuses further requests. */
      retryAfterMs?: number
    }

interface By {
  secrets: readonly Buffer[]
  patienceMs: number
  signal: AbortSignal
}

/** Sends one delivery. Redirects are not followed, and only the status and Retry-After of the answer are read. */
export const attempt = async (
  { now, outsideOrLocal }: Setting,
  webhook: Webhook,
  { delivery, secrets, patienceMs, signal }: By & { delivery: DueDelivery },
): Promise<Attempted> => {
  const { id, event, isTest } = delivery
  const at = now()
  if (!isTest && !event) return { kind: 'needless' }
  const body = event ? bodyFor(webhook, event) : testBody(at)
  const headers = { 'content-type': 'application/json; charset=utf-8', ...signedHeaders({ id, at, body }, secrets) }
  try {
    const asked = { method: 'POST', headers, body, maxBytes: 0, patienceMs, signal } as const
    const { status, retryAfter = null } = await outsideOrLocal.ask(webhook.url, asked)
    if (status >= 200 && status < 300) return { kind: 'delivered' }
    const wished = retryAfterMs({ get: () => retryAfter }, ['retry-after'], now())
    const answer = `it answered ${status}`
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
