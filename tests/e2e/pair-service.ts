import { createServer, type IncomingMessage } from 'node:http'
import type { ApiDatabase } from '#tests/fixtures/databases/look-into'
import { createDatabase, type Postgres, startPostgres } from '#tests/fixtures/databases/postgres'
import { newestCaptcha } from '#tests/fixtures/parties/captcha-answers'
import { listenOnLoopback } from '#tests/fixtures/programs/loopback'
import { type Pair, type PairChoice, startPair } from '#tests/fixtures/programs/pair'
import { clockIn } from '#tests/fixtures/time/clock'

const variable = 'PAIR_SERVICE_URL'

/** Which pair a test needs. */
export interface PairOfService extends PairChoice {
  /** Further settings of both programs. A pair with settings serves no other tests than those with the same ones. */
  settings: Record<string, string> | undefined
}

/** What a worker learns about a pair. */
interface Facts {
  url: string
  desk: string | undefined
  accountApiPort: number
  database: ApiDatabase
  pid: number
}

/** What a worker may ask of a pair that runs here. */
const asks: Record<string, (pair: Pair, to: string) => Promise<unknown>> = {
  facts: async ({ url, desk, accountApiPort, database, pid }): Promise<Facts> => ({
    url,
    desk,
    accountApiPort,
    database,
    pid,
  }),
  visitor: (pair) => pair.newVisitor(),
  texts: (pair, to) => pair.office.textsTo(to),
  links: (pair, to) => pair.office.linksTo(to),
  publish: async (pair, to) => {
    const { name, texts } = JSON.parse(to) as { name: string; texts: string[] }
    await pair.publish(name, texts)
    return true
  },
}

/**
 * Playwright's global setup. Pairs run in the runner's process, and each starts when a worker first asks for it. So all
 * projects share them, one for each worker at a time, instead of starting their own. Answers the global teardown.
 */
export default async (): Promise<() => Promise<void>> => {
  /** The pairs that run, by their choice, for each worker. */
  const pairs = new Map<string, Map<string, ReturnType<typeof startPair>>>()
  const stopping: Promise<void>[] = []
  let postgres: Promise<Postgres> | undefined

  const start = async ({ database, delivery, calls, settings }: PairOfService) => {
    if (database === 'SQLite')
      return startPair({ delivery, calls, environment: settings ?? {}, hasDesk: calls === 'all' && !settings })
    postgres ??= startPostgres()
    const databaseUrl = (await createDatabase((await postgres).url)).url
    return startPair({ delivery, calls, databaseUrl, environment: settings ?? {} })
  }

  /** Stops the pairs that a worker needs no longer: those of the project before, and one with settings after its file. */
  const stopBefore = (started: Map<string, ReturnType<typeof startPair>>, next: string) => {
    const hasSettings = (choice: string) => (JSON.parse(choice) as PairOfService).settings !== undefined
    for (const [choice, pair] of started)
      if (hasSettings(choice) || !hasSettings(next)) {
        started.delete(choice)
        stopping.push(pair.then(({ stop }) => stop()))
      }
  }

  const answer = async (request: IncomingMessage): Promise<unknown> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const { choice = '', worker = '', to = '' } = Object.fromEntries(searchParams)
    const started = pairs.get(worker) ?? new Map<string, ReturnType<typeof startPair>>()
    pairs.set(worker, started)
    const pair = started.get(choice) ?? start(JSON.parse(choice) as PairOfService)
    if (!started.has(choice)) stopBefore(started, choice)
    started.set(choice, pair)
    return asks[pathname.slice(1)]?.(await pair, to)
  }

  const server = createServer((request, response) => {
    answer(request).then(
      (found) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found)),
      (error: Error) => response.writeHead(500).end(error.stack),
    )
  })
  process.env[variable] = `http://127.0.0.1:${await listenOnLoopback(server)}`

  return async () => {
    server.closeAllConnections()
    server.close()
    const running = [...pairs.values()].flatMap((started) => [...started.values()])
    await Promise.all([...stopping, ...running.map(async (pair) => (await pair).stop())])
    await (await postgres)?.stop()
  }
}

/** The pair of a worker. @param worker Playwright's parallelIndex: no two workers that run at once have the same. */
export const pairOf = async (choice: PairOfService, worker: number): Promise<Pair> => {
  const ask = async <Found>(what: string, to = ''): Promise<Found> => {
    const query = new URLSearchParams({ choice: JSON.stringify(choice), worker: String(worker), to })
    const response = await fetch(`${process.env[variable]}/${what}?${query}`)
    if (!response.ok) throw new Error(await response.text())
    return response.json() as Promise<Found>
  }
  const facts = await ask<Facts>('facts')
  const { database } = facts
  return {
    ...facts,
    dataDir: database.dataDir,
    clock: clockIn(database.dataDir),
    captcha: () => newestCaptcha(database),
    publish: async (name, texts) => {
      await ask('publish', JSON.stringify({ name, texts }))
    },
    newVisitor: () => ask('visitor'),
    office: { textsTo: (to) => ask('texts', to), linksTo: (to) => ask('links', to) },
  }
}
