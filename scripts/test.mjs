// `npm test`: everything that the continuous integration runs. Ends with one line, "N passed, N failed", that adds up the
// counts of all runners; a check without a count of its own is one. What was done before a cut is counted.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countResults, runStep } from './run-step.mjs'

const minutes = (count) => count * 60_000

/** @typedef {{ name: string, command: string[], needed?: boolean, counts?: boolean, quietMs?: number }} Step
 * `needed`: the steps after it make no sense when it fails. `counts`: it notes its results in the file that TEST_RESULTS
 * names; any other step is one test. `quietMs`: how long it may go without output and results before it counts as hung.
 */

/**
 * The steps of a group run at the same time: by itself, each would leave a core idle.
 * @type {Step[][]}
 */
const groups = [
  [{ name: 'programs', command: ['sh', 'scripts/programs.sh'], needed: true }],
  [{ name: 'build', command: ['npm', 'run', '--silent', 'build'], needed: true }],
  [
    { name: 'types', command: ['npm', 'run', '--silent', 'types'] },
    { name: 'format', command: ['npm', 'run', '--silent', 'format'] },
    { name: 'lint', command: ['npm', 'run', '--silent', 'lint'] },
  ],
  [
    { name: 'import rules', command: ['npm', 'run', '--silent', 'rooms'] },
    { name: 'dead code', command: ['npm', 'run', '--silent', 'dead'] },
  ],
  [
    {
      name: 'rules, routes and server',
      command: ['npx', 'vitest', 'run', '--reporter=default', '--reporter=./tests/reporters/vitest.ts'],
      counts: true,
      quietMs: minutes(8),
    },
  ],
  [
    {
      name: 'journeys',
      command: [
        ...['npx', 'playwright', 'test', '--config', 'tests/e2e/playwright.config.ts'],
        '--reporter=dot,./tests/reporters/playwright.ts',
      ],
      counts: true,
      quietMs: minutes(8),
    },
  ],
  [
    { name: 'kill -9', command: ['npx', 'tsx', 'tests/faults/kill.ts', '--rounds', '3'], counts: true },
    { name: 'silent PostgreSQL', command: ['npx', 'tsx', 'tests/faults/silent-postgres.ts'], counts: true },
  ],
  [
    { name: 'kill -9 of one of two', command: ['npx', 'tsx', 'tests/faults/one-killed.ts'], counts: true },
    { name: 'conditions', command: ['npx', 'tsx', 'tests/faults/conditions.ts'], counts: true },
  ],
  [{ name: 'restarts', command: ['npx', 'tsx', 'tests/faults/restarts.ts', '--restarts', '4'], counts: true }],
]

// The environment of whoever runs the tests must not reach what is tested.
const env = { ...process.env }
for (const name of ['DATABASE_URL', 'DATA_DIR', 'ACCOUNT_API_URL', 'PUBLIC_URL', 'FORCE_COLOR']) delete env[name]

// A signal ends the running step, and with it the tests. Their results so far are still printed.
const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopped.abort())

const reports = mkdtempSync(join(tmpdir(), 'butterfly-results-'))
const say = (text) => process.stdout.write(`${text}\n`)

/** @param {Step} step */
const countOf = ({ counts, needed }, resultsFile, end) => {
  if (counts) return countResults(resultsFile, end)
  // A step that only prepares is no test, but its failure is one.
  return end === 'success' ? { passed: needed ? 0 : 1, failed: 0 } : { passed: 0, failed: 1 }
}

/**
 * Runs a step, says how it ended, and counts it.
 * @param {Step} step
 */
const run = async (step) => {
  const startedAt = performance.now()
  const resultsFile = join(reports, step.name.replaceAll(' ', '-'))
  const { command, quietMs = minutes(20) } = step
  const { end, output } = await runStep({ command, env, quietMs, resultsFile, signal: stopped.signal })
  const { passed, failed } = countOf(step, resultsFile, end)
  if (failed > 0) say(output.trimEnd())
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  say(`${failed > 0 ? 'FAILED' : 'ok    '} ${step.name} (${seconds} s): ${passed} passed, ${failed} failed`)
  return { passed, failed, mayGoOn: !(step.needed && failed > 0) }
}

const total = { passed: 0, failed: 0 }
for (const group of groups) {
  const ended = await Promise.all(group.map(run))
  for (const { passed, failed } of ended) {
    total.passed += passed
    total.failed += failed
  }
  if (ended.some(({ mayGoOn }) => !mayGoOn) || stopped.signal.aborted) break
}
rmSync(reports, { recursive: true, force: true })
say(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0
