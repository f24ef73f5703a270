import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { countResults, runStep } from '../../scripts/run-step.mjs'

const folder = ownFolder('run-step')

let runners = 0
/** Runs a script instead of a test runner. It may call `note(name, passed)`. */
const run = async (script: string, { quietMs = 60_000, signal }: { quietMs?: number; signal?: AbortSignal } = {}) => {
  runners += 1
  const [file, resultsFile] = [folder.at(`runner-${runners}.mjs`), folder.at(`results-${runners}`)]
  writeFileSync(
    file,
    `import { appendFileSync, writeFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
const note = (name, passed) =>
  appendFileSync(process.env.TEST_RESULTS, JSON.stringify({ name, passed }) + '\\n')
${script}`,
  )
  const step = { command: [process.execPath, file], env: process.env, quietMs, resultsFile }
  const { end, output } = await runStep(signal ? { ...step, signal } : step)
  return { end, output, ...countResults(resultsFile, end) }
}

it('happy: the tests that a runner records are counted', async () => {
  const ran = await run(`note('one', true); note('two', true); console.log('done')`)
  expect(ran).toEqual({ end: 'success', output: 'done\n', passed: 2, failed: 0 })
})

// These wait for seconds, and do so at once.
describe.concurrent('a runner that is slow or hangs', () => {
  it('error: a runner that hangs after its results is killed, and counts one failure more', async ({ expect }) => {
    const child = folder.at('child')
    const ran = await run(
      `const child = spawn(process.execPath, ['-e', 'setInterval(Date, 1e3)'], { stdio: 'inherit' })
writeFileSync(${JSON.stringify(child)}, String(child.pid))
note('one', true)
note('two', true)
console.log('nearly done')
setInterval(Date, 1e3)`,
      { quietMs: 4000 },
    )
    expect(ran).toMatchObject({ end: 'hang', passed: 2, failed: 1 })
    expect(ran.output).toMatch(/^nearly done\n\nEnded: no output and no finished test for /)
    // Its child processes ended with it. A killed process may remain as a zombie.
    const status = `/proc/${readFileSync(child, 'utf8')}/status`
    await expect.poll(() => !existsSync(status) || /State:\tZ/.test(readFileSync(status, 'utf8'))).toBe(true)
  })

  it('error: a runner that hangs before its first test counts as one failure', async ({ expect }) => {
    expect(await run('setInterval(Date, 1e3)', { quietMs: 800 })).toMatchObject({
      end: 'hang',
      passed: 0,
      failed: 1,
    })
  })

  it.each([
    ['while it prints', 'console.log(nth)', 1],
    ['while its tests finish, though it prints nothing', 'note(String(nth), true)', 11],
  ])('happy: a slow runner is not cut off %s', async (_while, act, passed) => {
    const script = `for (let nth = 0; nth < 10; nth += 1) { await wait(400); ${act} } note('slow', true)`
    const printed = passed === 1 ? '0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n' : ''
    expect(await run(script, { quietMs: 3000 })).toEqual({ end: 'success', output: printed, passed, failed: 0 })
  })
})

it.each(
  Object.entries({
    'with a failed test fails once, also when it ends with an error': `note('two', false); process.exitCode = 1`,
    'that dies without a failed test fails once': 'process.exit(3)',
    'that does not write a result to its end fails once': `appendFileSync(process.env.TEST_RESULTS, '{"name":"tw'); process.exit(1)`,
  }),
)('error: a runner %s', async (_what, script) => {
  expect(await run(`note('one', true); ${script}`)).toMatchObject({ end: 'failure', passed: 1, failed: 1 })
})

it('error: a runner that runs no test fails', async () => {
  expect(await run('')).toMatchObject({ end: 'success', passed: 0, failed: 1 })
})

it('error: a command that does not exist fails and says so', async () => {
  const step = { command: ['/no/such/program'], env: process.env, quietMs: 60_000 }
  const { end, output } = await runStep({ ...step, resultsFile: folder.at('none') })
  expect([end, output]).toEqual(['failure', 'spawn /no/such/program ENOENT\n'])
})

it('error: a runner that is stopped from outside keeps what it counted', async () => {
  const stopping = new AbortController()
  const running = run(`note('one', true); setInterval(Date, 1e3)`, { signal: stopping.signal })
  await expect.poll(() => existsSync(folder.at(`results-${runners}`))).toBe(true)
  stopping.abort()
  expect(await running).toMatchObject({ end: 'stop', passed: 1, failed: 1 })
})
