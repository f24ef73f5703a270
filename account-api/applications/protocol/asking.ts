import { AsyncLocalStorage } from 'node:async_hooks'
import { seconds } from '../../kernel/time'
import type { Service } from '../service'

/** The time limit for an answer of an organisation's application. The library gives all requests 2.5 seconds. */
const patienceMs = seconds(2.5)

const ofOperator = new AsyncLocalStorage<true>()

/**
 * Marks the library's requests as those of the operator, whose addresses are not restricted: they may be on this
 * machine.
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
 * The fetch function of the library for other hosts. A request not marked as the operator's is treated as one to an
 * address that somebody outside has named. Only the end of sessions is sent, and only the status of the answer counts.
 */
export const libraryFetch =
  ({ setting }: Service) =>
  async (url: string, { method, headers, body, signal }: Asked): Promise<Response> => {
    const text = body === undefined ? {} : { body: String(body) }
    const asked = { ...text, headers: Object.fromEntries(headers), ...(signal && { signal }) }
    if (ofOperator.getStore()) {
      const { status, body: answer } = await fetch(url, { ...asked, method: method ?? 'GET', redirect: 'manual' })
      await answer?.cancel()
      return new Response(null, { status })
    }
    const { status } = await setting.askOutside(url, {
      ...asked,
      method: method === 'POST' ? 'POST' : 'GET',
      maxBytes: 0,
      patienceMs,
    })
    return new Response(null, { status })
  }
