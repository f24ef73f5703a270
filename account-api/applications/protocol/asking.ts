import { AsyncLocalStorage } from 'node:async_hooks'
import { seconds } from '../../kernel/time'
import type { Service } from '../service'

/** How long an answer of an application of an organisation may take. The library gives all of them 2.5 seconds. */
const patienceMs = seconds(2.5)

const ofOperator = new AsyncLocalStorage<true>()

/** Lets the library ask for the operator, whose addresses are free: they may be of this machine. */
export const askForOperator = <Done>(ask: () => Promise<Done>): Promise<Done> => ofOperator.run(true, ask)

/** What the library asks with. */
interface Asked {
  method?: string
  headers: Headers
  body?: URLSearchParams | string
  signal?: AbortSignal
}

/**
 * What the library asks other hosts by. Whatever it is not told to ask for the operator is asked as an address that
 * somebody outside has named. Only the end of sessions is asked, and of an answer only the status counts.
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
