// kill -9 under registrations: every account that the API acknowledged has to be able to sign in afterwards, and a
// registration that was cut off either happened as a whole or can be sent again with the same code.
//   npx tsx tests/faults/kill.ts [--rounds 20] [--database SQLite|PostgreSQL]
// In each round registrations run in parallel while the API is killed at a random moment and started again, and on
// PostgreSQL in every second round the database server too. Rounds, registrations and time are bounded.
import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createDatabase, startPostgres } from '#tests/fixtures/databases/postgres'
import { outboxOffice } from '#tests/fixtures/messages/post-office'
import { temporaryFolder } from '#tests/fixtures/programs/folder'
import { freePort } from '#tests/fixtures/programs/free-port'
import { startAccountApi } from '#tests/fixtures/programs/server'
import { eventually } from '#tests/fixtures/time/eventually'
import { type Attempt, isCutOff, isWhole, registerOne, signsIn } from './registrations'
import { key, report, secondsSince } from './run'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' }, database: { type: 'string' } } })
const rounds = Math.min(Number(values.rounds), 200)
const peopleAtOnce = 6
const mostMsBeforeTheKill = 900

/** An error and what caused it, in one line. */
const describe = (error: unknown): string =>
  error instanceof Error
    ? [error.message, error.cause === undefined ? '' : describe(error.cause)].join(' ')
    : String(error)

const urlOf = (port: number) => `http://127.0.0.1:${port}`

const underFaults = async (database: 'SQLite' | 'PostgreSQL') => {
  const folder = temporaryFolder('faults')
  const postgres = database === 'PostgreSQL' ? await startPostgres({ durable: true }) : undefined
  const port = await freePort()
  const settings = {
    ACCOUNT_API_PORT: String(port),
    ACCOUNT_API_KEY: key,
    DATA_DIR: folder.path,
    ...(postgres ? { DATABASE_URL: (await createDatabase(postgres.url)).url } : {}),
  }
  const office = outboxOffice(port)
  const counts = {
    acknowledged: 0,
    /** Registrations without an answer. They may or may not have made an account. */
    cutOff: 0,
    /** The failures that no kill explains, such as on a machine that is paused for longer than a call may take. */
    early: 0,
    lost: 0,
    halfDone: 0,
  }
  const attempts: Attempt[] = []
  const acknowledged = () => attempts.filter((attempt) => attempt.acknowledged).length
  let api = await startAccountApi(settings)

  for (let round = 1; round <= rounds; round += 1) {
    let [open, killing] = [true, false]
    const register = async () => {
      while (open) {
        try {
          await registerOne(urlOf(port), office, attempts)
        } catch (error) {
          if (!isCutOff(error)) throw error
          counts.cutOff += 1
          if (killing) return
          counts.early += 1
          process.stderr.write(`round ${round}, before the kill: ${describe(error)}\n`)
          await pause(100)
        }
      }
    }
    const before = acknowledged()
    const people = Array.from({ length: peopleAtOnce }, register)
    // A round without an acknowledged registration would prove nothing, on however slow a machine.
    await eventually('a registration of this round', () => acknowledged() > before || undefined, { seconds: 60 })
    await pause(randomInt(50, mostMsBeforeTheKill))
    const killsPostgres = postgres !== undefined && round % 2 === 0
    killing = true
    if (killsPostgres) await postgres.kill()
    await api.stop('SIGKILL')
    open = false
    await Promise.all(people)
    if (killsPostgres) await postgres.restart()
    api = await startAccountApi(settings)
  }

  for (const attempt of attempts) {
    if (!attempt.acknowledged) counts.halfDone += (await isWhole(urlOf(port), attempt)) ? 0 : 1
    else {
      counts.acknowledged += 1
      counts.lost += (await signsIn(urlOf(port), attempt)) ? 0 : 1
    }
  }
  await api.stop()
  await postgres?.stop()
  folder.remove()
  return counts
}

// A run without any database proves nothing.
process.exitCode = 1
for (const database of ['SQLite', 'PostgreSQL'] as const) {
  if (values.database !== undefined && values.database !== database) continue
  const startedAt = performance.now()
  const counts = await underFaults(database)
  // A run without an acknowledged registration proves nothing.
  const passed = counts.lost + counts.halfDone === 0 && counts.acknowledged >= rounds
  const seconds = secondsSince(startedAt)
  report({ database, rounds, ...counts, seconds }, { [`kill -9 on ${database}`]: passed })
}
