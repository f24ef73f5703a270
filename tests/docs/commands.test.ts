import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '#tests/fixtures/programs/server'
import { documents, read } from './documents'

const { scripts, engines } = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>
  engines: { node: string }
}

it('happy: each npm command that a document names exists', () => {
  const named = documents.flatMap((file) =>
    [...read(file).matchAll(/\bnpm run ([a-z][\w:-]*)/g)].map(([, name = '']) => ({ file, name })),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ name }) => scripts[name] === undefined)).toEqual([])
})

it('happy: .nvmrc names the version of Node that the README says all tests run on', () => {
  const readme = read('README.md')
  expect(readme).toContain(`All tests run on ${read('.nvmrc').trim()},`)
  expect(engines.node).toMatch(/^>=/)
  expect(readme).toContain(`You need Node.js ${engines.node.slice(2)} or newer.`)
})

/** The folders at the top, by which a path in a text is known. */
const rooms = readdirSync(root, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() && !entry.name.startsWith('.') ? entry.name : [],
)

it.each(['CONTRIBUTING.md', 'docs/architecture.md', 'docs/testing.md'])('happy: all paths of %s exist', (document) => {
  const paths = [...read(document).matchAll(/(?<=[`\s])([\w.-]+(?:\/[\w.$-]+)+)(?=[`\s])/g)]
    .map(([, path = '']) => path)
    .filter((path) => rooms.includes(path.split('/')[0] ?? ''))
  expect(paths.length).toBeGreaterThan(10)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})
