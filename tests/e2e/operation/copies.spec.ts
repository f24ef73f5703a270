import { randomBytes } from 'node:crypto'
import { expect, bareTest as test } from '#tests/e2e/journey'
import { registerByBoth, signInByPassword, signOut } from '#tests/e2e/roads'
import { whoAmI } from '#tests/e2e/steps/pages'
import { textsOf } from '#tests/e2e/texts'
import { createDatabase, startPostgres } from '#tests/fixtures/databases/postgres'
import { codeOf, outboxOffice } from '#tests/fixtures/messages/post-office'
import { startRoundRobin } from '#tests/fixtures/network/round-robin'
import { temporaryFolder } from '#tests/fixtures/programs/folder'
import { startAccountApi, startWebApp } from '#tests/fixtures/programs/server'

const t = textsOf('en')

test('happy: two copies of the web app and two of the account API carry one sign-in', async ({ browser }) => {
  const folders = [1, 2, 3, 4].map(() => temporaryFolder('copy'))
  const dataDirs = folders.map(({ path }) => path)
  const postgres = await startPostgres()
  const database = await createDatabase(postgres.url)
  const key = { ACCOUNT_API_KEY: randomBytes(32).toString('hex') }

  // Both start at once on an empty database, which only one of them may migrate.
  const apis = await Promise.all(
    dataDirs.slice(0, 2).map((DATA_DIR) => startAccountApi({ ...key, DATA_DIR, DATABASE_URL: database.url })),
  )
  const apiBalancer = await startRoundRobin(() => apis.map(({ port }) => port))
  const webPorts: number[] = []
  const webBalancer = await startRoundRobin(() => webPorts)
  const webs = await Promise.all(
    dataDirs.slice(2).map((DATA_DIR) =>
      startWebApp({
        ...key,
        DATA_DIR,
        ACCOUNT_API_URL: apiBalancer.url,
        PUBLIC_URL: webBalancer.url,
        SESSION_SECRETS: 'one-secret-of-32-bytes-and-more-that-both-copies-know',
      }),
    ),
  )
  webPorts.push(...webs.map(({ port }) => port))

  const context = await browser.newContext({ baseURL: webBalancer.url, locale: 'en-GB', javaScriptEnabled: false })
  const office = outboxOffice(apis[0]?.port ?? 0)
  const code = (to: string, nth?: number) => codeOf(office, to, nth)
  const visitor = { page: await context.newPage(), t, code }
  const { mobile, email, password } = await registerByBoth(visitor)
  const { username } = await whoAmI(visitor)
  for (const account of [mobile, email, username]) {
    await signOut(visitor)
    await signInByPassword(visitor, account, password)
    for (let visit = 0; visit < 4; visit += 1) {
      await visitor.page.goto('/settings')
      expect((await whoAmI(visitor)).username).toBe(username)
    }
  }
  for (const balancer of [apiBalancer, webBalancer])
    for (const share of balancer.shares()) expect(share).toBeGreaterThan(10)
  expect([apiBalancer.shares().length, webBalancer.shares().length]).toEqual([2, 2])

  await context.close()
  await Promise.all([...webs, ...apis].map((server) => server.stop()))
  await Promise.all([apiBalancer.stop(), webBalancer.stop()])
  await postgres.stop()
  for (const folder of folders) folder.remove()
})
