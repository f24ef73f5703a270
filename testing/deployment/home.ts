import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const variable = 'BUTTERFLY_HOME'

/** The folder of the clone that contains this package, seen from `dist` and from a folder of its sources. */
const around = fileURLToPath(new URL('../..', import.meta.url))

const isButterfly = (folder: string): boolean => {
  const file = join(folder, 'package.json')
  return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).name === 'butterfly'
}

/**
 * The folder of the Butterfly to start, with a slash at its end: the given one, the folder in BUTTERFLY_HOME, or the
 * clone that contains this package.
 * @throws Error that says what to do
 */
export const butterflyHome = (asked: string | undefined = process.env[variable]): string => {
  if (asked === undefined && !isButterfly(around))
    throw new Error(
      `Say where Butterfly is: set ${variable} to its folder, or call start({ butterfly: '/path/to/it' }). ` +
        'It is a clone, or an installation, in which `npm ci && npm run build` was run.',
    )
  const home = resolve(asked ?? around)
  if (!isButterfly(home)) throw new Error(`${home} is not the folder of a Butterfly: its package.json does not say so.`)
  if (!existsSync(join(home, 'build', 'web.js')))
    throw new Error(`Butterfly in ${home} is not built: run \`npm ci && npm run build\` there.`)
  return join(home, '/')
}
