import { createServer, type ServerResponse } from 'node:http'
import { carriedReply, failedReply } from '../../account-api/http/reply'
import { endpointOf, errorsOf, variantsOf, type Wire } from '../../contract/call'
import { allCalls } from '../../contract/calls'
import { type ErrorName, errorName, errors } from '../../contract/errors'
import { headerNames } from '../../contract/wire/headers'
import { listenOnLoopback, stopServer } from '../../tests/fixtures/programs/loopback'
import { handOn } from './hand-on'

/** A failure that waits for its call. */
interface Failure {
  name: ErrorName
  data: Record<string, unknown>
}

/** Every address of a call, with the envelope of its answers. */
const endpoints = allCalls.flatMap((row) =>
  variantsOf(row).map((variant) => {
    const { path, wire } = endpointOf(row, variant)
    const methods = [row.method, row.alsoMethod]
    return { row, wire, methods, path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }
  }),
)

const endpointAt = (method = '', url = '') => {
  const { pathname } = new URL(url, 'http://localhost')
  return endpoints.find(({ path, methods }) => path.test(pathname) && methods.some((each) => each === method))
}

/** Defaults of `retry_after` and similar fields: the first value that the error accepts. */
const usualData: readonly Record<string, unknown>[] = [{}, { retry_after: 60 }, { field: 'code', tries_left: 3 }]

/** @throws Error in the words of the person who writes the test */
const failureOf = (call: string, error: string | number, data: Record<string, unknown> | undefined): Failure => {
  const row = allCalls.find(({ name }) => name === call)
  if (!row) throw new Error(`There is no call "${call}". docs/integrators/openapi.json lists them all.`)
  const name = typeof error === 'number' ? errorName(error) : (error as ErrorName)
  const possible: ErrorName[] = [...errorsOf(row), 'internal']
  if (name === undefined || !possible.includes(name)) {
    const list = possible.map((each) => `${each} (${errors[each].number})`).join(', ')
    throw new Error(`${call} never fails with ${error}. It may fail with: ${list}.`)
  }
  const schema = errors[name].data
  const fits = (data ? [data] : usualData).find((each) => schema.safeParse(each).success)
  if (fits) return { name, data: fits }
  throw new Error(`${name} needs data with ${Object.keys(schema.shape).join(', ')}: failNext(call, error, data).`)
}

/**
 * A relay between the web app and the account API, which passes everything through. It can answer a call with a failure
 * instead of the account API. So this program makes failures, and the product has no switch for them.
 */
export const startRelay = async (accountApiPort: number) => {
  const waiting = new Map<string, Failure[]>()

  const fail = (response: ServerResponse, wire: Wire, { name, data }: Failure, logId: string): void => {
    const reply = failedReply(wire, { code: name, data })
    const { headers, body } = carriedReply(reply, { wire, logId })
    response.writeHead(reply.status, { ...headers, [headerNames.logId]: logId }).end(body)
  }

  const server = createServer((request, response) => {
    const endpoint = endpointAt(request.method, request.url)
    const failure = endpoint && waiting.get(endpoint.row.name)?.shift()
    if (!endpoint || !failure) return handOn(accountApiPort, request, response)
    request.resume().once('end', () => {
      fail(response, endpoint.wire, failure, String(request.headers[headerNames.logId] ?? ''))
    })
  })
  const port = await listenOnLoopback(server)
  return {
    url: `http://127.0.0.1:${port}`,
    failNext: (call: string, error: string | number, data?: Record<string, unknown>): void => {
      const failure = failureOf(call, error, data)
      waiting.set(call, [...(waiting.get(call) ?? []), failure])
    },
    /** Forgets the failures that no call has met. */
    forget: (): void => waiting.clear(),
    stop: () => stopServer(server),
  }
}
