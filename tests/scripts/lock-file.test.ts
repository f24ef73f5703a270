import { expect, it } from 'vitest'
import { read } from '#tests/docs/documents'
import { foundFrom, nameOf, packages } from './locked-packages'

it('security: each package with an install script was judged, so an installation warns about none', () => {
  const scripted = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript ? nameOf(path) : [],
  )
  const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> }
  expect([...new Set(scripted)].sort()).toEqual(Object.keys(allowScripts).sort())
})

const declaring = Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
  optionalDependencies ? [{ path, names: Object.keys(optionalDependencies) }] : [],
)

it('happy: the lock file names every optional package that a package declares, which `npm ci` asks for', () => {
  expect(declaring.flatMap(({ path, names }) => names.filter((name) => !foundFrom(path, name)))).toEqual([])
})

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
const buildsOf = ({ path, names }: (typeof declaring)[number]) =>
  names.flatMap((name) => packages[foundFrom(path, name) ?? ''] ?? []).filter(({ os, cpu }) => os && cpu)

it('happy: the packages with a build per platform are exactly those that this test lists', () => {
  const many = declaring.filter((one) => new Set(buildsOf(one).flatMap(({ os }) => os)).size > 1)
  expect([...new Set(many.map(({ path }) => nameOf(path)))].sort()).toEqual(native)
})

const platforms = ['linux', 'darwin', 'win32'].flatMap((os) => ['x64', 'arm64'].map((cpu) => [os, cpu] as const))
it.each(platforms)('happy: the lock file holds a build of each of them for %s on %s', (os, cpu) => {
  const isBuilt = (one: (typeof declaring)[number]) =>
    buildsOf(one).some((build) => build.os?.includes(os) && build.cpu?.includes(cpu))
  const without = declaring.filter((one) => native.includes(nameOf(one.path)) && !isBuilt(one))
  expect(without.map(({ path }) => path)).toEqual([])
})
