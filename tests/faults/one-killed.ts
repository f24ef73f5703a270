// kill -9 of one of two account APIs on PostgreSQL, behind a balancer that follows /readyz, under registrations: every
// account that was acknowledged has to be found again, and registrations continue at the other copy meanwhile.
//   npx tsx tests/faults/one-killed.ts [--rounds 3]
import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createDatabase, startPostgres } from '#tests/fixtures/databases/postgres'
import { outboxOffice } from '#tests/fixtures/messages/post-office'
import { startRoundRobin } from '#tests/fixtures/network/round-robin'
import { memoryFolder } from '#tests/fixtures/programs/folder'
import { freePort } from '#tests/fixtures/programs/free-port'
import { startAccountApi } from '#tests/fixtures/programs/server'
import { eventually } from '#tests/fixtures/time/eventually'
import { type Attempt, isCutOff, registerOne, signsIn } from './registrations'
import { key, report, secondsSince } from './run'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } })
const rounds = Math.min(Number(values.rounds), 100)
const peopleAtOnce = 4
const mostMsBeforeTheKill = 900

const underKills = async () => {
  const postgres = await startPostgres({ durable: true })
  const database = await createDatabase(postgres.url)
  const folder = memoryFolder('one-killed')
  const ports = [await freePort(), await freePort()]
  const start = (port: number) =>
    startAccountApi({
      ACCOUNT_API_PORT: String(port),
      ACCOUNT_API_KEY: key,
      DATABASE_URL: database.url,
      DATA_DIR: folder.path,
    })
  const apis = await Promise.all(ports.map(start))
  const balancer = await startRoundRobin(() => ports, { followsReadyz: true })
  const inRotation = (count: number) =>
    eventually(`${count} copies to be in rotation`, () => balancer.inRotation().length === count || undefined)
  await inRotation(2)

  // Cut off: without an answer, or with the balancer's. Meanwhile: acknowledged between a kill and the next start.
  const counts = { acknowledged: 0, found: 0, cutOff: 0, meanwhile: 0 }
  const attempts: Attempt[] = []
  const acknowledged = () => attempts.filter((attempt) => attempt.acknowledged)
  let isOver = false
  /** The outbox is read at the copy that is not killed. */
  let alive = 0
  const register = async () => {
    while (!isOver)
      try {
        await registerOne(balancer.url, outboxOffice(ports[alive] ?? 0), attempts)
      } catch (error) {
        if (!isCutOff(error)) throw error
        counts.cutOff += 1
      }
  }
  const people = Array.from({ length: peopleAtOnce }, register)
  for (let round = 0; round < rounds; round += 1) {
    const killed = round % 2
    alive = 1 - killed
    await pause(randomInt(50, mostMsBeforeTheKill))
    await apis[killed]?.stop('SIGKILL')
    await inRotation(1)
    const before = acknowledged().length
    await eventually('registrations at the other copy', () => acknowledged().length > before || undefined)
    counts.meanwhile += acknowledged().length - before
    apis[killed] = await start(ports[killed] ?? 0)
    await inRotation(2)
  }
  isOver = true
  await Promise.all(people)

  counts.acknowledged = acknowledged().length
  for (const attempt of acknowledged()) counts.found += (await signsIn(balancer.url, attempt)) ? 1 : 0
  await Promise.all(apis.map((api) => api.stop('SIGKILL')))
  await balancer.stop()
  await postgres.stop()
  folder.remove()
  return counts
}

const startedAt = performance.now()
const counts = await underKills()
const passed = counts.found === counts.acknowledged && counts.meanwhile >= rounds
report(
  { database: 'PostgreSQL', rounds, ...counts, seconds: secondsSince(startedAt) },
  { 'kill -9 of one of two account APIs': passed },
)
