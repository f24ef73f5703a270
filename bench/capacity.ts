// `npm run bench -- --capacity`: the cost of one registration, one sign-in and one page for the web app, the account
// API and PostgreSQL, which flushes to a disk: CPU, bytes of its log, commits. docs/operators/capacity.md uses these
// figures. One JSON line per figure.
import pg from 'pg'
import { startPostgres } from '#tests/fixtures/databases/postgres'
import { codeOf, outboxOffice } from '#tests/fixtures/messages/post-office'
import { temporaryFolder } from '#tests/fixtures/programs/folder'
import { print } from './measuring/figure'
import { drive } from './measuring/load'
import { startMeasuredPair } from './measuring/measured-pair'
import { cpuOfPostgres } from './measuring/postgres-cpu'
import { Browser } from './visitors/browser'
import { addressOf, mobileOf, password } from './visitors/crowd'

const times = { registration: 150, signIn: 400, page: 1000 }
/** The first ones are registered before the measurement, the others during it. */
const firstNew = 100_000

const folder = temporaryFolder('bench-capacity-postgres')
const postgres = await startPostgres({ durable: true, keptIn: folder.path })
const { url: databaseUrl } = await postgres.createDatabase()
const pair = await startMeasuredPair('bench-capacity', { signIns: 2 * times.signIn, databaseUrl })
const operator = new pg.Client(databaseUrl)
await operator.connect()
const cpuMs = cpuOfPostgres(folder.path)
const office = outboxOffice(Number(new URL(pair.apiUrl).port))

const counted = async () => {
  // The counts of the connections arrive after a moment.
  const { rows } = await operator.query<{ log: string; commits: string }>(`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as log, xact_commit as commits
    from pg_stat_database where datname = current_database()`)
  return { logBytes: Number(rows[0]?.log), commits: Number(rows[0]?.commits), cpuMs: cpuMs() }
}

let registered = firstNew
const register = async () => {
  registered += 1
  const mobile = mobileOf(registered)
  const person = new Browser(pair.url, addressOf(registered))
  await person.send('/login/register', { mobile, region: 'CN' })
  await person.send('/login/register/code', { code: await codeOf(office, mobile), password })
}
const settings = {
  url: `${pair.url}/settings`,
  headers: { 'accept-language': 'en', cookie: pair.person.cookies() },
  status: 200,
}

const works: Record<keyof typeof times, () => Promise<void>> = {
  registration: async () => {
    for (let done = 0; done < times.registration; done += 1) await register()
  },
  signIn: () => drive(pair.signIn, times.signIn, { connections: 2 }),
  page: () => drive(settings, times.page, { connections: 2 }),
}
const named = { registration: 'a registration', signIn: 'a sign-in with a password', page: 'the page of the account' }

for (const name of Object.keys(times) as (keyof typeof times)[]) {
  // Warms up, and avoids that the log begins with whole pages.
  await works[name]()
  const before = await counted()
  const { apiMs, bothMs } = await pair.cpuOf(works[name])
  const after = await counted()
  const each = (sum: number) => sum / times[name]
  print(`${named[name]}: CPU of the web app`, each(bothMs - apiMs), 'ms')
  print(`${named[name]}: CPU of the account API`, each(apiMs), 'ms')
  print(`${named[name]}: CPU of PostgreSQL`, each(after.cpuMs - before.cpuMs), 'ms')
  print(`${named[name]}: the log of PostgreSQL`, each(after.logBytes - before.logBytes), 'bytes')
  print(`${named[name]}: commits`, each(after.commits - before.commits), '')
}

await operator.end()
await pair.stop()
await postgres.stop()
folder.remove()
