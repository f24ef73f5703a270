import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { root } from '#tests/fixtures/programs/server'

// Each test starts a test runner.
vi.setConfig({ testTimeout: 180_000 })

// Inside the project, so that the runners are found.
const folder = join(root, '.cache', `reporters-${process.pid}`)
mkdirSync(folder, { recursive: true })
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a test runner; answers the results that its reporter noted: whether each test passed, by its name. */
const resultsOf = async (runner: string, ...args: string[]): Promise<Record<string, boolean>> => {
  const file = join(folder, `results-${runner}`)
  const env = { ...process.env, TEST_RESULTS: file }
  await new Promise((resolve) => execFile('npx', [runner, ...args], { cwd: root, env }, resolve))
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const results = lines
    .map((line) => JSON.parse(line) as { name: string; passed: boolean } | { file: string })
    .filter((line) => 'name' in line)
  expect(new Set(results.map(({ name }) => name)).size, 'each test is noted once').toBe(results.length)
  return Object.fromEntries(results.map(({ name, passed }) => [name, passed]))
}

it('happy: vitest records what passed, failed, was skipped, could not be loaded or failed outside a test', async () => {
  const write = (name: string, text: string) =>
    writeFileSync(join(folder, name), `import { afterAll, expect, it, vi } from 'vitest'\n${text}`)
  writeFileSync(join(folder, 'vitest.config.mjs'), `export default { test: { include: ['*.check.mjs'] } }`)
  write('some.check.mjs', `it('right', () => {}); it('wrong', () => expect(1).toBe(2)); it.skip('left out', () => {})`)
  write('unloaded.check.mjs', `import './no-such-file.mjs'`)
  write('after.check.mjs', `afterAll(() => { throw new Error('too late') }); it('fine', () => {})`)
  const args = ['run', '--root', folder, `--reporter=${join(root, 'tests/reporters/vitest.ts')}`]
  expect(await resultsOf('vitest', ...args)).toEqual({
    'some.check.mjs > right': true,
    'some.check.mjs > wrong': false,
    'some.check.mjs > left out': false,
    'unloaded.check.mjs': false,
    'after.check.mjs': false,
    'after.check.mjs > fine': true,
  })
})

it('happy: Playwright records what passed, failed, was skipped, passed when retried or could not be loaded', async () => {
  const write = (name: string, text: string) =>
    writeFileSync(join(folder, name), `import { expect, test } from '@playwright/test'\n${text}`)
  write('playwright.config.mjs', `export default { testMatch: '*.pw.mjs', retries: 1, workers: 1 }`)
  write(
    'some.pw.mjs',
    `test('right', () => {})
test('wrong', () => expect(1).toBe(2))
test.skip('left out', () => {})
test('right when retried', ({}, { retry }) => expect(retry).toBe(1))
test.fail('wrong as it should be', () => expect(1).toBe(2))`,
  )
  const args = ['test', '--config', join(folder, 'playwright.config.mjs')]
  const reporter = `--reporter=${join(root, 'tests/reporters/playwright.ts')}`
  expect(await resultsOf('playwright', ...args, reporter)).toEqual({
    'some.pw.mjs > right': true,
    'some.pw.mjs > wrong': false,
    'some.pw.mjs > left out': false,
    'some.pw.mjs > right when retried': false,
    'some.pw.mjs > wrong as it should be': true,
  })
  rmSync(join(folder, 'results-playwright'))
  write('unloaded.pw.mjs', `import './no-such-file.mjs'`)
  expect(Object.entries(await resultsOf('playwright', ...args, reporter))).toEqual([
    [expect.stringMatching(/^outside any test: .*no-such-file/), false],
  ])
})
