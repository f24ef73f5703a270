import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { pino } from 'pino'
import { type Env, env as readEnv } from '../app/env.server'
import { BadEnvironment } from '../settings/settings'
import { type EmbeddedApi, startEmbeddedApi } from './embedded-api'
import { loadApp } from './remix-build'
import { createWebServer } from './web-server'

// Built code always runs React's production build; the variable is no setting of ours.
process.env.NODE_ENV = 'production'

// Rendering leaves much short-lived data behind, which V8 would rather let pile up than collect: 290 MB under load in
// place of 150, at the same cost of CPU. An old generation that has grown by a quarter is collected.
setFlagsFromString('--heap-growing-percent=25')

const built = (path: string) => new URL(path, import.meta.url)

/** Runs the web app, and the account API with it where no other is named, until it is told to stop. */
const run = async (): Promise<void> => {
  const env = readEnv()
  if (!existsSync(built('./server/index.js'))) throw new Error('Nothing is built yet: run `npm run build`.')
  const log = pino({ level: env.logLevel, base: { service: 'web' } })

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
    await server.listen({ port: env.port, host: env.host })
  } catch (error) {
    await api?.stop()
    throw error
  }
  if (env.deployment === 'local') sayWhere(env)
}

const startApi = (env: Env): Promise<EmbeddedApi> =>
  startEmbeddedApi({
    entry: fileURLToPath(built('./account-api.js')),
    url: env.accountApi.url,
    environment: { ...process.env, NODE_ENV: 'production', PUBLIC_URL: env.publicUrl.origin },
  })

const sayWhere = (env: Env) => {
  process.stdout.write(`Butterfly is open at ${env.publicUrl.origin}\n`)
  if (env.accountApi.embedded)
    process.stdout.write(
      `Codes that would be sent appear here, and at ${env.accountApi.url}/outbox?to=<mobile or email>\n`,
    )
}

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
