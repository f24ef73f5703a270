// Bundles the tests that need no Vite, for the suites: one pass over all of them costs a second, while a runner that
// loads sources costs several seconds per process. `npx vitest run <file>` and `npm run test:watch` load the sources.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The folder of the bundles, with the folders of their sources. */
export const builtTests = '.cache/built-tests'

/** Tests of pages import all routes and style sheets as Vite knows them, and browser tests have their own runner. */
const needsRunner = /^tests\/(app|e2e)\//

/**
 * A bundle is in another folder than its sources, which look for files next to themselves.
 * @type {import('esbuild').Plugin}
 */
const placeOfSource = {
  name: 'place-of-source',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.(m?js|tsx?)$/, namespace: 'file' }, ({ path }) => {
      const contents = readFileSync(path, 'utf8')
      if (path.includes('node_modules') || !contents.includes('import.meta.url')) return undefined
      const place = JSON.stringify(pathToFileURL(path).href)
      return { contents: contents.replaceAll('import.meta.url', place), loader: path.endsWith('tsx') ? 'tsx' : 'ts' }
    })
  },
}

/** Bundles every such test. Modules that several of them import are in shared files. */
const buildTests = async () => {
  const { build } = await import('esbuild')
  rmSync(join(root, builtTests), { recursive: true, force: true })
  const files = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' }).map((file) => `tests/${file}`)
  await build({
    absWorkingDir: root,
    entryPoints: files.filter((file) => file.endsWith('.test.ts') && !needsRunner.test(file)),
    outdir: builtTests,
    outbase: '.',
    outExtension: { '.js': '.mjs' },
    chunkNames: 'shared/[hash]',
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    plugins: [placeOfSource],
    logLevel: 'warning',
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildTests()
