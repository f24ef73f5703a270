import { expect, it } from 'vitest'
import { read } from '#tests/docs/documents'

interface Locked {
  version?: string
  os?: string[]
  cpu?: string[]
  optionalDependencies?: Record<string, string>
}

const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }

/** The entry of the lock file that Node finds for a name, seen from the package at a path. */
const found = (path: string, name: string): Locked | undefined => {
  const entry = lock.packages[`${path === '' ? '' : `${path}/`}node_modules/${name}`]
  if (entry || path === '') return entry
  return found(path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))), name)
}

const declaring = Object.entries(lock.packages).flatMap(([path, { optionalDependencies }]) =>
  optionalDependencies ? [{ path, names: Object.keys(optionalDependencies) }] : [],
)

it('happy: the lock file names every optional package that a package declares, which `npm ci` asks for', () => {
  expect(declaring.flatMap(({ path, names }) => names.filter((name) => !found(path, name)))).toEqual([])
})

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** The packages that come as one build for each platform. */
const native = [
  '@biomejs/biome',
  '@node-rs/argon2',
  '@node-rs/bcrypt',
  'esbuild',
  'oxc-parser',
  'oxc-resolver',
  'rollup',
  'sharp',
  'typescript-native',
]

/** The builds that a package declares and the lock file holds. */
const buildsOf = ({ path, names }: { path: string; names: string[] }): Locked[] =>
  names.flatMap((name) => found(path, name) ?? []).filter(({ os, cpu }) => os && cpu)

it('happy: the packages with a build per platform are exactly those that this test lists', () => {
  const many = declaring.filter((one) => new Set(buildsOf(one).flatMap(({ os }) => os)).size > 1)
  expect([...new Set(many.map(({ path }) => nameOf(path)))].sort()).toEqual(native)
})

const platforms = ['linux', 'darwin', 'win32'].flatMap((os) => ['x64', 'arm64'].map((cpu) => [os, cpu] as const))
it.each(platforms)('happy: the lock file holds a build of each of them for %s on %s', (os, cpu) => {
  const isFor = (build: Locked) => build.os?.includes(os) && build.cpu?.includes(cpu)
  const without = declaring.filter((one) => native.includes(nameOf(one.path)) && !buildsOf(one).some(isFor))
  expect(without.map(({ path }) => path)).toEqual([])
})
