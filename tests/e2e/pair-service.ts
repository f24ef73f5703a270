import { createServer, type IncomingMessage } from 'node:http'
import type { ApiDatabase } from '../fixtures/databases/look-into'
import { createDatabase, type Postgres, startPostgres } from '../fixtures/databases/postgres'
import { newestCaptcha } from '../fixtures/parties/captcha-answers'
import { listenOnLoopback } from '../fixtures/programs/loopback'
import { type Pair, type PairChoice, startPair } from '../fixtures/programs/pair'
import { clockIn } from '../fixtures/time/clock'

const variable = 'PAIR_SERVICE_URL'

/** What a worker is told of a pair. */
interface Facts {
  url: string
  accountApiPort: number
  database: ApiDatabase
  pid: number
}

/** What a worker may ask of a pair that runs here. */
const asks: Record<string, (pair: Pair, to: string) => Promise<unknown>> = {
  facts: async ({ url, accountApiPort, database, pid }): Promise<Facts> => ({ url, accountApiPort, database, pid }),
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
  const pairs = new Map<string, ReturnType<typeof startPair>>()
  let postgres: Promise<Postgres> | undefined

  const start = async ({ database, delivery, calls }: PairChoice) => {
    if (database === 'SQLite') return startPair({ delivery, calls })
    postgres ??= startPostgres()
    return startPair({ delivery, calls, databaseUrl: (await createDatabase((await postgres).url)).url })
  }

  const answer = async (request: IncomingMessage): Promise<unknown> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const { database, delivery, calls, worker, to = '' } = Object.fromEntries(searchParams)
    const key = [database, delivery, calls, worker].join()
    const pair = pairs.get(key) ?? start({ database, delivery, calls } as PairChoice)
    pairs.set(key, pair)
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
    await Promise.all([...pairs.values()].map(async (pair) => (await pair).stop()))
    await (await postgres)?.stop()
  }
}

/** The pair of a worker. @param worker Playwright's parallelIndex: no two workers that run at once have the same. */
export const pairOf = async (choice: PairChoice, worker: number): Promise<Pair> => {
  const ask = async <Found>(what: string, to = ''): Promise<Found> => {
    const query = new URLSearchParams({ ...choice, worker: String(worker), to })
    const response = await fetch(`${process.env[variable]}/${what}?${query}`)
    if (!response.ok) throw new Error(await response.text())
    return response.json() as Promise<Found>
  }
  const { url, accountApiPort, database, pid } = await ask<Facts>('facts')
  return {
    url,
    accountApiPort,
    database,
    pid,
    dataDir: database.dataDir,
    clock: clockIn(database.dataDir),
    captcha: () => newestCaptcha(database),
    publish: async (name, texts) => {
      await ask('publish', JSON.stringify({ name, texts }))
    },
    newVisitor: () => ask('visitor'),
    office: {
      textsTo: (to) => ask('texts', to),
      linksTo: (to) => ask('links', to),
    },
  }
}
