import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allCalls } from '#contract/calls'
import { root } from '#tests/fixtures/programs/server'
import { callSections } from './api-document'
import { filesIn, read } from './documents'

const page = ['', '-calls', '-errors'].map((part) => read(`docs/spec-coverage${part}.md`)).join('\n')

/** The start of the second cell of a row that has no place. */
const states = ['Not yet', 'Does not apply'] as const
/** The start of the second cell of a row that has a place, and lacks something. */
const partly = 'Partly'
type State = 'Done' | typeof partly | (typeof states)[number]

interface Row {
  asked: string
  place: string
  test: string
  state: State
}

const cellsOf = (line: string): string[] =>
  line
    .slice(1, line.lastIndexOf('|'))
    .split('|')
    .map((cell) => cell.trim())

const stateOf = (place: string): State =>
  [partly, ...states].find((state): state is Exclude<State, 'Done'> => place.startsWith(`${state}: `)) ?? 'Done'

const tableLines = page.split('\n').filter((line) => line.startsWith('|'))
const header = '| what is asked | place | test |'
const cells = tableLines.filter((line) => line !== header && !/^\|[\s|-]+\|$/.test(line)).map(cellsOf)
const rows: Row[] = cells.map(([asked = '', place = '', test = '']) => ({ asked, place, test, state: stateOf(place) }))
const done = rows.filter(({ state }) => state === 'Done' || state === partly)

const quotedIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)

/** True for a path of the repository; a path of a URL begins with a slash. */
const isPath = (quoted: string): boolean => /^[\w.$-][\w.$/-]*\.(tsx?|js|json|md)$/.test(quoted)

const isThere = (path: string): boolean => existsSync(join(root, path))

/** The paths and the texts of the files that a cell names. Numbers have no separators. */
const textsIn = (cell: string): string =>
  quotedIn(cell)
    .filter((quoted) => isPath(quoted) && isThere(quoted))
    .map((path) => `${path}\n${read(path)}`)
    .join('\n')
    .replace(/(?<=\d)_(?=\d)/g, '')

/** True when a text has a name or a number that is not a part of a longer one. */
const has = (text: string, name: string): boolean => {
  const literal = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`${/^\w/.test(name) ? '(?<!\\w)' : ''}${literal}${/\w$/.test(name) ? '(?!\\w)' : ''}`).test(text)
}

const sections = callSections.map(({ name }) => name)

describe('the coverage of the specification', () => {
  it('happy: the coverage has the specification’s sections in order, each with a table', () => {
    const sections = page.split(/^## /m).slice(1)
    expect(sections.map((section) => section[0])).toEqual([...'0123456789'])
    expect(sections.filter((section) => !section.includes(header))).toEqual([])
    expect(rows.length).toBeGreaterThan(300)
  })

  it('happy: each row says what is required, and names a place and a test, or a reason', () => {
    const bad = ({ asked, place, test, state }: Row) =>
      asked === '' ||
      (state === partly && !/^Partly: [^`]{15,}\. `/.test(place)) ||
      (state === 'Done' || state === partly
        ? !quotedIn(place).some(isPath) || quotedIn(test).length === 0
        : test !== '–' || !/^[^:]+: .{15,}\.$/.test(place))
    expect(rows.filter(bad)).toEqual([])
    expect(cells.filter(({ length }) => length !== 3)).toEqual([])
  })

  it('happy: each path exists, and each test is a test file', () => {
    const paths = rows.flatMap(({ place }) => quotedIn(place).filter(isPath))
    expect(paths.filter((path) => !isThere(path))).toEqual([])
    const tests = rows.flatMap(({ test }) => quotedIn(test))
    expect(tests.filter((path) => !/^tests\/.*\.(test|spec)\.tsx?$/.test(path) || !isThere(path))).toEqual([])
  })

  it('happy: a row’s quotation is in a file that the row names as its place', () => {
    const missing = done.flatMap(({ asked, place }) => {
      const text = textsIn(place)
      const names = [...quotedIn(asked), ...quotedIn(place).filter((quoted) => !isPath(quoted))]
      return names.filter((name) => !has(text, name)).map((name) => ({ name, asked }))
    })
    expect(missing).toEqual([])
  })

  it('happy: calls without a page have a section in docs/integrators/api.md, or are for host apps', () => {
    const app = filesIn('app', /\.tsx?$/)
      // A stand-in makes its calls of an operator's own account API alone, and the table of flows makes none.
      .filter((name) => !/^app\/runtime\/stand-ins\/|flows-of-calls/.test(name))
      .map(read)
      .join('\n')
    const words = new Set(app.match(/\w+/g))
    const unmade = allCalls.map(({ name }) => name).filter((name) => !words.has(name))
    const forHostApps = unmade.filter((name) => has(read('docs/integrators/app-bridge.md'), name))
    expect(unmade.filter((name) => !forHostApps.includes(name)).sort()).toEqual([...sections].sort())
  })

  it('happy: each call with a section in docs/integrators/api.md has a row that names it, unless it is beyond the specification', () => {
    const rowsOf = (name: string) => rows.filter(({ asked }) => quotedIn(asked).includes(name))
    const beyond = JSON.parse(read('docs/integrators/own-account-api.json'))
    expect(sections.filter((name) => rowsOf(name).length === 0)).toEqual(sections.filter((name) => name in beyond))
    const isOfApi = ({ place, test }: Row) =>
      quotedIn(place).some((path) => /^docs\/integrators\/api-[a-z-]+\.md$/.test(path)) &&
      quotedIn(test).includes('tests/docs/api.long.test.ts')
    expect(sections.flatMap(rowsOf).filter((row) => !isOfApi(row))).toEqual([])
    const others = rows.filter((row) => isOfApi(row) && !sections.some((name) => quotedIn(row.asked).includes(name)))
    expect(others).toEqual([])
  })

  it('happy: the counts at the top match the rows', () => {
    const counts = ['Done', partly, ...states].map(
      (state) => `${state}: ${rows.filter((row) => row.state === state).length}.`,
    )
    expect(/^Done: .*$/m.exec(page)?.[0]).toBe(counts.join(' '))
  })

  it('happy: no section contains a row twice', () => {
    for (const section of page.split(/^## /m)) {
      const asked = section.split('\n').flatMap((line) => (line.startsWith('| ') ? [cellsOf(line)[0]] : []))
      expect(asked.filter((one, index) => asked.indexOf(one) !== index)).toEqual([])
    }
  })
})
