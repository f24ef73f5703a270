import { cpSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { filesIn, read } from '#tests/docs/documents'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { runProgram } from '#tests/fixtures/programs/program'
import { root } from '#tests/fixtures/programs/server'
import { sbom } from '../../scripts/sbom.mjs'
import { foundFrom, nameOf, packages } from './locked-packages'

const folder = ownFolder('production')

const { dependencies, builtIn } = JSON.parse(read('package.json')) as {
  dependencies: Record<string, string>
  builtIn: string[]
}

const outside = Object.keys(dependencies).filter((name) => !builtIn.includes(name))

const programs = ['web.js', 'server/index.js', 'account-api.js', 'admin.js', 'check-upstream.js', 'picture-decoder.mjs']

it('happy: the build imports exactly the packages of `dependencies` that it does not bundle', async () => {
  const { metafile } = await build({
    absWorkingDir: join(root, 'build'),
    entryPoints: programs,
    outdir: 'none',
    bundle: true,
    write: false,
    metafile: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  })
  const paths = Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports.flatMap(({ path, external }) => (external && !isBuiltin(path) ? [path] : [])),
  )
  const imported = paths.map((path) => /^(@[^/]+\/)?[^/]+/.exec(path)?.[0])
  expect([...new Set(imported)].sort()).toEqual(outside.sort())
})

/** The bytes on the disk of a package, without the packages in it. */
const sizeOf = (path: string): number =>
  readdirSync(path, { withFileTypes: true }).reduce((sum, entry) => {
    if (entry.name === 'node_modules') return sum
    const inner = join(path, entry.name)
    return sum + (entry.isDirectory() ? sizeOf(inner) : statSync(inner).blocks * 512)
  }, statSync(path).blocks * 512)

/** Adds the package that an import of `name` finds from the folder `from`, with all that it needs. */
const addNeeded = (needed: Set<string>, from: string, name: string): void => {
  const path = foundFrom(from, name)
  if (path === undefined || needed.has(path)) return
  needed.add(path)
  const { dependencies, optionalDependencies } = packages[path] ?? {}
  for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) addNeeded(needed, path, each)
}

it('security: scanners and readers of the SBOM see each package that the build contains', () => {
  const contained = filesIn('build', /licences\.txt$/)
    .flatMap((file) => read(file).match(/^\S+ \d+\.\d+\.\d\S* (?=\([^)]+\)$)/gm) ?? [])
    .map((line) => line.trim())
  expect(contained.length).toBeGreaterThan(30)
  const seen = Object.entries(packages).flatMap(([path, { version, dev }]) => (dev ? [] : `${nameOf(path)} ${version}`))
  expect(seen).toEqual(expect.arrayContaining(contained))
  const { components, ...rest } = sbom()
  expect(rest).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'butterfly' } } })
  expect(components.map(({ name, version }) => `${name} ${version}`)).toEqual(expect.arrayContaining(contained))
  expect(new Set(components.map(({ purl }) => purl)).size).toBe(components.length)
})

it('happy: a production installation takes less than 100 MB', () => {
  const needed = new Set<string>()
  for (const name of outside) addNeeded(needed, '', name)
  const present = [...needed].filter((path) => statSync(join(root, path), { throwIfNoEntry: false }))
  expect(present.length).toBeGreaterThan(100)
  const megabytes = present.reduce((sum, path) => sum + sizeOf(join(root, path)), 0) / 1024 ** 2
  expect(megabytes).toBeGreaterThan(80)
  expect(megabytes).toBeLessThan(100)
})

/** An installation without the tools that build, and the programs that it has, which say their name. */
const installation = (name: string, built: readonly string[]): string => {
  const path = folder.at(name)
  cpSync(join(root, 'scripts'), join(path, 'scripts'), { recursive: true })
  writeFileSync(join(path, 'package.json'), JSON.stringify({ type: 'module' }))
  for (const file of [...built, 'account-api/start/main.ts']) {
    mkdirSync(join(path, file, '..'), { recursive: true })
    writeFileSync(join(path, file), `console.log('runs ${file}')`)
    // Copies of files often have the time of the copy, so that what is built seems older than its sources.
    if (built.includes(file)) utimesSync(join(path, file), 0, 0)
  }
  return path
}
const everything = ['build/web.js', 'build/server/.built', ...programs.map((file) => `build/${file}`)]

it.each([
  ['start.mjs', 'runs build/web.js\n'],
  ['admin.mjs', 'runs build/admin.js\n'],
  ['check-upstream.mjs', 'runs build/check-upstream.js\n'],
])('happy: %s runs the existing build if nothing can rebuild it', async (script, said) => {
  const path = installation(script, everything)
  expect(await runProgram(process.execPath, [join(path, 'scripts', script)])).toEqual({ ended: 0, said })
})

it('error: a missing build that cannot be made is reported in one line', async () => {
  const path = installation('unbuilt', ['build/web.js'])
  const { ended, said } = await runProgram(process.execPath, [join(path, 'scripts/start.mjs')])
  expect(ended).toBe(1)
  expect(said).toMatch(
    /^These are not built, and the sources are not here: web app, account API, [^\n]+ Run `npm ci && [^\n]+\n$/,
  )
})
