import { createOperatorClient } from '#contract/client'
import type { OperatorScope } from '#contract/operator/operator-power'
import { type Send, sendByFetch } from '#contract/wire/exchange'
import { application, type World } from '#tests/account-api/worlds/world'

/** The data of an answer that must be a success. */
export const answeredOf = <Data>(answer: { ok: true; data: Data } | { ok: false; description: string }): Data => {
  if (answer.ok) return answer.data
  throw new Error(answer.description)
}

/** Operators at a world’s account API. */
export const operatorsOf = (world: World) => {
  const send: Send = async (request) => sendByFetch({ ...request, url: (await world.listen()) + request.url })
  const own = () => createOperatorClient({ baseUrl: '', application, send })
  const by = (key: string) => createOperatorClient({ baseUrl: '', send }, { key })
  return {
    /** The client of the application key. */
    own,
    /** The client of an operator key. */
    by,
    /** Creates an operator key with these scopes. */
    make: async (scopes: OperatorScope[], more: { name?: string; holder?: string; days?: number } = {}) =>
      answeredOf(await own().makeKey({ name: 'desk', holder: 'Ann', scopes, ...more })),
    /** Sends a request unchanged. */
    fetch: async (path: string, init: RequestInit = {}) => fetch(`${await world.listen()}/operator/v1/${path}`, init),
  }
}

/** The headers of a request with a key. */
export const bearing = (key: string) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' })
