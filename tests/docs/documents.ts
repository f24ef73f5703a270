import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#tests/fixtures/programs/server'

/** The files in a folder of the repository and in the folders of it, by their paths. */
export const filesIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name))

/** Every document of the repository, by its path. */
export const documents: readonly string[] = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...filesIn('docs', /\.md$/),
]

export const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** The words of each command of the operator about clients or sites in a text: those in quotes are one word. */
export const operatorCommandsIn = (text: string, about: 'client' | 'site'): string[][] =>
  [...text.matchAll(/^npm run admin -- ([^#\n]*)/gm)]
    .map(([, line = '']) => [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''))
    .filter(([first]) => first === about)

/** The blocks of code of a document in one language, in its order. */
export const fencesIn = (file: string, language: string): string[] =>
  [...read(file).matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code = '']) => code)
