import { afterAll, beforeAll } from 'vitest'
import { handlers } from '#account-api/calls/handlers'
import type { OperatorCall } from '#contract/call'
import { createOperatorClient } from '#contract/client'
import { allOperatorCalls } from '#contract/operator/operator-calls'
import type { OperatorScope } from '#contract/operator/operator-power'
import { refuse } from '#contract/server'
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

/** Has each operator call answer `busy` during the tests of a `describe`, so that none has an effect. */
export const withoutEffects = (): void => {
  const actual = { ...handlers }
  beforeAll(() => {
    for (const { name } of allOperatorCalls) Object.assign(handlers, { [name]: async () => refuse('busy', 'let in') })
  })
  afterAll(() => Object.assign(handlers, actual))
}

/** The path of a call, as `fetch` of {@link operatorsOf} takes it. */
export const pathOf = ({ path }: OperatorCall): string => path.replace('/operator/v1/', '').replace(/\{\w+\}/g, 'x')

/** The headers of a request with a key. */
export const bearing = (key: string) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' })
