import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sourceOf, tooDear } from './file-costs.mjs'
import { slowness } from './machine-speed.mjs'
import { howToGet, installMissing, missingOf } from './programs.mjs'
import { countResults, fileCosts, runStep } from './run-step.mjs'

const minutes = (count) => count * 60_000

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} command
 * @property {string[]} [needs] the programs that it cannot do without, by their keys in programs.mjs
 * @property {Record<string, string[]>} [projects] the projects of a test runner that it runs, with what each needs
 * @property {boolean} [needed] the steps after it make no sense when it fails
 * @property {boolean} [counts] it notes its results in the file that TEST_RESULTS names; any other step is one test
 * @property {Record<string, string>} [env] further variables of its environment
 * @property {boolean} [sharesCpu] its files note wall time, and share its CPU time by that
 * @property {number} [quietMs] how long it may go without output and results before it counts as hung
 */

/** Steps that run one after the other. @typedef {Step[]} Lane */

// The environment of a developer must not reach the tested programs.
const env = { ...process.env }
for (const name of ['DATABASE_URL', 'DATA_DIR', 'ACCOUNT_API_URL', 'PUBLIC_URL', 'FORCE_COLOR']) delete env[name]

const say = (text) => process.stdout.write(`${text}\n`)

/** The programs that a step and its projects need. @param {Step} step */
const needsOf = ({ needs = [], projects = {} }) => [...needs, ...Object.values(projects).flat()]

/** @param {Step} step */
const countOf = ({ counts, needed }, resultsFile, end) => {
  if (counts) return countResults(resultsFile, end)
  // A step that only prepares counts as no test, but its failure counts as one failed test.
  return end === 'success' ? { passed: needed ? 0 : 1, failed: 0 } : { passed: 0, failed: 1 }
}

/**
 * The CPU seconds of each file of a step.
 * @param {Step} step @param {import('./file-costs.mjs').FileCost[]} costs @param {number | undefined} cpu of the step
 */
const shares = ({ sharesCpu }, costs, cpu) => {
  const all = costs.reduce((sum, { seconds }) => sum + seconds, 0)
  const factor = sharesCpu && cpu !== undefined && all > 0 ? cpu / all : 1
  return costs.map(({ file, seconds }) => ({ file: sourceOf(file), seconds: seconds * factor }))
}

/** @typedef {{ name: string, wall: number, cpu: number | undefined }} Spent what a step took, in seconds */

/** How many of the costliest files are shown. */
const shownFiles = 10

/** Two numbers in columns before a name. @param {number} wall @param {number | undefined} cpu @param {string} name */
const row = (wall, cpu, name) => `${wall.toFixed(1).padStart(9)} ${(cpu?.toFixed(1) ?? '–').padStart(9)}  ${name}`

/**
 * Prints the cost of the steps and of the costliest files. The time of a file in a browser is its share of its step.
 * @param {Spent[]} steps
 * @param {{ file: string, seconds: number }[]} files
 * @param {number | undefined} budget
 * @param {number[]} slow how slow the machine was before the suite, and after each group of steps
 */
const printCosts = (steps, files, budget, slow) => {
  say('\n   wall s     CPU s  step')
  for (const { name, wall, cpu } of steps) say(row(wall, cpu, name))
  const cpus = steps.flatMap(({ cpu }) => cpu ?? [])
  const cpu = cpus.length > 0 ? cpus.reduce((sum, cpu) => sum + cpu, 0) : undefined
  say(row(performance.now() / 1000, cpu, 'all'))
  if (cpu !== undefined && budget !== undefined)
    say(byBudget(cpu, budget, slow.reduce((sum, each) => sum + each, 0) / slow.length))
  /** @type {Map<string, number>} */
  const sums = new Map()
  for (const { file, seconds } of files) sums.set(file, (sums.get(file) ?? 0) + seconds)
  const dearest = [...sums].sort(([, one], [, other]) => other - one).slice(0, shownFiles)
  if (dearest.length > 0) say('\n    CPU s  costliest files')
  for (const [file, seconds] of dearest) say(`${seconds.toFixed(1).padStart(9)}  ${file}`)
  say('')
}

/** The sum as the machine of the budgets would take it. @param {number} cpu @param {number} budget @param {number} slow */
const byBudget = (cpu, budget, slow) =>
  `\n${Math.round(cpu / slow)} of ${budget} CPU s by the machine of the budgets: this one takes ${slow.toFixed(2)} times as long for the same work`

/**
 * Runs a suite, and prints a line for each step. Installs the programs that it needs, if possible. A step or a project
 * whose programs are missing counts as one failure, and all others run. So does a test file that exceeds its allowance.
 * Ends with a table of costs, and one line, "N passed, N failed", that adds up the counts of all runners; sets the exit
 * code. Work before a signal is counted.
 * @param {number | undefined} budget the CPU seconds that all may take, on the machine of the budgets
 * @param {Lane[][]} groups the lanes of a group run at the same time, because each alone would leave a core idle
 */
export const runSuite = async (budget, groups) => {
  const slow = budget === undefined ? [] : [slowness()]
  // A signal ends the running steps, and with them the tests.
  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopped.abort())

  const needs = [...new Set(groups.flat(2).flatMap(needsOf))]
  installMissing(needs)
  const missing = new Set(missingOf(needs))
  const reports = mkdtempSync(join(tmpdir(), 'butterfly-results-'))
  const total = { passed: 0, failed: 0 }
  /** @type {Spent[]} */
  const spent = []
  /** @type {{ file: string, seconds: number }[]} */
  const files = []

  /** Reports that something cannot run. @returns whether it lacks nothing */
  const hasAll = (name, needed) => {
    const lacking = needed.filter((key) => missing.has(key))
    if (lacking.length === 0) return true
    say(`FAILED ${name}: needs ${lacking.map(howToGet).join(', and ')}`)
    total.failed += 1
    return false
  }

  /** The command of a step for the projects that this machine can run; undefined if none. @param {Step} step */
  const commandFor = ({ name, command, needs = [], projects }) => {
    if (!hasAll(name, needs)) return undefined
    if (!projects) return command
    const able = Object.entries(projects).filter(([project, needed]) => hasAll(`${name}, ${project}`, needed))
    return able.length > 0 ? [...command, ...able.flatMap(([project]) => ['--project', project])] : undefined
  }

  /** Runs a step, reports its result, and counts it. @param {Step} step @returns whether the next step may run */
  const run = async (step) => {
    const command = commandFor(step)
    if (!command) return !step.needed
    const startedAt = performance.now()
    const resultsFile = join(reports, step.name.replaceAll(' ', '-'))
    const { quietMs = minutes(20) } = step
    const stepEnv = { ...env, ...step.env }
    const { end, output, cpuSeconds } = await runStep({
      command,
      env: stepEnv,
      quietMs,
      resultsFile,
      signal: stopped.signal,
    })
    const counted = countOf(step, resultsFile, end)
    const costs = fileCosts(resultsFile)
    const dear = tooDear(costs)
    const [passed, failed] = [counted.passed, counted.failed + dear.length]
    total.passed += passed
    total.failed += failed
    if (counted.failed > 0) say(output.trimEnd())
    for (const line of dear) say(line)
    const wall = (performance.now() - startedAt) / 1000
    spent.push({ name: step.name, wall, cpu: cpuSeconds })
    files.push(...shares(step, costs, cpuSeconds))
    say(`${failed > 0 ? 'FAILED' : 'ok    '} ${step.name} (${wall.toFixed(1)} s): ${passed} passed, ${failed} failed`)
    return !(step.needed && failed > 0) && !stopped.signal.aborted
  }

  /** @param {Lane} lane @returns whether the next group may run */
  const runLane = async (lane) => {
    for (const step of lane) if (!(await run(step))) return false
    return true
  }

  for (const group of groups) {
    const ended = await Promise.all(group.map(runLane))
    if (budget !== undefined) slow.push(slowness())
    if (ended.includes(false)) break
  }
  rmSync(reports, { recursive: true, force: true })
  printCosts(spent, files, budget, slow)
  say(`${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed > 0 ? 1 : 0
}

/** The PATH without the programs that npm installs, including the Node that runs the suites. */
const pathOfMachine = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter)

/** A step that runs on the Node of the machine, which may be as old as `engines` in package.json. @param {Step} step */
export const onNodeOfMachine = (step) => ({ ...step, env: { ...step.env, PATH: pathOfMachine } })

/** A step that is one npm script. */
export const script = (name, run) => ({ name, command: ['npm', 'run', '--silent', run] })

/**
 * The folder in which Node keeps compiled code, because the suites start hundreds of processes with the same modules.
 */
const compiled = { NODE_COMPILE_CACHE: fileURLToPath(new URL('../.cache/compiled', import.meta.url)) }

/** The step that bundles the tests which vitest runs. */
export const buildTests = { name: 'build of the tests', command: ['node', 'scripts/build-tests.mjs'] }

/** A step that runs projects of vitest. @param {string} name @param {Record<string, string[]>} projects */
export const vitest = (name, projects) => ({
  name,
  command: [
    'node',
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=./tests/reporters/vitest.ts',
  ],
  projects,
  counts: true,
  env: { ...compiled, TESTS_ARE_BUILT: '1' },
  quietMs: minutes(8),
})

/** A step that runs projects of Playwright. @param {string} name @param {Record<string, string[]>} projects */
export const playwright = (name, projects) => ({
  name,
  command: [
    ...['node', 'node_modules/@playwright/test/cli.js', 'test', '--config', 'tests/e2e/playwright.config.ts'],
    '--reporter=dot,./tests/reporters/playwright.ts',
  ],
  projects,
  counts: true,
  env: compiled,
  sharesCpu: true,
  quietMs: minutes(8),
})

/**
 * A step that breaks something, of tests/faults. @param {string} name @param {string[]} words the file, and its options
 */
export const fault = (name, ...words) => ({
  name,
  command: ['node', 'node_modules/tsx/dist/cli.mjs', ...words],
  needs: ['postgres'],
  counts: true,
  env: compiled,
})

/** The step that measures the figures of the budgets. @param {...string} words options of `npm run bench` */
export const figures = (name, ...words) => ({
  name,
  command: ['node', 'scripts/bench.mjs', ...words],
  needs: ['chromium'],
  counts: true,
})
