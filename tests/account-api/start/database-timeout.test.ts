import { createServer, type Socket } from 'node:net'
import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findMoving } from '#account-api/admin/moving/commands'
import { runCustody } from '#account-api/custody/commands'
import { migrationDialect, postgresLimits } from '#account-api/database/postgres'
import { upgradeCheck } from '#account-api/start/checks/upgrade-check'
import { openStorage } from '#account-api/start/storage'
import { listenOnLoopback } from '#tests/fixtures/programs/loopback'
import { ownFolder } from '#tests/fixtures/programs/own-folder'

// A server that accepts connections and never answers.
const sockets = new Set<Socket>()
const server = createServer((socket) => void sockets.add(socket.on('error', () => undefined)))
const folder = ownFolder('database-timeout')
let url: string
beforeAll(async () => {
  url = `postgres://butterfly@127.0.0.1:${await listenOnLoopback(server)}/butterfly`
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

const moving = (...words: string[]) => findMoving(words)

it('error: a start and each command wait for a silent PostgreSQL as long as DATABASE_TIMEOUT_MS says', async () => {
  const usual = new Kysely({ dialect: migrationDialect(url, 2000) })
  const late = sql`select 1`.execute(usual).catch(() => 'later')
  const source = {
    ...{ DATABASE_URL: url, DATABASE_TIMEOUT_MS: '500', DATA_DIR: folder.path },
    ACCOUNT_API_KEY: 'a key of the tests that is long enough to be taken',
  }
  const storage = openStorage({
    ...folder,
    dataDir: folder.path,
    databaseUrl: url,
    postgresLimits: { ...postgresLimits, timeoutMs: 500 },
  })
  const tries = {
    start: storage.migrate(),
    'deployment export': moving('deployment', 'export', `${folder.path}/archive`)?.(source),
    'deployment import': moving('deployment', 'import', `${folder.path}/archive`)?.(source),
    'people import': moving('people', 'import', `${folder.path}/people.csv`)?.(source),
    backup: runCustody(['backup', `${folder.path}/backup`], source),
    'rotate --plan': runCustody(['rotate', '--plan'], source),
    'upgrade check': upgradeCheck(source),
  }
  const first = Object.entries(tries).map(async ([name, trying]) => {
    const ended = Promise.resolve(trying).then(JSON.stringify, (error: Error) => error.message)
    return [name, await Promise.race([ended, late])]
  })
  for (const [name, said] of await Promise.all(first))
    expect([name, said]).toEqual([name, expect.stringMatching(/DATABASE_URL|timeout/)])
  await Promise.all([storage.close(), late])
  await usual.destroy()
})
