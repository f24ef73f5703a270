import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { root } from '#tests/fixtures/programs/server'
import { dearFiles, tooDear } from '../../scripts/file-costs.mjs'
import { howToGet } from '../../scripts/programs.mjs'

const folder = ownFolder('run-suite')

const suiteModule = new URL('../../scripts/run-suite.mjs', import.meta.url).href

/** A runner with one test, which fails on request. The output of a failed step is shown. */
const runner = folder.file(
  'runner.mjs',
  `import { appendFileSync } from 'node:fs'
const [, , ...words] = process.argv
if (words[0] === 'file') appendFileSync(process.env.TEST_RESULTS, JSON.stringify({
  file: words[1], seconds: Number(words[2]), counts: { statements: Number(words[3]) } }) + '\\n')
appendFileSync(process.env.TEST_RESULTS, JSON.stringify({ passed: words[0] !== 'fail' }) + '\\n')
process.stdout.write(words.join(' '))`,
)

/** Runs a suite on a machine that has no program but Node; answers its exit code and what it prints, without times and tables. */
const run = (groups: object[][][], budget?: number) => {
  const file = folder.file(
    'suite.mjs',
    `import { runSuite } from '${suiteModule}'\nawait runSuite(${budget}, ${JSON.stringify(groups)})`,
  )
  const env = { NODE_ENV: 'test', PATH: folder.path } as const
  const { status, stdout } = spawnSync(process.execPath, [file], { encoding: 'utf8', env })
  const [before = '', ...tables] = stdout.replaceAll(/ \([\d.]+ s\)/g, '').split('\n\n')
  const last = tables.at(-1) ?? ''
  return { status, lines: `${before}\n${last}`.trim().split('\n'), tables }
}

const node = (code: string) => [process.execPath, '-e', code]
const passes = (name: string, more = {}) => ({ name, command: node(''), ...more })
const fails = (name: string, more = {}) => ({ name, command: node('process.exitCode = 1'), ...more })
const counts = (name: string, more: object) => ({ name, command: [process.execPath, runner], counts: true, ...more })

it('happy: the counts of all steps are added up', () => {
  expect(run([[[passes('one'), passes('two')]], [[counts('three', {})]]])).toMatchObject({
    status: 0,
    lines: [
      'ok     one: 1 passed, 0 failed',
      'ok     two: 1 passed, 0 failed',
      'ok     three: 1 passed, 0 failed',
      '3 passed, 0 failed',
    ],
  })
})

it('error: a step that fails does not stop the next one, unless the next one needs it', () => {
  const { status, lines } = run([[[fails('one')]], [[passes('two')]]])
  expect({ status, last: lines.at(-1) }).toEqual({ status: 1, last: '1 passed, 1 failed' })
  expect(run([[[fails('one', { needed: true })]], [[passes('two')]]]).lines.at(-1)).toBe('0 passed, 1 failed')
})

it('error: a step whose program is missing fails in one line, and the others run', () => {
  expect(run([[[passes('one', { needs: ['w3m'] }), passes('two')]]])).toMatchObject({
    status: 1,
    lines: [`FAILED one: needs ${howToGet('w3m')}`, 'ok     two: 1 passed, 0 failed', '1 passed, 1 failed'],
  })
})

it('error: a project whose program is missing fails in one line, and the other projects run', () => {
  const projects = { plain: [], small: ['netsurf', 'xvfb'], text: ['w3m'] }
  expect(run([[[counts('all', { projects })], [passes('beside')]]]).lines.sort()).toEqual([
    '2 passed, 2 failed',
    `FAILED all, small: needs ${howToGet('netsurf')}, and ${howToGet('xvfb')}`,
    `FAILED all, text: needs ${howToGet('w3m')}`,
    'ok     all: 1 passed, 0 failed',
    'ok     beside: 1 passed, 0 failed',
  ])
})

it('happy: a runner gets only the projects that can run', () => {
  const projects = { plain: [], text: ['w3m'] }
  expect(run([[[counts('all', { projects, command: [process.execPath, runner, 'fail'] })]]]).lines).toEqual([
    `FAILED all, text: needs ${howToGet('w3m')}`,
    'fail --project plain',
    'FAILED all: 0 passed, 1 failed',
    '0 passed, 2 failed',
  ])
})

it('happy: one table shows what each step took, and another which files took most, over all steps', () => {
  const file = (name: string, seconds: number) =>
    counts(name, {
      command: [process.execPath, runner, 'file', `/there/tests/${name}.test.ts`, seconds, 1].map(String),
    })
  const busy = { ...passes('busy'), command: node('while (process.cpuUsage().user < 3e5);') }
  const { tables } = run([[[file('cheap', 1), file('dear', 7)]], [[busy]]])
  const [steps = '', files = ''] = tables
  expect(steps.split('\n').map((line) => line.trim().split(/ {2,}/))).toEqual([
    ['wall s', 'CPU s', 'step'],
    ...['cheap', 'dear', 'busy', 'all'].map((name) => [
      expect.stringMatching(/^[\d.]+$/),
      expect.stringMatching(/^[\d.]+$/),
      name,
    ]),
  ])
  const [, budgeted = ''] = run([[[busy]]], 700).tables
  expect(budgeted).toMatch(/^\d+ of 700 CPU s by the machine of the budgets: this one takes \d+\.\d\d times as long/)
  expect(Number(/([\d.]+) +busy/.exec(steps)?.[1])).toBeGreaterThanOrEqual(0.2)
  expect(files.split('\n').map((line) => line.trim())).toEqual([
    'CPU s  costliest files',
    '7.0  tests/dear.test.ts',
    '1.0  tests/cheap.test.ts',
  ])
})

it('error: a file that does more than its allowance fails, whatever time it took, and says what it did', () => {
  const statements = (count: number) => [
    process.execPath,
    runner,
    'file',
    '/there/tests/some.test.ts',
    '0',
    String(count),
  ]
  expect(run([[[counts('one', { command: statements(9) })]]]).status).toBe(0)
  expect(run([[[counts('one', { command: statements(99_999) })]]])).toMatchObject({
    status: 1,
    lines: [
      expect.stringMatching(/^tests\/some\.test\.ts costs \d+ of \d+: 99999 statements$/),
      'FAILED one: 1 passed, 1 failed',
      '1 passed, 1 failed',
    ],
  })
})

it('error: an expensive file may cost what its line allows, and no more', () => {
  const cost = (statements: number) => [
    { file: '.cache/built-tests/tests/dear.test.mjs', seconds: 1, counts: { statements } },
  ]
  const dear = { 'tests/dear.test.ts': { most: 30_000, because: 'it plays a thousand guesses' } }
  expect(tooDear(cost(90_000), dear)).toEqual([])
  expect(tooDear(cost(110_000), dear)).toEqual(['tests/dear.test.ts costs 33000 of 30000: 110000 statements'])
})

it('happy: each expensive file exists', () => {
  for (const file of Object.keys(dearFiles)) expect(existsSync(join(root, file)), file).toBe(true)
})
