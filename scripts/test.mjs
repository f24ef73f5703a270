// `npm test`: everything that the continuous integration runs. Ends with one line, "N passed, N failed", that adds up
// what all runners counted; each check without a count of its own is one. A runner that dies uncounted has failed once.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const reports = mkdtempSync(join(tmpdir(), 'butterfly-reports-'))
const report = (name) => join(reports, `${name}.json`)
const read = (name) => JSON.parse(readFileSync(report(name), 'utf8'))

// What was skipped has not passed, and a file that could not be loaded has failed although no test of it did.
const vitestCount = () => {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = read('vitest')
  const unloaded = testResults.filter(({ status, assertionResults }) => status === 'failed' && !assertionResults.length)
  return { passed: numPassedTests, failed: numFailedTests + numPendingTests + numTodoTests + unloaded.length }
}

const playwrightCount = () => {
  const { stats, errors } = read('playwright')
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped + errors.length }
}

const faultsCount = () => read('faults')

const minutes = (count) => count * 60_000

// The environment of whoever runs the tests must not reach what is tested.
const env = { ...process.env }
for (const name of ['DATABASE_URL', 'DATA_DIR', 'ACCOUNT_API_URL', 'PUBLIC_URL', 'FORCE_COLOR']) delete env[name]

/** `needed`: nothing after it makes sense when it fails. `count`: reads the runner's own report; without it a step is one. */
const steps = [
  { name: 'programs', command: ['sh', 'scripts/programs.sh'], needed: true, timeoutMs: minutes(10) },
  { name: 'build', command: ['npm', 'run', '--silent', 'build'], needed: true, timeoutMs: minutes(5) },
  { name: 'format', command: ['npm', 'run', '--silent', 'format'] },
  { name: 'lint', command: ['npm', 'run', '--silent', 'lint'] },
  { name: 'import rules', command: ['npm', 'run', '--silent', 'rooms'] },
  { name: 'types', command: ['npm', 'run', '--silent', 'types'] },
  { name: 'dead code', command: ['npm', 'run', '--silent', 'dead'] },
  {
    name: 'rules, routes and server',
    command: ['npx', 'vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report('vitest')}`],
    count: vitestCount,
    timeoutMs: minutes(10),
  },
  {
    name: 'journeys',
    command: ['npx', 'playwright', 'test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=dot,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report('playwright') },
    count: playwrightCount,
    timeoutMs: minutes(20),
  },
  {
    name: 'kill -9',
    command: ['npx', 'tsx', 'tests/faults/kill.ts', '--rounds', '3', '--report', report('faults')],
    count: faultsCount,
    timeoutMs: minutes(4),
  },
]

let current

// The steps stand in process groups of their own, so a Ctrl-C at the terminal has to be handed on.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    if (current?.pid) process.kill(-current.pid, signal)
    process.exit(1)
  })

const run = ({ command: [program, ...args], env: more = {}, timeoutMs = minutes(3) }) =>
  new Promise((resolve) => {
    // A process group of its own, so that a runner that hangs is ended with all that it started.
    const child = spawn(program, args, { env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    current = child
    let output = ''
    const timer = setTimeout(() => {
      output += `\nEnded after ${timeoutMs / 60_000} minutes.\n`
      process.kill(-child.pid, 'SIGKILL')
    }, timeoutMs)
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    child.once('error', (error) => {
      clearTimeout(timer)
      resolve({ ok: false, output: error.message })
    })
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve({ ok: code === 0, output })
    })
  })

const countOf = ({ count, needed }, ok) => {
  // What only prepares is no test, but its failure is one.
  if (!count) return { passed: ok && !needed ? 1 : 0, failed: ok ? 0 : 1 }
  try {
    const { passed, failed } = count()
    return { passed, failed: !ok && failed === 0 ? 1 : failed }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

const say = (text) => process.stdout.write(`${text}\n`)
const total = { passed: 0, failed: 0 }
for (const step of steps) {
  const startedAt = performance.now()
  const { ok, output } = await run(step)
  const { passed, failed } = countOf(step, ok)
  total.passed += passed
  total.failed += failed
  if (failed > 0) say(output.trimEnd())
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  say(`${failed > 0 ? 'FAILED' : 'ok    '} ${step.name} (${seconds} s): ${passed} passed, ${failed} failed`)
  if (step.needed && failed > 0) break
}
rmSync(reports, { recursive: true, force: true })
say(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0
