import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { howToGet, installMissing, missingOf } from './programs.mjs'
import { countResults, runStep } from './run-step.mjs'

const minutes = (count) => count * 60_000

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} command
 * @property {string[]} [needs] the programs that it cannot do without, by their keys in programs.mjs
 * @property {Record<string, string[]>} [projects] the projects of a test runner that it runs, with what each needs
 * @property {boolean} [needed] the steps after it make no sense when it fails
 * @property {boolean} [counts] it notes its results in the file that TEST_RESULTS names; any other step is one test
 * @property {number} [quietMs] how long it may go without output and results before it counts as hung
 */

/** Steps that run one after the other. @typedef {Step[]} Lane */

// The environment of a developer must not reach what is tested.
const env = { ...process.env }
for (const name of ['DATABASE_URL', 'DATA_DIR', 'ACCOUNT_API_URL', 'PUBLIC_URL', 'FORCE_COLOR']) delete env[name]

const say = (text) => process.stdout.write(`${text}\n`)

/** What a step and its projects need. @param {Step} step */
const needsOf = ({ needs = [], projects = {} }) => [...needs, ...Object.values(projects).flat()]

/** @param {Step} step */
const countOf = ({ counts, needed }, resultsFile, end) => {
  if (counts) return countResults(resultsFile, end)
  // A step that only prepares is no test, but its failure is one.
  return end === 'success' ? { passed: needed ? 0 : 1, failed: 0 } : { passed: 0, failed: 1 }
}

/**
 * Runs a suite, and prints a line for each step. Installs the programs that it needs, where that can be done. A step or a
 * project whose programs are missing counts as one failure, and all others run. Ends with one line, "N passed, N failed",
 * that adds up the counts of all runners, and sets the exit code. What was done before a signal is counted.
 * @param {Lane[][]} groups the lanes of a group run at the same time: by itself, each would leave a core idle
 */
export const runSuite = async (groups) => {
  // A signal ends the running steps, and with them the tests.
  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopped.abort())

  const needs = [...new Set(groups.flat(2).flatMap(needsOf))]
  installMissing(needs)
  const missing = new Set(missingOf(needs))
  const reports = mkdtempSync(join(tmpdir(), 'butterfly-results-'))
  const total = { passed: 0, failed: 0 }

  /** Says that something cannot run. @returns whether it lacks nothing */
  const hasAll = (name, needed) => {
    const lacking = needed.filter((key) => missing.has(key))
    if (lacking.length === 0) return true
    say(`FAILED ${name}: needs ${lacking.map(howToGet).join(', and ')}`)
    total.failed += 1
    return false
  }

  /** The command of a step for what this machine can run; undefined if that is nothing. @param {Step} step */
  const commandFor = ({ name, command, needs = [], projects }) => {
    if (!hasAll(name, needs)) return undefined
    if (!projects) return command
    const able = Object.entries(projects).filter(([project, needed]) => hasAll(`${name}, ${project}`, needed))
    return able.length > 0 ? [...command, ...able.flatMap(([project]) => ['--project', project])] : undefined
  }

  /** Runs a step, says how it ended, and counts it. @param {Step} step @returns whether the next step may run */
  const run = async (step) => {
    const command = commandFor(step)
    if (!command) return !step.needed
    const startedAt = performance.now()
    const resultsFile = join(reports, step.name.replaceAll(' ', '-'))
    const { quietMs = minutes(20) } = step
    const { end, output } = await runStep({ command, env, quietMs, resultsFile, signal: stopped.signal })
    const { passed, failed } = countOf(step, resultsFile, end)
    total.passed += passed
    total.failed += failed
    if (failed > 0) say(output.trimEnd())
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    say(`${failed > 0 ? 'FAILED' : 'ok    '} ${step.name} (${seconds} s): ${passed} passed, ${failed} failed`)
    return !(step.needed && failed > 0) && !stopped.signal.aborted
  }

  /** @param {Lane} lane @returns whether the next group may run */
  const runLane = async (lane) => {
    for (const step of lane) if (!(await run(step))) return false
    return true
  }

  for (const group of groups) {
    const ended = await Promise.all(group.map(runLane))
    if (ended.includes(false)) break
  }
  rmSync(reports, { recursive: true, force: true })
  say(`${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed > 0 ? 1 : 0
}

/** A step that is one npm script. */
export const script = (name, run) => ({ name, command: ['npm', 'run', '--silent', run] })

/** A step that runs projects of vitest. @param {string} name @param {Record<string, string[]>} projects */
export const vitest = (name, projects) => ({
  name,
  command: ['npx', 'vitest', 'run', '--reporter=default', '--reporter=./tests/reporters/vitest.ts'],
  projects,
  counts: true,
  quietMs: minutes(8),
})

/** A step that runs projects of Playwright. @param {string} name @param {Record<string, string[]>} projects */
export const playwright = (name, projects) => ({
  name,
  command: [
    ...['npx', 'playwright', 'test', '--config', 'tests/e2e/playwright.config.ts'],
    '--reporter=dot,./tests/reporters/playwright.ts',
  ],
  projects,
  counts: true,
  quietMs: minutes(8),
})

/** A step that breaks something, of tests/faults. @param {string} name @param {string[]} words the file, and its options */
export const fault = (name, ...words) => ({
  name,
  command: ['npx', 'tsx', ...words],
  needs: ['postgres'],
  counts: true,
})

/** The step that measures the figures of the budgets. @param {...string} words options of `npm run bench` */
export const figures = (name, ...words) => ({
  name,
  command: ['node', 'scripts/bench.mjs', ...words],
  needs: ['chromium'],
  counts: true,
})
