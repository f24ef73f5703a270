// `npm run bench`: the figures of the budgets, one JSON line each: {figure, value, unit, budget, ok}.
// CPU times count all threads of the server's processes. What is compared is measured in turns in one run.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { slidePuzzle } from '../account-api/verification/captchas/pictures/slide-puzzle'
import { solidsPuzzle } from '../account-api/verification/captchas/pictures/solids-puzzle'
import { speak } from '../account-api/verification/captchas/pictures/speech'
import { textPuzzle } from '../account-api/verification/captchas/pictures/text-puzzle'
import { whirlPuzzle } from '../account-api/verification/captchas/pictures/whirl-puzzle'
import { hashPassword, passwordFits } from '../account-api/verification/hashing/hash'
import { codeOf, outboxOffice } from '../tests/fixtures/messages/post-office'
import { firstVisit } from '../tests/fixtures/network/wire'
import { temporaryFolder } from '../tests/fixtures/programs/folder'
import { freePort } from '../tests/fixtures/programs/free-port'
import { startProgram } from '../tests/fixtures/programs/program'
import { root, startWebApp } from '../tests/fixtures/programs/server'
import { eventually } from '../tests/fixtures/time/eventually'
import { exitCode, print } from './figure'
import { answerOf, drive, type Load } from './load'
import { known, rates } from './solvers/rates'
import { cpuHere, measured, usedBy } from './used'
import { Browser } from './visitors/browser'
import { crowdThatSignsIn, password } from './visitors/crowd'

const rounds = 6

const browserHeaders = { 'accept-encoding': 'gzip, deflate, br', 'accept-language': 'en', accept: 'text/html' }

const folder = temporaryFolder('bench')
const reports = temporaryFolder('bench-used')
const accountApiPort = await freePort()
const web = await startWebApp({
  LOG_LEVEL: 'info',
  DATA_DIR: folder.path,
  ACCOUNT_API_PORT: String(accountApiPort),
  TRUST_PROXY: '127.0.0.1',
  ...measured(reports.path),
})
const url = `http://localhost:${web.port}`
const office = outboxOffice(accountApiPort)

/** The CPU time that both processes of the product use meanwhile, in ms. */
const cpuOf = async (folderOfReports: string, work: () => Promise<void>): Promise<number> => {
  const before = await usedBy(folderOfReports)
  await work()
  return (await usedBy(folderOfReports)).cpuMs - before.cpuMs
}

/** The CPU cost of a request as a multiple of the same bytes from a bare server. */
const timesBare = async (load: Load, times: number): Promise<{ ratio: number; msEach: number; bareMsEach: number }> => {
  const bareReports = temporaryFolder('bench-bare')
  const { headers, body } = await answerOf(load)
  const answerFile = join(bareReports.path, 'answer.json')
  writeFileSync(answerFile, JSON.stringify({ headers, body: body.toString('base64') }))
  const port = await freePort()
  const bare = startProgram(process.execPath, [`${root}tests/fixtures/programs/bare-server.mjs`], {
    env: { PORT: String(port), BARE_ANSWER: answerFile, ...measured(bareReports.path) },
  })
  const bareLoad = { ...load, url: `http://localhost:${port}/` }
  await eventually('the bare server', () => answerOf(bareLoad))
  await drive(load, times)
  await drive(bareLoad, times)
  let [ours, bares] = [0, 0]
  for (let round = 0; round < rounds; round += 1) {
    bares += await cpuOf(bareReports.path, () => drive(bareLoad, times))
    ours += await cpuOf(reports.path, () => drive(load, times))
  }
  await bare.stop()
  bareReports.remove()
  return { ratio: ours / bares, msEach: ours / rounds / times, bareMsEach: bares / rounds / times }
}

let mostMemoryBytes = 0
const watchMemory = setInterval(async () => {
  const used = await usedBy(reports.path).catch(() => undefined)
  mostMemoryBytes = Math.max(mostMemoryBytes, used?.memoryBytes ?? 0)
}, 100)

// What a page costs the browser.
const visit = await firstVisit(`${url}/login`, { language: 'zh-CN' })
print('first visit of /login, all bytes on the wire', visit.bytes, 'bytes', 8192)
print('first visit of /login, requests', visit.requests.length, 'requests', 2)
print('first visit of /login, script', visit.scriptBytes, 'bytes', 0)
const signInPages = ['/login', '/login/sms', '/login/email', '/login/email/password']
const registerPages = ['/login/register', '/login/register/email', '/login/register/both']
const scriptOf = async (path: string) => (await firstVisit(url + path, { language: 'en' })).scriptBytes
const scripts = await Promise.all([...signInPages, ...registerPages].map(scriptOf))
print('any page so far but the first one, script', Math.max(...scripts), 'bytes', 0)
print('the first page, script that sends old bookmarks on', await scriptOf('/'), 'bytes', 299)

// An account to sign in to.
const mobile = '+8613800138000'
const browser = new Browser(url)
await browser.send('/login/register', { mobile, region: 'CN' })
await browser.send('/login/register/code', { code: await codeOf(office, mobile), password })

// What a page costs the server.
const signedOut = await timesBare({ url: `${url}/login`, headers: browserHeaders, status: 200 }, 3000)
print('GET /login signed out, CPU against a bare server', signedOut.ratio, 'times', 5)
const signedIn = await timesBare(
  { url: `${url}/settings`, headers: { ...browserHeaders, cookie: browser.cookies() }, status: 200 },
  500,
)
print('GET /settings signed in, CPU of both processes against a bare server', signedIn.ratio, 'times', 60)

// What a sign-in costs, against the hash inside it.
const signIns = 40
const warmUps = 8
const signInsUnderLoad = 100
const signIn = await crowdThatSignsIn({ url, office, signIns: (warmUps + rounds) * signIns + signInsUnderLoad })
const peppers = { forNew: undefined, all: [], onMissing: () => undefined }
const kept = await hashPassword(peppers, password)
const hashAlone = () => cpuHere(signIns, () => passwordFits(peppers, kept, password))
// Enough rounds for the engine to have compiled the code.
await drive(signIn, warmUps * signIns, { connections: 1 })
await hashAlone()
let [whole, hashes] = [0, 0]
for (let round = 0; round < rounds; round += 1) {
  hashes += await hashAlone()
  whole += await cpuOf(reports.path, () => drive(signIn, signIns, { connections: 1 }))
}
print('sign-in, CPU of both processes against the hash inside it', whole / hashes, 'times', 1.15)

// What a captcha costs against a hash. Asking for captchas must not exhaust the server.
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
print('a captcha, CPU against an argon2 hash', ofAll / captchas.length / hashes, 'times', 1)
print('the dearest captcha, CPU against an argon2 hash', Math.max(...drawn) / hashes, 'times', 1)
const speaking = () => cpuHere(drawings, async () => speak('493817', 'en', randomBytes(32)))
await speaking()
const [spokenMs, hashedMs] = [await speaking(), await cpuHere(drawings, () => passwordFits(peppers, kept, password))]
print('a spoken captcha, CPU against an argon2 hash', spokenMs / hashedMs, 'times', 1.2)

// What a simple solver opens. The puzzles follow from fixed keys, so the counts are exact.
for (const captcha of Object.keys(rates) as (keyof typeof rates)[]) {
  const { of, first, within } = await rates[captcha]()
  print(`${captcha}: opened with the first answer`, first, `of ${of}`, known[captcha].first)
  print(`${captcha}: opened with one of three answers`, within, `of ${of}`, known[captcha].within)
}

// Memory, while all of it happens at once.
await Promise.all([
  drive({ url: `${url}/login`, headers: browserHeaders, status: 200 }, 5000),
  drive({ url: `${url}/settings`, headers: { cookie: browser.cookies() }, status: 200 }, 1000),
  drive(signIn, signInsUnderLoad, { connections: 4 }),
])
clearInterval(watchMemory)
print('memory of both processes under load', mostMemoryBytes / 1e6, 'MB', 300)
await web.stop()

// From the command to the first page.
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
  },
})
await eventually('the first page', async () => ((await fetch(`http://localhost:${port}/login`)).ok ? true : undefined))
print('npm start to first page, built', (performance.now() - startedAt) / 1000, 's', 3)
// npm runs the product as its child, in the same process group.
process.kill(-(start.pid ?? 0), 'SIGTERM')
await new Promise((resolve) => start.once('close', resolve))

folder.remove()
reports.remove()
process.exitCode = exitCode()
