import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { readEnv } from '../../app/env.server'
import { loadApp } from '../../server/remix-build'
import { createWebServer } from '../../server/web-server'
import { temporaryFolder } from '../fixtures/folder'
import { freePort } from '../fixtures/free-port'
import { startUpstream } from './upstream'

const build = (path: string) => new URL(`../../build/${path}`, import.meta.url)

/**
 * The web app's server in this process, on a free port, with a fake account API. It needs the built app (`npm run build`),
 * which reads its settings from the environment of the process: one web app for each test file.
 */
export const startWebApp = async (settings: Record<string, string> = {}) => {
  const { LOG_ID_HEADER: logIdHeader } = settings
  const upstream = await startUpstream(logIdHeader === undefined ? {} : { logIdHeader })
  const port = await freePort()
  const folder = temporaryFolder('web-app')
  const variables = {
    PORT: String(port),
    ACCOUNT_API_URL: upstream.url,
    ACCOUNT_API_KEY: 'a key of the tests that is long enough to be taken',
    SESSION_SECRETS: 'a session secret of the tests that is long enough',
    DATA_DIR: folder.path,
    LOG_LEVEL: 'silent',
    ...settings,
  }
  Object.assign(process.env, variables)
  const env = readEnv(variables)
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) })
  const server = await createWebServer({
    env,
    app: await loadApp(build('server/index.js')),
    log,
    clientFolder: fileURLToPath(build('client')),
  })
  await server.listen({ port, host: '127.0.0.1' })
  return {
    origin: `http://localhost:${port}`,
    port,
    upstream,
    /** The lines of the log so far. */
    lines,
    stop: async () => {
      await server.close()
      await upstream.stop()
      folder.remove()
    },
  }
}

export type WebApp = Awaited<ReturnType<typeof startWebApp>>
