// What /readyz of both programs says, and what people see, under conditions that a start does not find: a full disk, a
// read-only PostgreSQL, another application key, and a clock that steps back.
//   npx tsx tests/faults/conditions.ts
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { query } from '#tests/fixtures/databases/client'
import { createDatabase, startPostgres } from '#tests/fixtures/databases/postgres'
import { temporaryFolder } from '#tests/fixtures/programs/folder'
import { freePort } from '#tests/fixtures/programs/free-port'
import { startProgram } from '#tests/fixtures/programs/program'
import { ready, root, type Server, startAccountApi, startWebApp } from '#tests/fixtures/programs/server'
import { movedClock } from '#tests/fixtures/time/clock'
import { eventually } from '#tests/fixtures/time/eventually'
import { Browser } from '#tests/server/browser'
import { key, report, secondsSince } from './run'

/** Runs one condition and prints how long it took. */
const under = async (name: string, play: () => Promise<void>): Promise<void> => {
  const startedAt = performance.now()
  const problem = await play().catch(String)
  const passed = problem === undefined
  report({ condition: name, passed, problem, seconds: secondsSince(startedAt) }, { [name]: passed })
}

/** Waits until /readyz of all of these ports answers with a status. @returns what they say */
const readyz = (ports: number[], status: 200 | 503): Promise<string[]> =>
  eventually(`/readyz to answer ${status}`, async () => {
    const answers = await Promise.all(ports.map((port) => fetch(`http://127.0.0.1:${port}/readyz`)))
    if (answers.some((answer) => answer.status !== status)) return undefined
    return Promise.all(answers.map(async (answer) => ((await answer.json()) as { status: string }).status))
  })

/** Waits for 503 under a condition, and for 200 after it. */
const turns = async (ports: number[], begin: () => void | Promise<void>, end: () => void | Promise<void>) => {
  await readyz(ports, 200)
  await begin()
  await readyz(ports, 503)
  await end()
  await readyz(ports, 200)
}

/** The account API in a shell that ignores the signal for a file that grows too large, so that a write fails instead. */
const startLimitable = async (settings: Record<string, string>) => {
  const program = startProgram('sh', ['-c', `trap '' XFSZ; exec "${process.execPath}" build/account-api.js`], {
    cwd: root,
    env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', ...settings },
  })
  await ready(program, Number(settings.ACCOUNT_API_PORT), 'account-api.js')
  return program
}

/** The largest file that a process may write: what is larger fails as on a full disk. */
const limitFiles = (pid: number, bytes: number | 'unlimited') => {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`])
}

const folder = temporaryFolder('conditions')
const clock = movedClock(folder.path)
clock.passMinutes(60)
const apiPort = await freePort()
const settings = { ...clock.environment, ACCOUNT_API_KEY: key, DATA_DIR: folder.path, LOG_LEVEL: 'warn' }
const apiSettings = { ...settings, ACCOUNT_API_PORT: String(apiPort) }
const webSettings = { ...settings, ACCOUNT_API_URL: `http://127.0.0.1:${apiPort}` }
const api = await startLimitable(apiSettings)
const web = await startWebApp(webSettings)
const ports = [apiPort, web.port]

await under('full disk: both programs say so, and are ready again when there is room', () =>
  turns(
    ports,
    () => limitFiles(api.pid, 1),
    () => limitFiles(api.pid, 'unlimited'),
  ),
)

await under('another application key: /readyz, both logs and the page name it, under one log id', async () => {
  const port = await freePort()
  // Its /readyz is 503 from the start.
  const other = startProgram(process.execPath, ['build/web.js'], {
    cwd: root,
    env: { PATH: process.env.PATH, ...webSettings, ACCOUNT_API_KEY: 'x'.repeat(32), PORT: String(port) },
  })
  const [said = ''] = await readyz([port], 503)
  assert.match(said, /application keys/)
  const page = await new Browser(`http://localhost:${port}`).submit('/login', { account: 'ada', password: 'p' })
  const logId = String(page.headers['x-log-id'])
  if (page.status !== 503) throw new Error(`The page has status ${page.status}`)
  assert.ok(page.text.includes(logId), page.text)
  for (const log of [other.said(), api.said()]) {
    const line = log.split('\n').find((each) => each.includes(logId)) ?? ''
    assert.match(line, /"level":50.*application keys/)
  }
  await readyz([apiPort], 200)
  await other.stop('SIGKILL')
})

await under('a clock that steps back an hour: forms are taken, also by a web app that was started before', async () => {
  const signIn = async () => {
    const fields = { account: 'ada', password: 'not the password' }
    const { status } = await new Browser(`http://localhost:${web.port}`).submit('/login', fields)
    if (status !== 422) throw new Error(`A wrong password is answered with ${status}`)
  }
  await signIn()
  clock.passMinutes(-60)
  await signIn()
  await readyz(ports, 200)
  // The account API starts with the machine's clock. The web app's signatures are an hour ahead at first.
  await api.stop()
  const again = await startAccountApi(apiSettings)
  await signIn()
  await readyz([apiPort, web.port], 200)
  await again.stop('SIGKILL')
})
await web.stop('SIGKILL')

await under('read-only PostgreSQL, and none at all: each program says which, in lines of JSON', async () => {
  const postgres = await startPostgres()
  const database = await createDatabase(postgres.url)
  const set = async (value: 'on' | 'off') => {
    await query(postgres.url, `alter system set default_transaction_read_only = ${value}`)
    await query(postgres.url, 'select pg_reload_conf()')
  }
  const servers: Server[] = []
  servers.push(await startAccountApi({ ACCOUNT_API_KEY: key, DATA_DIR: folder.path, DATABASE_URL: database.url }))
  const url = `http://127.0.0.1:${servers[0]?.port}`
  servers.push(await startWebApp({ ACCOUNT_API_KEY: key, DATA_DIR: folder.path, ACCOUNT_API_URL: url }))
  await turns(
    servers.map(({ port }) => port),
    () => set('on'),
    () => set('off'),
  )
  const api = servers[0] as Server
  await postgres.kill()
  const [said = ''] = await readyz([api.port], 503)
  assert.match(said, /the database does not answer/)
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x', client_id: 'x' })
  const token = await fetch(`http://127.0.0.1:${api.port}/oidc/token`, { method: 'POST', body })
  if (token.status !== 503) throw new Error(`The token endpoint answers ${token.status}`)
  if (token.headers.get('retry-after') === null) throw new Error('The token endpoint does not say when to try again')
  for (const line of api.said().split('\n').filter(Boolean)) JSON.parse(line)
  await Promise.all(servers.map((server) => server.stop('SIGKILL')))
  await postgres.restart()
  await postgres.stop()
})

folder.remove()
