import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { pino } from 'pino'
import { type Env, env as readEnv } from '../app/env.server'
import { createPrivately, openToOthers } from '../settings/private-files'
import { BadEnvironment } from '../settings/settings'
import { type EmbeddedApi, startEmbeddedApi } from './embedded-api'
import { loadApp } from './remix-build'
import { createWebServer } from './web-server'

// Built code always runs React's production build, whatever NODE_ENV says.
process.env.NODE_ENV = 'production'

// Rendering makes much short-lived data, and V8 prefers to let it pile up: 290 MB under load. Collecting the old
// generation when it has grown by a quarter keeps it at 150 MB, at the same cost of CPU.
setFlagsFromString('--heap-growing-percent=25')

/** Connections that wait to be accepted. Those of a crowd beyond Node's 511 would have to try again after seconds. */
const backlog = 4096

const built = (path: string) => new URL(path, import.meta.url)

/** Runs the web app until it is told to stop; with it the account API, unless ACCOUNT_API_URL names another. */
const run = async (): Promise<void> => {
  const env = readEnv()
  if (!existsSync(built('./server/index.js'))) throw new Error('Nothing is built yet: run `npm run build`.')
  const log = pino({ level: env.logLevel, base: { service: 'web' } })
  const open = openToOthers(env.dataDir, ['session-secrets', 'account-api-key'])
  if (open !== undefined) log.warn(open)

  const [api, app] = await Promise.all([
    env.accountApi.embedded ? startApi(env) : undefined,
    loadApp(built('./server/index.js')),
  ])
  const server = await createWebServer({ env, app, log, clientFolder: fileURLToPath(built('./client')) })

  const stop = async (exitCode: number) => {
    await Promise.allSettled([server.close(), api?.stop()])
    process.exit(exitCode)
  }
  process.once('SIGTERM', () => stop(0))
  process.once('SIGINT', () => stop(0))
  api?.ended.then((problem) => {
    if (problem === undefined) return
    process.stderr.write(`The account API stopped: ${problem}.\n`)
    return stop(1)
  })

  try {
    await server.listen({ port: env.port, host: env.host, backlog })
  } catch (error) {
    await api?.stop()
    throw error
  }
  if (env.deployment === 'local') printAddresses(env)
}

const startApi = (env: Env): Promise<EmbeddedApi> =>
  startEmbeddedApi({
    entry: fileURLToPath(built('./account-api.js')),
    url: env.accountApi.url,
    environment: { ...process.env, NODE_ENV: 'production', PUBLIC_URL: env.publicUrl.origin },
  })

const printAddresses = (env: Env) => {
  process.stdout.write(`Butterfly is open at ${env.publicUrl.origin}\n`)
  if (env.accountApi.embedded)
    process.stdout.write(
      `Codes that would be sent appear here, and at ${env.accountApi.url}/outbox?to=<mobile or email>\n`,
    )
}

createPrivately()
try {
  await run()
} catch (error) {
  process.stderr.write(`${inOneLine(error)}\n`)
  process.exit(1)
}

function inOneLine(error: unknown): string {
  if (error instanceof BadEnvironment) return error.message
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number }
  return code === 'EADDRINUSE' ? `Port ${port} is taken already: set PORT to another.` : message
}
