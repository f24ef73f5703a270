import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '#tests/fixtures/programs/server'
import { read } from './documents'

const quoted = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

const [, table = ''] = read('docs/architecture.md').split('| context | capabilities |')
const contexts = [...table.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(([, context = '', nouns = '']) => ({
  context,
  nouns: quoted(nouns),
}))
const nouns = new Set(contexts.flatMap((row) => [row.context, ...row.nouns]))

const foldersIn = (path: string): string[] =>
  existsSync(join(root, path))
    ? readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []))
    : []

it('happy: each capability of the table has a folder in its context, and each folder of a context is in the table', () => {
  const found = contexts.map(({ context }) => ({ context, nouns: foldersIn(`account-api/${context}`).sort() }))
  const listed = contexts.map((row) => ({
    ...row,
    nouns: row.nouns.filter((noun) => existsSync(join(root, 'account-api', row.context, noun))),
  }))
  expect(listed).toEqual(found)
  expect(
    contexts.flatMap((row) =>
      row.nouns.filter(
        (noun) =>
          !['account-api', 'tests/account-api'].some((tree) => foldersIn(`${tree}/${row.context}`).includes(noun)),
      ),
    ),
  ).toEqual([])
})

it('happy: pages, flows, journeys and tests name their folders by the nouns of the table', () => {
  // Folders that no capability has: the parts of a web app, the files and wires of the contract, and a model of thieves.
  const others = new Set([
    'files',
    'wire',
    'model',
    'own-account-api',
    'plain-upstream',
    ...foldersIn('app'),
    'browser',
    'step-up',
  ])
  const trees = ['contract', 'app/features', 'app/flows', 'tests/app', 'tests/e2e/journeys', 'tests/e2e/pages/states']
  const inContexts = contexts.map(({ context }) => `tests/account-api/${context}`)
  const unlisted = [...trees, ...inContexts].flatMap((tree) =>
    foldersIn(tree).flatMap((name) => (nouns.has(name) || others.has(name) ? [] : `${tree}/${name}`)),
  )
  expect(unlisted).toEqual([])
})
