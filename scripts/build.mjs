// Builds the stale parts: the web app (by Remix's Vite plugin), its server and the account API (as bundles). The
// packages of `dependencies` stay outside of them, except for those of `builtIn` in package.json.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { licencesOf } from './licences.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const at = (...parts) => join(root, ...parts)
const lock = at('.cache', 'build.lock')
const shared = ['package.json', 'package-lock.json', 'tsconfig.json', 'scripts/build.mjs', 'scripts/licences.mjs']

const parts = [
  {
    name: 'web app',
    stamp: 'build/server/.built',
    sources: ['app', 'contract', 'rules', 'settings', 'process', 'public', 'vite.config.ts', 'remix.config.js'],
    build: () => buildApp(),
  },
  {
    name: 'web server',
    stamp: 'build/web.js',
    sources: ['server', 'app/runtime/env.server.ts', 'account-api', 'settings', 'contract', 'rules', 'process'],
    // The account API in the process of the web server shares the contract with it.
    build: () => bundle({ web: 'server/main.ts', 'embedded-account-api': 'account-api/start/embedded.ts' }),
  },
  {
    name: 'account API',
    stamp: 'build/account-api.js',
    sources: ['account-api', 'contract', 'rules', 'settings', 'process'],
    build: () => bundle({ 'account-api': 'account-api/start/main.ts' }),
  },
  {
    name: 'picture decoder',
    stamp: 'build/picture-decoder.mjs',
    sources: ['account-api/accounts/pictures/making'],
    build: () => bundle({ 'picture-decoder': 'account-api/accounts/pictures/making/decoder.ts' }, '.mjs'),
  },
  {
    name: 'administration',
    stamp: 'build/admin.js',
    sources: ['account-api', 'contract', 'rules', 'settings', 'process'],
    build: () => bundle({ admin: 'account-api/admin/admin.ts' }),
  },
  {
    name: 'check of an account API',
    stamp: 'build/check-upstream.js',
    sources: ['app', 'contract', 'rules', 'settings', 'process'],
    build: () => bundle({ 'check-upstream': 'app/upstream-check/main.ts' }),
  },
]

/**
 * Builds the parts that are older than their sources, the web app first, because Remix clears the whole folder. An
 * installation without the build tools runs the existing build, however old.
 * @returns the names of the parts that were built
 */
export const buildStale = async () => {
  if (!parts.some(isStale)) return []
  if (!canBuild()) {
    const missing = parts.filter(({ stamp }) => !existsSync(at(stamp))).map(({ name }) => name)
    if (missing.length === 0) return []
    throw new Error(
      `These are not built, and the sources are not here: ${missing.join(', ')}. Run \`npm ci && npm run build\`.`,
    )
  }
  await takeLock()
  try {
    const built = []
    for (const part of parts) {
      if (!isStale(part)) continue
      await part.build()
      built.push(part.name)
    }
    return built
  } finally {
    rmSync(lock, { force: true })
  }
}

/** Whether the build tools are installed: `npm ci --omit=dev` leaves them out. */
const canBuild = () => {
  try {
    for (const tool of ['esbuild', '@remix-run/dev']) createRequire(import.meta.url).resolve(tool)
    return true
  } catch {
    return false
  }
}

/** One build at a time, because two would delete each other's files. The lock of an ended process does not count. */
const takeLock = async () => {
  mkdirSync(dirname(lock), { recursive: true })
  for (;;) {
    try {
      return writeFileSync(lock, String(process.pid), { flag: 'wx' })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (!isHeld()) rmSync(lock, { force: true })
      else await wait(100)
    }
  }
}

const isHeld = () => {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const isStale = ({ stamp, sources }) => {
  if (!existsSync(at(stamp))) return true
  const builtMs = statSync(at(stamp)).mtimeMs
  return [...sources, ...shared].some((source) => newestMs(at(source)) > builtMs)
}

/** When a file, or anything in a folder, was last changed. The time of a folder itself shows deletions. */
const newestMs = (path) => {
  if (!existsSync(path)) return 0
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestMs(join(path, name))))
}

const buildApp = () => {
  const startedAt = new Date()
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [at('node_modules/@remix-run/dev/dist/cli.js'), 'vite:build', '--logLevel', 'warn'],
    { cwd: root, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (status !== 0) throw new Error(`The web app does not build:\n${stdout}${stderr}`)
  compress(at('build/client'))
  escapeCharacters(at('build/server/index.js'))
  writeFileSync(at('build/server/.built'), '')
  // A file may have changed during the build, so the build is dated by its start.
  utimesSync(at('build/server/.built'), startedAt, startedAt)
}

/** Writes a .gz and a .br next to each text file, if they are smaller. */
const compress = (folder) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) compress(path)
    else if (/\.(css|js|json|svg|txt)$/.test(entry.name)) {
      const bytes = readFileSync(path)
      const packed = gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION })
      if (packed.length < bytes.length) writeFileSync(`${path}.gz`, packed)
      const smaller = brotliCompressSync(bytes)
      if (smaller.length < packed.length) writeFileSync(`${path}.br`, smaller)
    }
  }
}

/**
 * Writes every non-ASCII character of a program as an escape. The engine keeps the source of a program in memory, and
 * one such character doubles all of it: 8 MB of the web app.
 */
const escapeCharacters = (program) => {
  const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  writeFileSync(program, readFileSync(program, 'utf8').replace(/[^\0-\x7f]/g, escaped))
}

/**
 * Bundles programs into build/, by their names there. Modules that several of them use are in shared files.
 * @param {Record<string, string>} programs the source file of each
 */
const bundle = async (programs, extension = '.js') => {
  const { build } = await import('esbuild')
  const { dependencies, builtIn } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
  const startedAt = new Date()
  const [name] = Object.keys(programs)
  for (const file of readdirSync(at('build'))) if (file.startsWith(`${name}-shared-`)) rmSync(at(`build/${file}`))
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: programs,
    outdir: 'build',
    outExtension: { '.js': extension },
    bundle: true,
    splitting: true,
    chunkNames: `${name}-shared-[hash]`,
    external: Object.keys(dependencies).filter((name) => !builtIn.includes(name)),
    platform: 'node',
    format: 'esm',
    // Packages in both forms are bundled as modules, because modules require nothing at run time.
    mainFields: ['module', 'main'],
    metafile: true,
    target: 'node20',
    sourcemap: true,
    logLevel: 'warning',
  })
  const outputs = Object.entries(metafile.outputs).filter(([file]) => file.endsWith(extension))
  const built = outputs.flatMap(([file, { inputs }]) => {
    escapeCharacters(at(file))
    return Object.keys(inputs).filter((input) => inputs[input].bytesInOutput > 0)
  })
  const licences = licencesOf(built.map((file) => at(file)))
  if (licences !== '') writeFileSync(at(`build/${name}${extension}.licences.txt`), licences)
  for (const program of Object.keys(programs)) utimesSync(at(`build/${program}${extension}`), startedAt, startedAt)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const built = await buildStale().catch((error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
  process.stdout.write(built.length > 0 ? `Built: ${built.join(', ')}.\n` : 'Everything is built already.\n')
}
