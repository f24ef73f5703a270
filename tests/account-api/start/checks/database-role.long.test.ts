import pg from 'pg'
import { beforeEach, expect, inject, it, onTestFinished } from 'vitest'
import { openStorage } from '#account-api/start/storage'
import { startPgBouncer } from '#tests/fixtures/databases/pgbouncer'
import { createDatabase } from '#tests/fixtures/databases/postgres'
import { runningHere } from '#tests/fixtures/hooks'
import { startSurroundings } from './deployment'

const around = runningHere(startSurroundings)
const pooler = runningHere(() => startPgBouncer(inject('postgresUrl')))
beforeEach(() => around.reset())

let roles = 0

/** A database, and its own role without any permission at first. */
const withRole = async ({ isMigrated = true }: { isMigrated?: boolean } = {}) => {
  const { url, drop } = await createDatabase(inject('postgresUrl'))
  roles += 1
  const role = `weak_${process.pid}_${roles}`
  const owner = new pg.Client(url)
  await owner.connect()
  if (isMigrated) {
    const storage = openStorage({ dataDir: around.folder.path, databaseUrl: url })
    await storage.migrate()
    await storage.close()
  }
  await owner.query(`create role ${role} login`)
  onTestFinished(async () => {
    await owner.query(`drop owned by ${role}`)
    await owner.query(`drop role ${role}`)
    await owner.end()
    await drop()
  })
  const asRole = new URL(url)
  asRole.username = role
  return { url, role, asRole: asRole.href, run: (statement: string) => owner.query(statement) }
}

const linesOf = async (DATABASE_URL: string, more: Record<string, string> = {}) => {
  const { text, code } = await around.check({ DATABASE_URL, ...more }, { only: 'account-api' })
  return { code, lines: text.split('\n').filter((line) => /^\w+ +DATABASE_/.test(line)) }
}

const grantAll = (role: string) => `grant select, insert, update, delete on all tables in schema public to ${role}`

it('happy: the database’s owner passes every check', async () => {
  const { url } = await withRole()
  const { code, lines } = await linesOf(url)
  expect(lines).toEqual([
    expect.stringMatching(/^ok .*no migration waits/),
    expect.stringContaining('may read and write'),
  ])
  expect(code).toBe(0)
})

it('error: a user without write or alter permission is reported, and a server that takes no writes', async () => {
  const { asRole, role, run } = await withRole()
  await run(`grant select on all tables in schema public to ${role}`)
  expect((await linesOf(asRole)).lines).toContainEqual(
    expect.stringMatching(/^error +DATABASE_URL +this user may not read and write \d+ tables of the schema public/),
  )
  await run(grantAll(role))
  const { code, lines } = await linesOf(asRole)
  expect(lines).toContainEqual(
    expect.stringMatching(/^warning .*may not make tables and alter \d+ tables .*, which an upgrade may have to/),
  )
  expect(code).toBe(0)
  await run(`alter role ${role} set default_transaction_read_only = on`)
  expect((await linesOf(asRole)).lines).toContainEqual(expect.stringMatching(/^error .*takes no writes/))
})

it('error: a user without permission to create tables in an empty database is reported, and one with it passes', async () => {
  const { asRole, role, run } = await withRole({ isMigrated: false })
  expect(await linesOf(asRole)).toMatchObject({
    code: 1,
    lines: expect.arrayContaining([
      expect.stringMatching(/^error .*may not make tables .*, which the next start has to/),
    ]),
  })
  await run(`grant create on schema public to ${role}`)
  expect(await linesOf(asRole)).toMatchObject({ code: 0 })
})

it('error: a connection limit below the pool size is reported, for the role and the database', async () => {
  const { asRole, role, run, url } = await withRole()
  await run(grantAll(role))
  const few = expect.stringMatching(/^error +DATABASE_POOL_SIZE +this user may open 5 connections, .* opens 11/)
  await run(`alter role ${role} connection limit 5`)
  expect((await linesOf(asRole)).lines).toContainEqual(few)
  expect((await linesOf(asRole, { DATABASE_POOL_SIZE: '4' })).lines).not.toContainEqual(few)
  await run(`alter role ${role} connection limit -1`)
  await run(`alter database "${new URL(url).pathname.slice(1)}" connection limit 5`)
  expect((await linesOf(asRole)).lines).toContainEqual(few)
})

it('happy: DATABASE_DIRECT_URL leads to the same database past the pooler', async () => {
  const { url } = await withRole()
  const { code, lines } = await linesOf(pooler.through(url), { DATABASE_DIRECT_URL: url })
  expect(lines).toContainEqual(expect.stringMatching(/^ok +DATABASE_DIRECT_URL +it leads to the same database/))
  expect(code).toBe(0)
})

it('error: DATABASE_DIRECT_URL is reported if missing, of another database, through the pooler, or unreachable', async () => {
  const [one, other] = [await withRole(), await withRole({ isMigrated: false })]
  const through = pooler.through(one.url)
  const about = async (direct?: string, of = through) =>
    (await linesOf(of, direct === undefined ? {} : { DATABASE_DIRECT_URL: direct })).lines.filter((line) =>
      line.includes(' DATABASE_DIRECT_URL '),
    )
  expect(await about()).toEqual([expect.stringMatching(/^warning .*is not set, .*through a pooler/)])
  expect(await about(undefined, pooler.through(other.url))).toEqual([expect.stringMatching(/^error .*is not set/)])
  expect(await about(other.url)).toEqual([expect.stringMatching(/^error .*another database/)])
  expect(await about(through)).toEqual([expect.stringMatching(/^error .*through a pooler too/)])
  const missing = new URL(one.url)
  missing.pathname = '/nothing_here'
  expect(await about(missing.href)).toEqual([expect.stringMatching(/^error .*no database of that name/)])
})

it('security: no password in a connection URL is in the output', async () => {
  const { url } = await withRole()
  const secret = 'hunter2'
  const direct = new URL(url)
  Object.assign(direct, { username: 'nobody_here', password: secret })
  const { lines } = await linesOf(url, { DATABASE_DIRECT_URL: direct.href })
  expect(lines).toContainEqual(expect.stringMatching(/^error +DATABASE_DIRECT_URL /))
  expect(lines.join('\n')).not.toContain(secret)
})
