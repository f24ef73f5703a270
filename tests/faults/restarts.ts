// Restarts under use: two web apps and two account APIs on PostgreSQL, each behind a balancer that follows /readyz, are
// told to stop and are started again while people use them. No request may fail.
//   npx tsx tests/faults/restarts.ts [--restarts 8]
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createDatabase, startPostgres } from '#tests/fixtures/databases/postgres'
import { outboxOffice } from '#tests/fixtures/messages/post-office'
import { startRoundRobin } from '#tests/fixtures/network/round-robin'
import { memoryFolder } from '#tests/fixtures/programs/folder'
import { freePort } from '#tests/fixtures/programs/free-port'
import { type Server, startAccountApi, startWebApp } from '#tests/fixtures/programs/server'
import { eventually } from '#tests/fixtures/time/eventually'
import { type Answer, Browser } from '#tests/server/browser'
import { registerOne } from './registrations'
import { key, password, report, secondsSince } from './run'

const { values } = parseArgs({ options: { restarts: { type: 'string', default: '8' } } })
const restarts = Math.min(Number(values.restarts), 100)
const peopleAtOnce = 3
/** Longer than a probe takes on any machine. The test ends it when the balancer has seen that the copy is stopping. */
const drainSeconds = '60'

/** What visitors saw. */
interface Seen {
  answered: number
  failed: number
  /** The first failures: status and the beginning of the body. */
  examples: string[]
}

/** Two copies of one program, each on a port and in its own folder. */
const startCopies = async (start: (port: number) => Promise<Server>) => {
  const ports = [await freePort(), await freePort()]
  const running = await Promise.all(ports.map(start))
  return {
    ports,
    /** Stops a copy by SIGTERM and starts it again. `isOut` says whether the balancer has removed its port. */
    restart: async (copy: number, isOut: (port: number) => boolean) => {
      const [server, port] = [running[copy], ports[copy]]
      if (!server || port === undefined) throw new Error(`There is no copy ${copy}`)
      process.kill(server.pid, 'SIGTERM')
      await eventually('the balancer to take a stopping copy out', () => isOut(port) || undefined)
      // The second signal ends the drain time.
      const end = await server.stop('SIGTERM')
      if (end !== 0) throw new Error(`A copy ended with ${end}. It said:\n${server.said()}`)
      running[copy] = await start(port)
    },
    stop: async () => {
      await Promise.all(running.map((server) => server.stop('SIGKILL')))
    },
  }
}

/** A browser of the registered person, with the username that the profile form takes. */
const signIn = async (url: string, account: string) => {
  const browser = new Browser(url, { origin: url, 'accept-language': 'en' })
  const signedIn = await browser.submit('/login', { account, password })
  if (signedIn.status !== 303) throw new Error(`not signed in: ${signedIn.status} ${signedIn.text}`)
  const profile = await browser.open('/settings/profile')
  const [, username = ''] = /name="username"[^>]* value="([^"]+)"/.exec(profile.text) ?? []
  return { browser, username }
}

type Visitor = Awaited<ReturnType<typeof signIn>>

/** Reads and changes the account until it is stopped. */
const visit = async (url: string, { browser, username }: Visitor, seen: Seen, isOver: () => boolean): Promise<void> => {
  const note = (asked: string, answer: Pick<Answer, 'status' | 'text'>, isRight: boolean) => {
    if (isRight) seen.answered += 1
    else {
      seen.failed += 1
      if (seen.examples.length < 5) seen.examples.push(`${asked}: ${answer.status} ${answer.text.slice(0, 100)}`)
    }
  }
  const ask = async (asked: string, isRight: (answer: Answer) => boolean, request: () => Promise<Answer>) => {
    try {
      const answer = await request()
      note(asked, answer, isRight(answer))
    } catch (error) {
      note(asked, { status: 0, text: String(error) }, false)
    }
    await pause(50)
  }
  while (!isOver()) {
    await ask(
      'GET /login',
      ({ text }) => text.includes('</html>'),
      () => new Browser(url).open('/login'),
    )
    await ask(
      'GET /settings',
      ({ status }) => status === 200,
      () => browser.open('/settings'),
    )
    const fields = { username, birthday_day: '', birthday_month: '', birthday_year: '', language: 'en' }
    await ask(
      'POST /settings/profile',
      ({ status }) => status === 303,
      () => browser.submit('/settings/profile', fields),
    )
  }
}

const underRestarts = async (): Promise<Seen> => {
  const postgres = await startPostgres()
  const database = await createDatabase(postgres.url)
  const folders = [memoryFolder('apis'), memoryFolder('webs')]
  const [apiFolder = '', webFolder = ''] = folders.map(({ path }) => path)
  const shared = { ACCOUNT_API_KEY: key, DRAIN_SECONDS: drainSeconds }

  const apis = await startCopies((port) =>
    startAccountApi({ ...shared, ACCOUNT_API_PORT: String(port), DATABASE_URL: database.url, DATA_DIR: apiFolder }),
  )
  const apiBalancer = await startRoundRobin(() => apis.ports, { followsReadyz: true })
  await eventually('the account APIs to be in rotation', () => apiBalancer.inRotation().length === 2 || undefined)
  const webPorts: number[] = []
  const webBalancer = await startRoundRobin(() => webPorts, { followsReadyz: true })
  const webs = await startCopies((port) =>
    startWebApp({
      ...shared,
      PORT: String(port),
      ACCOUNT_API_URL: apiBalancer.url,
      PUBLIC_URL: webBalancer.url,
      SESSION_SECRETS: 'one-secret-of-32-bytes-and-more-that-both-copies-know',
      DATA_DIR: webFolder,
    }),
  )
  webPorts.push(...webs.ports)
  const allInRotation = () =>
    eventually('all copies to be in rotation', () =>
      apiBalancer.inRotation().length + webBalancer.inRotation().length === 4 ? true : undefined,
    )
  await allInRotation()
  const { mobile } = await registerOne(apiBalancer.url, outboxOffice(apis.ports[0] ?? 0), [])

  const seen: Seen = { answered: 0, failed: 0, examples: [] }
  let isOver = false
  const visitors: Visitor[] = []
  while (visitors.length < peopleAtOnce) visitors.push(await signIn(webBalancer.url, mobile))
  const people = visitors.map((visitor) => visit(webBalancer.url, visitor, seen, () => isOver))
  for (let nth = 0; nth < restarts; nth += 1)
    for (const copy of [0, 1]) {
      await Promise.all([
        webs.restart(copy, (port) => !webBalancer.inRotation().includes(port)),
        apis.restart(copy, (port) => !apiBalancer.inRotation().includes(port)),
      ])
      await allInRotation()
    }
  isOver = true
  await Promise.all(people)

  await webs.stop()
  await apis.stop()
  await Promise.all([webBalancer.stop(), apiBalancer.stop()])
  await postgres.stop()
  for (const folder of folders) folder.remove()
  return seen
}

const startedAt = performance.now()
const seen = await underRestarts()
// Without many answers around each restart, the run proves nothing.
const passed = seen.failed === 0 && seen.answered >= restarts * 20
report({ restartsOfEachCopy: restarts, ...seen, seconds: secondsSince(startedAt) }, { 'restarts under use': passed })
