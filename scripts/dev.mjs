// `npm run dev`: whenever a source is saved, rebuilds the stale parts and restarts the servers. With `-- --people` it
// makes three people and an organisation at the first start, and prints how to sign in as them.
import { spawn } from 'node:child_process'
import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildStale } from './build.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const watched = ['app', 'server', 'contract', 'account-api', 'rules', 'settings', 'process', 'public']
/** Editors save a file in several steps. */
const settleMs = 150

let servers
let people
let isBusy = false
let isStale = true
let timer

const restart = async () => {
  if (isBusy) return
  isBusy = true
  while (isStale) {
    isStale = false
    try {
      const built = await buildStale()
      if (built.length > 0) process.stdout.write(`Built: ${built.join(', ')}.\n`)
      if (built.length > 0 || !servers) await startServers()
    } catch (error) {
      process.stderr.write(`${error.message}\n`)
    }
  }
  isBusy = false
}

const startServers = async () => {
  await stopServers()
  servers = spawn(process.execPath, ['--enable-source-maps', join(root, 'build/web.js')], { stdio: 'inherit' })
  servers.once('exit', () => {
    servers = undefined
  })
}

const stopServers = async () => {
  const running = servers
  if (!running) return
  running.kill('SIGTERM')
  await new Promise((resolve) => running.once('exit', resolve))
}

for (const folder of watched.filter((name) => existsSync(join(root, name))))
  watch(join(root, folder), { recursive: true }, () => {
    isStale = true
    clearTimeout(timer)
    timer = setTimeout(restart, settleMs)
  })

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    people?.kill('SIGTERM')
    await stopServers()
    process.exit(0)
  })

await restart()
if (process.argv.includes('--people'))
  people = spawn(process.execPath, [join(root, 'scripts/people.mjs')], { stdio: 'inherit' })
