import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { howToGet } from '../../scripts/programs.mjs'
import { temporaryFolder } from '../fixtures/programs/folder'

const folder = temporaryFolder('run-suite')
afterAll(() => folder.remove())

const suiteModule = new URL('../../scripts/run-suite.mjs', import.meta.url).href

/** A runner that notes one test, which fails if it is told so. What a failed step printed is shown. */
const runner = join(folder.path, 'runner.mjs')
writeFileSync(
  runner,
  `import { appendFileSync } from 'node:fs'
const [, , ...words] = process.argv
appendFileSync(process.env.TEST_RESULTS, JSON.stringify({ passed: words[0] !== 'fail' }) + '\\n')
process.stdout.write(words.join(' '))`,
)

/** Runs a suite on a machine that has no program but Node; answers its exit code and what it prints, without times. */
const run = (groups: object[][][]) => {
  const file = join(folder.path, 'suite.mjs')
  writeFileSync(file, `import { runSuite } from '${suiteModule}'\nawait runSuite(${JSON.stringify(groups)})`)
  const env = { NODE_ENV: 'test', PATH: folder.path } as const
  const { status, stdout } = spawnSync(process.execPath, [file], { encoding: 'utf8', env })
  const said = stdout.replaceAll(/ \([\d.]+ s\)/g, '').trim()
  return { status, lines: said.split('\n') }
}

const node = (code: string) => [process.execPath, '-e', code]
const passes = (name: string, more = {}) => ({ name, command: node(''), ...more })
const fails = (name: string, more = {}) => ({ name, command: node('process.exitCode = 1'), ...more })
const counts = (name: string, more: object) => ({ name, command: [process.execPath, runner], counts: true, ...more })

it('happy: the counts of all steps are added up', () => {
  expect(run([[[passes('one'), passes('two')]], [[counts('three', {})]]])).toEqual({
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
  expect(run([[[passes('one', { needs: ['w3m'] }), passes('two')]]])).toEqual({
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

it('happy: a runner is told only the projects that can run', () => {
  const projects = { plain: [], text: ['w3m'] }
  expect(run([[[counts('all', { projects, command: [process.execPath, runner, 'fail'] })]]]).lines).toEqual([
    `FAILED all, text: needs ${howToGet('w3m')}`,
    'fail --project plain',
    'FAILED all: 0 passed, 1 failed',
    '0 passed, 2 failed',
  ])
})
