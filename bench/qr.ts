// `npm run bench -- --qr`: the cost of waiting for a QR code, and the effect of 10,000 waiting codes on sign-ins. One
// JSON line per figure. The account API runs in its own process, to separate its share from the web app's.
import { createClient } from '#contract/client'
import { CookieJar } from '#contract/wire/cookie-jar'
import { budgets } from './measuring/budgets'
import { exitCode, print } from './measuring/figure'
import { drive, type Load } from './measuring/load'
import { type Cpu, key, type MeasuredPair as Pair, startMeasuredPair } from './measuring/measured-pair'
import { Browser } from './visitors/browser'

const rounds = 6
/** Enough of them for the engine to have compiled the code. */
const warmUps = 3
const waitingCodes = 10_000
/** Shows one code in each of many browsers in many networks. */
const showCodes = async ({ apiUrl }: Pair, count: number): Promise<void> => {
  const application = { aid: 'butterfly', key }
  let left = count
  const show = async () => {
    while (left > 0) {
      left -= 1
      const clientAddress = `10.${left % 250}.${Math.floor(left / 250) % 250}.1`
      const client = createClient(
        { baseUrl: apiUrl, application },
        { variant: 'web', jar: new CookieJar(), language: 'en', clientAddress, userAgent: 'bench' },
      )
      const shown = await client.getQrcode({})
      if (!shown.ok) throw new Error(`A code was refused: ${shown.code}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, show))
}

/** The CPU time of several loads, measured in turns. */
const inTurns = async <Name extends string>(
  turns: Record<Name, { pair: Pair; load: Load | (() => Load); times: number; connections: number }>,
): Promise<Record<Name, Cpu>> => {
  const names = Object.keys(turns) as Name[]
  const sums = Object.fromEntries(names.map((name) => [name, { apiMs: 0, bothMs: 0 }])) as Record<Name, Cpu>
  for (let round = -warmUps; round < rounds; round += 1)
    for (const name of names) {
      const { pair, load, times, connections } = turns[name]
      const { apiMs, bothMs } = await pair.cpuOf(() => drive(load, times, { connections }))
      if (round < 0) continue
      sums[name].apiMs += apiMs / times / rounds
      sums[name].bothMs += bothMs / times / rounds
    }
  return sums
}

const signInsEach = 40
const signIns = (warmUps + rounds) * signInsEach
const [idle, waiting] = [
  await startMeasuredPair('bench-qr', { signIns }),
  await startMeasuredPair('bench-qr', { signIns }),
]
const screen = new Browser(waiting.url)
await screen.send('/login/qr', {})

const { page, poll } = await inTurns({
  page: {
    pair: waiting,
    load: {
      url: `${waiting.url}/settings`,
      headers: { 'accept-language': 'en', cookie: waiting.person.cookies() },
      status: 200,
    },
    times: 1000,
    connections: 8,
  },
  poll: {
    pair: waiting,
    load: { url: `${waiting.url}/login/qr/code/status`, headers: { cookie: screen.cookies() }, status: 200 },
    times: 1000,
    connections: 8,
  },
})
print('a question of a waiting QR page, CPU of the account API', poll.apiMs, 'ms')
print(
  'the same, against GET /settings of a web app and its account API',
  poll.apiMs / page.bothMs,
  'times',
  budgets.waitingQrPage,
)
print('the same with the web app, against GET /settings', poll.bothMs / page.bothMs, 'times')

await showCodes(waiting, waitingCodes)
const signIn = { load: idle.signIn, times: signInsEach, connections: 1 }
const { without, beside } = await inTurns({
  without: { ...signIn, pair: idle },
  beside: { ...signIn, pair: waiting, load: waiting.signIn },
})
print(
  `a sign-in beside ${waitingCodes} waiting QR codes, CPU against one without`,
  beside.bothMs / without.bothMs,
  'times',
  budgets.signInBesideQrCodes,
)

await idle.stop()
await waiting.stop()
process.exitCode = exitCode()
