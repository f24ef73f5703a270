import { spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { startMeter } from './cpu.mjs'

/**
 * A hang is detected after this many looks without progress. Looks are counted, not time, because a machine may sleep
 * or stall.
 */
const looks = 20
/** How long a killed process may keep its output open. */
const closeMs = 5000

/** @typedef {import('./file-costs.mjs').FileCost} FileCost */

/**
 * @typedef {'success' | 'failure' | 'hang' | 'stop'} End
 * `hang`: it made no progress and was killed. `stop`: the signal of the caller ended it.
 */

/**
 * Runs a command to its end. A slow command is never cut off, only a hanging one, which neither prints anything nor
 * adds anything to its results file for `quietMs`.
 * @param {{ command: string[], env: NodeJS.ProcessEnv, quietMs: number, resultsFile: string, signal?: AbortSignal }}
 * step
 * @returns {Promise<{ end: End, output: string, cpuSeconds: number | undefined }>} the CPU time includes all that it
 * started
 */
export const runStep = async ({ command: [program = '', ...args], env, quietMs, resultsFile, signal }) => {
  // Its own process group, so it can be ended with all that it started.
  const child = spawn(program, args, {
    env: { ...env, TEST_RESULTS: resultsFile },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  /** @type {End | undefined} */
  let cut
  let output = ''
  let looksLeft = looks
  let resultsBytes = 0

  /** @param {End} why */
  const kill = (why) => {
    cut ??= why
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended already.
    }
  }
  const watch = setInterval(() => {
    const sizeBytes = sizeOf(resultsFile)
    looksLeft = sizeBytes > resultsBytes ? looks : looksLeft - 1
    resultsBytes = sizeBytes
    if (looksLeft <= 0) kill('hang')
  }, quietMs / looks)
  const stop = () => kill('stop')
  signal?.addEventListener('abort', stop)
  if (signal?.aborted) stop()
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
      looksLeft = looks
    })

  const meter = startMeter(child.pid ?? 0)
  const closed = new Promise((resolve) => child.once('close', resolve))
  /** @type {number | null} */
  const code = await new Promise((resolve) => {
    child.once('exit', resolve)
    child.once('error', (error) => {
      output += `${error.message}\n`
      resolve(null)
    })
  })
  const cpuSeconds = meter()
  clearInterval(watch)
  signal?.removeEventListener('abort', stop)
  // A process that left the group may hold the output open for ever.
  await Promise.race([closed, wait(closeMs, undefined, { ref: false })])
  for (const stream of [child.stdout, child.stderr]) stream.destroy()
  if (cut === 'hang') output += `\nEnded: no output and no finished test for ${quietMs / 60_000} minutes.\n`
  return { end: cut ?? (code === 0 ? 'success' : 'failure'), output, cpuSeconds }
}

/** @param {string} file */
const sizeOf = (file) => (existsSync(file) ? statSync(file).size : 0)

/**
 * The counts of a runner, from its results file. A runner that was cut off counts as one more failure, as does one that
 * failed without naming a test, or that ran no test.
 * @param {string} resultsFile
 * @param {End} end
 * @returns {{ passed: number, failed: number }}
 */
export const countResults = (resultsFile, end) => {
  const results = linesOf(resultsFile)
  const passed = results.filter((result) => result.passed === true).length
  const failed = results.filter((result) => result.passed === false).length
  const isCut = end === 'hang' || end === 'stop'
  const failsUnnamed = failed === 0 && (end === 'failure' || passed === 0)
  return { passed, failed: failed + (isCut || failsUnnamed ? 1 : 0) }
}

/** The cost of each test file, from a results file. @param {string} resultsFile @returns {FileCost[]} */
export const fileCosts = (resultsFile) => linesOf(resultsFile).filter(({ counts }) => counts !== undefined)

/** The lines of a results file, without one that was cut off while it was written. @param {string} resultsFile */
const linesOf = (resultsFile) => {
  const lines = existsSync(resultsFile) ? readFileSync(resultsFile, 'utf8').split('\n').filter(Boolean) : []
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line)]
    } catch {
      return []
    }
  })
}
