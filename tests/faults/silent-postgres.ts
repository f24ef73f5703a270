// Connections to PostgreSQL that fall silent, as after a failover or behind a firewall that forgot them: they stay open,
// and nothing gets through. The account API has to find new ones by itself, and SIGTERM has to end it all the same.
//   npx tsx tests/faults/silent-postgres.ts [--timeout-ms 2000] [--most-seconds 60]
// `--timeout-ms`: DATABASE_TIMEOUT_MS of the account API. `--most-seconds`: how long a fault is watched.
import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createClient } from '../../contract/client'
import { CookieJar } from '../../contract/cookie-jar'
import { mobilePurpose } from '../../contract/purposes'
import { temporaryFolder } from '../fixtures/folder'
import { createDatabase, startPostgres } from '../fixtures/postgres'
import { startAccountApi } from '../fixtures/server'
import { startSilentProxy } from '../fixtures/silent-proxy'
import { noteResult } from '../reporters/results-file'

const { values } = parseArgs({
  options: {
    'timeout-ms': { type: 'string', default: '2000' },
    'most-seconds': { type: 'string', default: '60' },
  },
})
const timeoutMs = Number(values['timeout-ms'])
const mostMs = Math.min(Number(values['most-seconds']), 600) * 1000
const mostStopMs = 10_000
// A call that meets the silence waits for the server's limit, this side's grace and a new connection. As much again is
// for a busy machine.
const mostOutageMs = 2 * (2 * timeoutMs + 1000)
const callsAtOnce = 20
const key = 'a key of 32 bytes that only the tests know'

/** A call that reads and writes the database. */
const call = async (port: number): Promise<boolean> => {
  const client = createClient(
    { baseUrl: `http://127.0.0.1:${port}`, application: { aid: 'butterfly', key }, timeoutMs: mostMs },
    {
      variant: 'web',
      jar: new CookieJar(),
      language: 'en',
      clientAddress: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
      userAgent: 'fault test',
    },
  )
  const mobile = `+86138${String(randomInt(100_000_000)).padStart(8, '0')}`
  return client.sendCode({ mobile, type: mobilePurpose.register }).then(
    ({ ok }) => ok,
    () => false,
  )
}

const calls = (port: number) => Promise.all(Array.from({ length: callsAtOnce }, () => call(port)))

const folder = temporaryFolder('silent')
const postgres = await startPostgres()
const proxy = await startSilentProxy((await createDatabase(postgres.url)).url)
const api = await startAccountApi({
  ACCOUNT_API_KEY: key,
  DATA_DIR: folder.path,
  DATABASE_URL: proxy.url,
  DATABASE_TIMEOUT_MS: String(timeoutMs),
})
const answeredBefore = (await calls(api.port)).every(Boolean)

// A failover: what is open falls silent, and new connections answer.
proxy.silence()
const silentAt = performance.now()
const met = calls(api.port)
let recoveredMs: number | undefined
while (recoveredMs === undefined && performance.now() - silentAt < mostMs) {
  const isAnswered = await Promise.race([call(api.port), pause(timeoutMs, false, { ref: false })])
  if (isAnswered) recoveredMs = Math.round(performance.now() - silentAt)
  else await pause(100)
}
const answeredAfter = recoveredMs !== undefined && (await calls(api.port)).every(Boolean)

// Everything is silent, calls are under way, and the process has to end.
proxy.silence()
proxy.silenceNew(true)
const underWay = calls(api.port)
await pause(200)
const stoppedAt = performance.now()
const ended = await Promise.race([api.stop('SIGTERM').catch(() => undefined), pause(mostMs, undefined, { ref: false })])
const stopMs = ended === undefined ? undefined : Math.round(performance.now() - stoppedAt)
if (ended === undefined) await api.stop('SIGKILL')
await Promise.all([met, underWay])
await proxy.stop()
await postgres.stop()
folder.remove()

process.stdout.write(
  `${JSON.stringify({ timeoutMs, recoveredMs: recoveredMs ?? null, answeredAfter, stopMs: stopMs ?? null, ended })}\n`,
)
const hasRecovered = answeredBefore && answeredAfter && recoveredMs !== undefined && recoveredMs <= mostOutageMs
const hasStopped = stopMs !== undefined && stopMs <= mostStopMs
noteResult('silent connections to PostgreSQL are replaced', hasRecovered)
noteResult('SIGTERM ends the account API while PostgreSQL is silent', hasStopped)
process.exitCode = hasRecovered && hasStopped ? 0 : 1
