import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '#tests/fixtures/programs/server'
import { documents, filesIn, read } from './documents'

const decisions = join('docs', 'decisions')

/** What is in a fence is no heading and no link. */
const withoutCode = (text: string): string => text.replace(/^```.*?^```/gms, '')

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (file: string): string[] =>
  [...withoutCode(read(file)).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

interface Link {
  from: string
  file: string
  anchor: string | undefined
}

/** The links of a document to files of this repository. */
const linksOf = (from: string): Link[] =>
  [...withoutCode(read(from)).matchAll(/\]\(([^()\s]+)\)/g)].flatMap(([, target = '']) => {
    if (/^[a-z]+:/.test(target)) return []
    const [path = '', anchor] = target.split('#')
    return [{ from, file: path === '' ? from : join(dirname(from), path), anchor }]
  })

const links = documents.flatMap(linksOf)

it('happy: each link of a document leads to a file, and to a heading where it names one', () => {
  expect(links.length).toBeGreaterThan(100)
  const leadsNowhere = ({ file, anchor }: Link) =>
    !existsSync(join(root, file)) || (anchor !== undefined && !anchorsOf(file).includes(anchor))
  expect(links.filter(leadsNowhere)).toEqual([])
})

it('happy: the README has at most 60 lines, and docs/README.md names each document', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(60)
  const index = join('docs', 'README.md')
  const named = new Set(links.filter(({ from }) => from === index).map(({ file }) => file))
  const others = documents.filter((file) => file.startsWith('docs') && file !== index && !file.startsWith(decisions))
  expect([...others, join(decisions, 'README.md')].filter((file) => !named.has(file))).toEqual([])
})

it('happy: no document has more than 250 lines, except generated ones', () => {
  const lists = ['docs/operators/settings.md', 'docs/security/power.md']
  const long = documents.filter((file) => read(file).trimEnd().split('\n').length > 250)
  expect(long.filter((file) => !lists.includes(file))).toEqual([])
})

const nameOf = (path: string): string => basename(path).replace(/(\.long)?\.(test|spec)\.tsx?$/, '')

const testNames = new Set(filesIn('tests', /\.(test|spec)\.tsx?$/).map(nameOf))

it('happy: each test that a document names exists', () => {
  const namesIn = (pattern: RegExp) =>
    documents.flatMap((from) => [...read(from).matchAll(pattern)].map(([, path = '']) => ({ from, path })))
  const paths = namesIn(/`(tests\/[\w./-]+)`/g)
  const files = namesIn(/`(?!tests\/)(\w[\w./-]*?(?:\.long)?\.(?:test|spec)\.tsx?)`/g)
  expect(paths.length).toBeGreaterThan(50)
  expect(files.length).toBeGreaterThan(5)
  const endings = ['', '.ts', '.test.ts', '.test.tsx', '.long.test.ts']
  const isMissing = (path: string) => !endings.some((ending) => existsSync(join(root, path + ending)))
  expect(paths.filter(({ path }) => isMissing(path))).toEqual([])
  expect(files.filter(({ path }) => !testNames.has(nameOf(path)))).toEqual([])
})
