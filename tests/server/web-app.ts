import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { type App, loadApp } from '#server/remix-build'
import { createWebServer } from '#server/web-server'
import { temporaryFolder } from '#tests/fixtures/programs/folder'
import { freePort } from '#tests/fixtures/programs/free-port'
import { readEnv } from '~/runtime/env.server'
import { Browser } from './browser'
import { startUpstream } from './upstream'

const build = (path: string) => new URL(`../../build/${path}`, import.meta.url)

/** Settings that the built app takes, for a web app on a port. */
export const settingsOf = (port: number) => ({
  PORT: String(port),
  ACCOUNT_API_URL: 'http://127.0.0.1:1',
  ACCOUNT_API_KEY: 'a key of the tests that is long enough to be taken',
  SESSION_SECRETS: 'a session secret of the tests that is long enough',
  LOG_LEVEL: 'silent',
})

/** Serves an app on a free port, at the desk's port too if there is one. @param variables its settings */
export const serve = async (
  app: App,
  variables: Record<string, string | undefined> = {},
  log = pino({ level: 'silent' }),
) => {
  const folder = temporaryFolder('served')
  const env = readEnv({ ...settingsOf(await freePort()), DATA_DIR: folder.path, ...variables })
  const parts = { env, app, log, clientFolder: fileURLToPath(build('client')) }
  const server = await createWebServer(parts)
  await server.listen({ port: env.port, host: '127.0.0.1' })
  const desk = env.desk?.port ? await createWebServer({ ...parts, at: 'desk' }) : undefined
  await desk?.listen({ port: env.desk?.port ?? 0, host: '127.0.0.1' })
  return {
    origin: `http://localhost:${env.port}`,
    port: env.port,
    stop: async () => {
      await Promise.all([server.close(), desk?.close()])
      folder.remove()
    },
  }
}

/** What the account API of `startWebApp` takes at the sign-in. */
export const credentials = { account: 'ada', password: 'right password' }

/**
 * The web app's server in this process, on a free port, with a fake account API. It needs the built app (`npm run build`),
 * which reads its settings from the environment of the process: one web app for each test file.
 */
export const startWebApp = async (settings: Record<string, string> = {}) => {
  const { LOG_ID_HEADER: logIdHeader } = settings
  const upstream = await startUpstream(logIdHeader === undefined ? {} : { logIdHeader })
  const variables = { ...settingsOf(await freePort()), ACCOUNT_API_URL: upstream.url, ...settings }
  Object.assign(process.env, variables)
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) })
  const app = await loadApp(build('server/index.js'))
  const { origin, port, stop } = await serve(app, variables, log)
  return {
    origin,
    port,
    app,
    upstream,
    /** A browser of a person who is signed in. */
    signedInBrowser: async (language = 'en') => {
      const browser = new Browser(origin, { 'accept-language': language })
      const { status } = await browser.submit('/login', credentials)
      if (status !== 303) throw new Error(`not signed in: ${status}`)
      return browser
    },
    /** The lines of the log so far. */
    lines,
    stop: async () => {
      await stop()
      await upstream.stop()
    },
  }
}

export type WebApp = Awaited<ReturnType<typeof startWebApp>>
