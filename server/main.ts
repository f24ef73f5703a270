import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { startEmbedded } from '#account-api/start/embedded'
import { Draining } from '#process/draining'
import { collectByOneThread, collectOften } from '#process/garbage-collection'
import { createLog } from '#process/process-log'
import { onStopSignal } from '#process/stop-signals'
import { createPrivately, openToOthers } from '#settings/files/private-files'
import { secretsMadeAnew } from '#settings/files/secret-file'
import { type Place, whyNotListening } from '#settings/listening'
import { unreadIn } from '#settings/names'
import { type Env, env as readEnv } from '~/runtime/env.server'
import { isReachable } from './readiness'
import { loadApp } from './remix-build'
import { createWebServer } from './web-server'

// Built code always runs React's production build, whatever NODE_ENV says.
process.env.NODE_ENV = 'production'

collectOften()
collectByOneThread()

/** How many connections may wait to be accepted. Beyond Node's default of 511, browsers would retry after seconds. */
const backlog = 4096

const built = (path: string) => new URL(path, import.meta.url)

/** Runs the web app until it is told to stop, and the account API with it, unless ACCOUNT_API_URL names another. */
const run = async (): Promise<void> => {
  const env = readEnv()
  if (!existsSync(built('./server/index.js'))) throw new Error('Nothing is built yet: run `npm run build`.')
  // A data folder that cannot store secrets stops the start, not the first visitor.
  env.sessionSecrets()
  env.accountApi.key()
  const log = createLog({ level: env.logLevel, service: 'web' })
  const open = openToOthers(env.dataDir, ['session-secrets', 'account-api-key'])
  if (open !== undefined) log.warn(open)
  const files = secretsMadeAnew()
  if (files.length > 0) log.error({ files }, 'secrets were missing next to a database, and new ones were generated')
  const unread = unreadIn(process.env)
  if (unread.length > 0) log.warn({ unread }, 'some variables look like settings, and are not read')

  const [api, app] = await Promise.all([
    env.accountApi.embedded ? startApi(env) : undefined,
    loadApp(built('./server/index.js')),
  ])
  if (api) app.visitors.callHere(api)
  const stopTranslations = await app.visitors.followTranslations(log)
  const draining = new Draining()
  const parts = { env, app, log, draining, clientFolder: fileURLToPath(built('./client')) }
  const server = await createWebServer(parts)
  const desk = env.desk?.port === undefined ? undefined : await createWebServer({ ...parts, at: 'desk' })

  /** The account API stops last, because running requests need it. It has no separate drain time. */
  const stopApi = async () => (await api?.stop({ drainMs: 0 })) ?? true
  const stop = async () => {
    await draining.drain(env.drainMs)
    stopTranslations()
    const closing = [server, desk].map((each) => each?.close())
    await Promise.all(closing).catch((error: unknown) => log.error({ err: error }, 'the web server did not close'))
    process.exit((await stopApi()) ? 0 : 1)
  }
  onStopSignal(stop, () => draining.end())

  const listen = async (listening: typeof server, { host, port }: Place): Promise<void> => {
    try {
      await listening.listen({ port: port[1], host: host[1], backlog })
    } catch (error) {
      await stopApi()
      throw whyNotListening(error, { host, port })
    }
  }
  await listen(server, { host: ['HOST', env.host], port: ['PORT', env.port] })
  if (desk && env.desk?.port)
    await listen(desk, { host: ['DESK_HOST', env.desk.host], port: ['DESK_PORT', env.desk.port] })
  if (env.deployment === 'local') printAddresses(env)
  // It may start later: until then people are asked to try again.
  if (!env.accountApi.embedded && !(await isReachable(env.accountApi.url)))
    log.warn({ url: env.accountApi.url }, 'the account API at ACCOUNT_API_URL does not answer yet')
  await app.visitors.logClosedFlows(log)
}

/** Starts the account API in this process: a deployment on one machine needs one process (record 0103). */
const startApi = async (env: Env) => {
  const api = (await import(built('./embedded-account-api.js').href)) as { startEmbedded: typeof startEmbedded }
  return api.startEmbedded({ ...process.env, PUBLIC_URL_FILE: undefined, PUBLIC_URL: env.publicUrl.origin })
}

const printAddresses = (env: Env) => {
  process.stdout.write(`Butterfly is open at ${env.publicUrl.origin}\n`)
  if (env.desk?.port) process.stdout.write(`The operator's desk is open at ${env.desk.url.origin}/desk\n`)
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
  return error instanceof Error ? error.message : String(error)
}
