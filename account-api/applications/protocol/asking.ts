import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from 'oidc-provider'
import type { Service } from '#account-api/applications/service'
import { seconds } from '#account-api/kernel/time'
import { wholeBody } from '#process/whole-body'

/** The time limit for an answer of an organisation's application. The library gives all requests 2.5 seconds. */
const patienceMs = seconds(2.5)

/** The maximum size of a client's key set. */
const mostKeyBytes = 64 * 1024

const ofOperator = new AsyncLocalStorage<true>()

/**
 * Marks the library's requests for the operator's clients. Their addresses are not restricted, because they may be on
 * this machine.
 */
export const askForOperator = <Done>(ask: () => Promise<Done>): Promise<Done> => ofOperator.run(true, ask)

/** The request options of the library. */
interface Asked {
  method?: string
  headers: Headers
  body?: URLSearchParams | string
  signal?: AbortSignal
}

/**
 * The fetch function of the library for other hosts. A request without the operator's mark is treated as one to an
 * outsider's address. It notifies clients of ended sessions, where only the status of the answer counts, and reads the
 * keys of clients.
 */
export const libraryFetch =
  ({ deployment }: Service, context: () => Context | undefined) =>
  async (url: string, { method, headers, body, signal }: Asked): Promise<Response> => {
    const text = body === undefined ? {} : { body: String(body) }
    const asked = { ...text, headers: Object.fromEntries(headers), ...(signal && { signal }) }
    const readsKeys = method !== 'POST'
    if (ofOperator.getStore() || (readsKeys && context()?.oidc.entities.Client?.is_operators)) {
      const answer = await fetch(url, { ...asked, method: method ?? 'GET', redirect: 'manual' })
      const { status } = answer
      const limits = { signal: signal ?? AbortSignal.timeout(patienceMs), maxBytes: mostKeyBytes }
      // The answer's headers are left out, because the library would cache keys for as long as they allow.
      if (readsKeys) return new Response(await wholeBody(answer, limits), { status })
      await answer.body?.cancel()
      return new Response(null, { status })
    }
    const { status, body: read } = await deployment.askOutside(url, {
      ...asked,
      method: method === 'POST' ? 'POST' : 'GET',
      maxBytes: readsKeys ? mostKeyBytes : 0,
      patienceMs,
    })
    // Refuses keys that are too long or cut off.
    return new Response(readsKeys && read ? Buffer.from(read) : null, { status })
  }
