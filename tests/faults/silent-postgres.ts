// Connections to PostgreSQL that fall silent, as after a failover or behind a firewall that forgot them: they stay open,
// and nothing gets through. The account API has to find new ones on its own, and SIGTERM has to end it all the same.
//   npx tsx tests/faults/silent-postgres.ts [--timeout-ms 2000] [--most-seconds 60]
// `--timeout-ms`: DATABASE_TIMEOUT_MS of the account API. `--most-seconds`: how long a fault is watched. Without limits of
// its own, the account API would wait for those of the system, which are minutes.
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { mobilePurpose } from '#contract/terms/purposes'
import { newMobile } from '#tests/e2e/steps/people'
import { createDatabase, startPostgres } from '#tests/fixtures/databases/postgres'
import { startSilentProxy } from '#tests/fixtures/databases/silent-proxy'
import { temporaryFolder } from '#tests/fixtures/programs/folder'
import { startAccountApi } from '#tests/fixtures/programs/server'
import { clientOf, key, report } from './run'

const { values } = parseArgs({
  options: { 'timeout-ms': { type: 'string', default: '2000' }, 'most-seconds': { type: 'string', default: '60' } },
})
const timeoutMs = Number(values['timeout-ms'])
const mostMs = Math.min(Number(values['most-seconds']), 600) * 1000
const callsAtOnce = 20

/** A call that reads and writes the database. */
const call = (port: number): Promise<boolean> =>
  clientOf(`http://127.0.0.1:${port}`, { timeoutMs: mostMs })
    .sendCode({ mobile: newMobile(), type: mobilePurpose.register })
    .then(
      ({ ok }) => ok,
      () => false,
    )

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

report(
  { timeoutMs, recoveredMs: recoveredMs ?? null, answeredAfter, stopMs: stopMs ?? null, ended },
  {
    'silent connections to PostgreSQL are replaced': answeredBefore && answeredAfter,
    'SIGTERM ends the account API while PostgreSQL is silent': ended !== undefined,
  },
)
