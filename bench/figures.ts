// `npm run bench`: the figures of the budgets, one JSON line each: {figure, value, unit, budget, ok}. CPU times count
// all threads of the server's processes. Compared figures are measured in turns in one run. With `--postgresql` the
// database is PostgreSQL, whose own CPU is not counted.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { slidePuzzle } from '#account-api/verification/captchas/pictures/slide-puzzle'
import { solidsPuzzle } from '#account-api/verification/captchas/pictures/solids-puzzle'
import { speak } from '#account-api/verification/captchas/pictures/speech'
import { textPuzzle } from '#account-api/verification/captchas/pictures/text-puzzle'
import { whirlPuzzle } from '#account-api/verification/captchas/pictures/whirl-puzzle'
import { hashPassword, passwordFits } from '#account-api/verification/hashing/hash'
import { launchOptions } from '#tests/e2e/chromium'
import { startPostgres } from '#tests/fixtures/databases/postgres'
import { codeOf, outboxOffice } from '#tests/fixtures/messages/post-office'
import { firstVisit } from '#tests/fixtures/network/wire'
import { temporaryFolder } from '#tests/fixtures/programs/folder'
import { freePort } from '#tests/fixtures/programs/free-port'
import { root, startWebApp } from '#tests/fixtures/programs/server'
import { eventually } from '#tests/fixtures/time/eventually'
import { cpuOf, startBareServer, timesBare, warmUps } from './measuring/bare-server'
import { budgets } from './measuring/budgets'
import { visitInChromium } from './measuring/chromium-visit'
import { exitCode, print } from './measuring/figure'
import { drive } from './measuring/load'
import { median } from './measuring/median'
import { cpuHere, measured, usedBy } from './measuring/used'
import { Browser } from './visitors/browser'
import { crowdThatSignsIn, password } from './visitors/crowd'

/**
 * How many rounds count, how often a slow phone visits, and how many sign-ins precede the first that counts. Sign-ins
 * run more code than a page, and far fewer come in a minute. A margin allows fewer of each.
 */
const [rounds, visits, signInsBefore] = process.argv.includes('--margin') ? [3, 3, 300] : [6, 9, 2000]

/** How many pages a round has: with half of them, code that is not compiled yet counts. Signed-in ones cost more. */
const pages = { signedOut: 3000, signedIn: 500 }

const browserHeaders = { 'accept-encoding': 'gzip, deflate, br', 'accept-language': 'en', accept: 'text/html' }

const folder = temporaryFolder('bench')
const reports = temporaryFolder('bench-used')
const postgres = process.argv.includes('--postgresql') ? await startPostgres({ durable: true }) : undefined
const DATABASE_URL = (await postgres?.createDatabase())?.url
const database = DATABASE_URL === undefined ? {} : { DATABASE_URL }
const accountApiPort = await freePort()
const web = await startWebApp({
  LOG_LEVEL: 'info',
  DATA_DIR: folder.path,
  ACCOUNT_API_PORT: String(accountApiPort),
  TRUST_PROXY: '127.0.0.1',
  ...database,
  ...measured(reports.path),
})
const url = `http://localhost:${web.port}`
const office = outboxOffice(accountApiPort)

const barePage = `<!doctype html><html lang=en><meta charset=utf-8>
<meta name=viewport content="width=device-width"><title>Sign in</title><h1>Sign in</h1><form method=post>
<p><label>Account<br><input name=account></label><p><label>Password<br><input name=password type=password></label>
<p><button>Sign in</button></form>`

/**
 * The first paint of /login on a slow phone, compared with a page of a few lines without a style sheet: medians of
 * visits in turns.
 */
const firstPaintAgainstBare = async (): Promise<{ ratio: number; ms: number; bareMs: number }> => {
  const bare = await startBareServer({
    headers: ['Content-Type', 'text/html; charset=utf-8'],
    body: Buffer.from(barePage),
  })
  const chromiumBrowser = await chromium.launch(launchOptions)
  const paintMs = async (address: string) =>
    (await visitInChromium(chromiumBrowser, address, { javaScriptEnabled: false })).firstPaintMs
  const [ours, bares]: [number[], number[]] = [[], []]
  for (let round = 0; round < visits; round += 1) {
    bares.push(await paintMs(bare.url))
    ours.push(await paintMs(`${url}/login`))
  }
  await chromiumBrowser.close()
  await bare.stop()
  const [ms, bareMs] = [median(ours), median(bares)]
  return { ratio: ms / bareMs, ms, bareMs }
}

let mostMemoryBytes = 0
const watchMemory = setInterval(async () => {
  const used = await usedBy(reports.path).catch(() => undefined)
  mostMemoryBytes = Math.max(mostMemoryBytes, used?.memoryBytes ?? 0)
}, 100)

// The cost of a page for the browser.
const visit = await firstVisit(`${url}/login`, { language: 'zh-CN' })
print('first visit of /login, all bytes on the wire', visit.bytes, 'bytes', budgets.firstVisitBytes)
print('first visit of /login, requests', visit.requests.length, 'requests', budgets.firstVisitRequests)
print('first visit of /login, script', visit.scriptBytes, 'bytes', budgets.firstVisitScriptBytes)
const signInPages = ['/login', '/login/sms', '/login/email', '/login/email/password']
const registerPages = ['/login/register', '/login/register/email', '/login/register/both']
const scriptOf = async (path: string) => (await firstVisit(url + path, { language: 'en' })).scriptBytes
const scripts = await Promise.all([...signInPages, ...registerPages].map(scriptOf))
print('any page so far but the first one, script', Math.max(...scripts), 'bytes', budgets.pageScriptBytes)
print('the first page, script that sends old bookmarks on', await scriptOf('/'), 'bytes', budgets.bookmarkScriptBytes)

const firstPaint = await firstPaintAgainstBare()
print('first paint of /login on a slow phone', firstPaint.ms, 'ms')
print('the same, against a bare page', firstPaint.ratio, 'times', budgets.firstPaint)

// An account to sign in to.
const mobile = '+8613800138000'
const browser = new Browser(url)
await browser.send('/login/register', { mobile, region: 'CN' })
await browser.send('/login/register/code', { code: await codeOf(office, mobile), password })

// The cost of a page for the server.
const measuring = { reports: reports.path, rounds }
const signedOut = await timesBare(
  { url: `${url}/login`, headers: browserHeaders, status: 200 },
  { ...measuring, times: pages.signedOut, bares: 1 },
)
print('GET /login signed out, CPU', signedOut.msEach, 'ms')
print('the same bytes from a bare server, CPU', signedOut.bareMsEach, 'ms')
print('GET /login signed out, CPU against a bare server', signedOut.ratio, 'times', budgets.signedOutPage)
const elsewhere = { url: `${url}/nothing/here`, headers: browserHeaders, status: 404 }
// As many as GET /login had before it counted, so that as much code is compiled.
await drive(elsewhere, warmUps * pages.signedOut)
const elsewhereMs = (await cpuOf(reports.path, () => drive(elsewhere, pages.signedOut))) / pages.signedOut
print('GET of a path without a page, CPU against GET /login', elsewhereMs / signedOut.msEach, 'times', budgets.noPage)
const signedIn = await timesBare(
  { url: `${url}/settings`, headers: { ...browserHeaders, cookie: browser.cookies() }, status: 200 },
  { ...measuring, times: pages.signedIn, bares: 10 },
)
print('GET /settings signed in, CPU', signedIn.msEach, 'ms')
print(
  'GET /settings signed in, CPU of both programs against a bare server',
  signedIn.ratio,
  'times',
  budgets.signedInPage,
)

// The cost of a sign-in, compared with the hash inside it.
const signIns = 40
const signInsUnderLoad = 100
const signIn = await crowdThatSignsIn({ url, office, signIns: signInsBefore + rounds * signIns + signInsUnderLoad })
const peppers = { forNew: undefined, all: [], onMissing: () => undefined }
const kept = await hashPassword(peppers, password)
const hashAlone = () => cpuHere(signIns, () => passwordFits(peppers, kept, password))
await drive(signIn, signInsBefore, { connections: 2 })
await hashAlone()
let [whole, hashes] = [0, 0]
for (let round = 0; round < rounds; round += 1) {
  hashes += await hashAlone()
  whole += await cpuOf(reports.path, () => drive(signIn, signIns, { connections: 1 }))
}
print('a sign-in, CPU', whole / rounds / signIns, 'ms')
print('sign-in, CPU of both programs against the hash inside it', whole / hashes, 'times', budgets.signIn)

// The cost of a captcha, compared with a hash. Requests for captchas must not exhaust the server.
const captchas = [textPuzzle, slidePuzzle, whirlPuzzle, solidsPuzzle].map((draw) => () => draw())
const drawings = 20
for (const draw of captchas) await cpuHere(drawings, draw)
const drawn = captchas.map(() => 0)
hashes = 0
for (let round = 0; round < rounds; round += 1) {
  hashes += await cpuHere(drawings, () => passwordFits(peppers, kept, password))
  for (const [index, draw] of captchas.entries()) drawn[index] = (drawn[index] ?? 0) + (await cpuHere(drawings, draw))
}
const ofAll = drawn.reduce((sum, each) => sum + each, 0)
print('a captcha, CPU against an argon2 hash', ofAll / captchas.length / hashes, 'times', budgets.captcha)
print('the dearest captcha, CPU against an argon2 hash', Math.max(...drawn) / hashes, 'times', budgets.dearestCaptcha)
const speaking = () => cpuHere(drawings, async () => speak('493817', 'en', randomBytes(32)))
await speaking()
const [spokenMs, hashedMs] = [await speaking(), await cpuHere(drawings, () => passwordFits(peppers, kept, password))]
print('a spoken captcha, CPU against an argon2 hash', spokenMs / hashedMs, 'times', budgets.spokenCaptcha)

// Memory, under all loads at once.
await Promise.all([
  drive({ url: `${url}/login`, headers: browserHeaders, status: 200 }, 5000),
  drive({ url: `${url}/settings`, headers: { ...browserHeaders, cookie: browser.cookies() }, status: 200 }, 1000),
  drive(signIn, signInsUnderLoad, { connections: 4 }),
])
clearInterval(watchMemory)
print('memory of both programs under load', mostMemoryBytes / 1e6, 'MB', budgets.memoryMb)
await web.stop()

// The time from the command to the first page.
const port = await freePort()
const startedAt = performance.now()
const start = spawn('npm', ['start'], {
  cwd: root,
  detached: true,
  stdio: 'ignore',
  env: {
    ...process.env,
    PORT: String(port),
    ACCOUNT_API_PORT: String(await freePort()),
    DATA_DIR: join(folder.path, 'start'),
    ...database,
  },
})
await eventually('the first page', async () => ((await fetch(`http://localhost:${port}/login`)).ok ? true : undefined))
print('npm start to first page, built', (performance.now() - startedAt) / 1000, 's', budgets.startSeconds)
// npm runs the product as its child, in the same process group.
process.kill(-(start.pid ?? 0), 'SIGTERM')
await new Promise((resolve) => start.once('close', resolve))

await postgres?.stop()
folder.remove()
reports.remove()
process.exitCode = exitCode()
