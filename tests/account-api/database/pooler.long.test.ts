import { expect, inject, it, onTestFinished } from 'vitest'
import { readEnvironment } from '#account-api/start/env'
import { openStorage } from '#account-api/start/storage'
import { whyNoDatabase } from '#account-api/start/why-no-database'
import { startPgBouncer } from '#tests/fixtures/databases/pgbouncer'
import { createDatabase } from '#tests/fixtures/databases/postgres'
import { runningHere, untilTestEnds } from '#tests/fixtures/hooks'
import { ownFolder } from '#tests/fixtures/programs/own-folder'

const folder = ownFolder('pooler')
const serverUrl = inject('postgresUrl')
const pooler = runningHere(() => startPgBouncer(serverUrl))

/** A storage of a new database through the pooler, closed when the test ends. */
const through = async (given: { isDirect?: boolean; pooled?: (url: string) => string }) => {
  const { url, drop } = await createDatabase(serverUrl)
  const databaseUrl = (given.pooled ?? pooler.through)(url)
  const storage = openStorage({ dataDir: folder.path, databaseUrl, ...(given.isDirect && { directUrl: url }) })
  onTestFinished(() => storage.close().then(drop))
  return { storage, url, databaseUrl }
}

const lineOf = (work: Promise<unknown>, databaseUrl: string) =>
  work.then(
    () => undefined,
    (error: unknown) => whyNoDatabase(error, readEnvironment({ DATABASE_URL: databaseUrl, DATA_DIR: folder.path })),
  )

it('error: a migration through a pooler is refused in one line, and changes nothing', async () => {
  const { storage, databaseUrl } = await through({})
  expect(await lineOf(storage.migrate(), databaseUrl)).toMatchObject({
    name: 'BadEnvironment',
    message: expect.stringMatching(/^DATABASE_DIRECT_URL has to be set, because DATABASE_URL leads through a pooler/),
  })
})

it('happy: a migration bypasses the pooler, and a later start needs only the pooler', async () => {
  const { storage, databaseUrl } = await through({ isDirect: true })
  await storage.migrate()
  await storage.probe()
  const next = untilTestEnds(openStorage({ dataDir: folder.path, databaseUrl }))
  await next.migrate()
  await next.probe()
})

it('error: without a statement limit on the role, a start reports that statements have none', async () => {
  const { storage, url } = await through({ isDirect: true })
  await storage.migrate()
  expect(await storage.hasLimits()).toBe(false)
  const direct = untilTestEnds(openStorage({ dataDir: folder.path, databaseUrl: url }))
  expect(await direct.hasLimits()).toBe(true)
})

it('error: a pooler that refuses a connection’s options is named in one line', async () => {
  const without = ['ignore_startup_parameters', ';ignore_startup_parameters'] as const
  const strict = untilTestEnds(await startPgBouncer(serverUrl, [without]))
  const { storage, databaseUrl } = await through({ isDirect: true, pooled: strict.through })
  await storage.migrate()
  expect(await lineOf(storage.hasLimits(), databaseUrl)).toMatchObject({
    name: 'BadEnvironment',
    message: expect.stringMatching(/^DATABASE_URL has to name .*: its pooler refuses statement_timeout/),
  })
})
