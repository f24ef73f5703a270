import { Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { findMoving } from '#account-api/admin/moving/commands'
import { runCustody } from '#account-api/custody/commands'
import { migrationDialect, postgresLimits } from '#account-api/database/postgres'
import { upgradeCheck } from '#account-api/start/checks/upgrade-check'
import { openStorage } from '#account-api/start/storage'
import { runningHere } from '#tests/fixtures/hooks'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { startSilent } from './checks/deployment'

const silent = runningHere(startSilent)
const folder = ownFolder('database-timeout')

it('error: a start and each command wait for a silent PostgreSQL as long as DATABASE_TIMEOUT_MS says', async () => {
  const url = `postgres://butterfly@127.0.0.1:${silent.port}/butterfly`
  const usual = new Kysely({ dialect: migrationDialect(url, 2000) })
  const late = sql`select 1`.execute(usual).catch(() => 'later')
  const source = {
    ...{ DATABASE_URL: url, DATABASE_TIMEOUT_MS: '500', DATA_DIR: folder.path },
    ACCOUNT_API_KEY: 'a key of the tests that is long enough to be taken',
  }
  const limits = { ...postgresLimits, timeoutMs: 500 }
  const storage = openStorage({ dataDir: folder.path, databaseUrl: url, postgresLimits: limits })
  const tries = {
    start: storage.migrate(),
    'deployment export': findMoving(['deployment', 'export', folder.at('archive')])?.(source),
    'deployment import': findMoving(['deployment', 'import', folder.at('archive')])?.(source),
    'people import': findMoving(['people', 'import', folder.at('people.csv')])?.(source),
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
