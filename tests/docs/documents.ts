import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../fixtures/programs/server'

/** Every document of the repository, by its path. */
export const documents: readonly string[] = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]

export const read = (file: string): string => readFileSync(join(root, file), 'utf8')
