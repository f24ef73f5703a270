// Builds @butterfly/testing into testing/dist, before `npm pack` packs it: each entry as a module with the parts of
// this repository that it uses, and the types of its exports.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import ts from 'typescript'
import { licencesOf } from './licences.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'testing')
const dist = join(folder, 'dist')

const { peerDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** The sources whose types others see. They refer to no type of any other source. */
const typed = [
  ...['index', 'playwright', 'robot/cookies', 'robot/forms-in-html', 'robot/robot'],
  ...['deployment/outbox', 'deployment/people', 'deployment/start'],
]

rmSync(dist, { recursive: true, force: true })
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: {
    index: 'testing/index.ts',
    playwright: 'testing/playwright.ts',
    simulator: 'testing/simulator.ts',
  },
  outdir: 'testing/dist',
  bundle: true,
  splitting: true,
  external: Object.keys(peerDependencies),
  platform: 'node',
  format: 'esm',
  mainFields: ['module', 'main'],
  metafile: true,
  minifySyntax: true,
  target: 'node20',
  logLevel: 'warning',
})
const used = Object.values(metafile.outputs).flatMap(({ inputs }) =>
  Object.keys(inputs).filter((input) => inputs[input].bytesInOutput > 0),
)
writeFileSync(join(dist, 'licences.txt'), licencesOf(used.map((file) => join(root, file))))

for (const name of typed) {
  const fileName = join(folder, `${name}.ts`)
  const { outputText, diagnostics } = ts.transpileDeclaration(readFileSync(fileName, 'utf8'), {
    fileName,
    reportDiagnostics: true,
    compilerOptions: { isolatedDeclarations: true, declaration: true, strict: true, target: ts.ScriptTarget.ES2022 },
  })
  if (diagnostics?.length) throw new Error(ts.formatDiagnostics(diagnostics, ts.createCompilerHost({})))
  const file = join(dist, `${name}.d.ts`)
  mkdirSync(dirname(file), { recursive: true })
  // A module of Node names the whole file that it imports.
  writeFileSync(file, outputText.replace(/(from ['"]\.[^'"]*)(['"])/g, '$1.js$2'))
}
