import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { decoderCommand } from '#account-api/accounts/pictures/making/confinement'
import { decoding, decodingRule } from '#account-api/accounts/pictures/making/decoding'
import { photo } from '#tests/fixtures/pictures/picture-files'
import { temporaryFolder } from '#tests/fixtures/programs/folder'
import { listenOnLoopback } from '#tests/fixtures/programs/loopback'
import { root } from '#tests/fixtures/programs/server'

// The thief has found a picture that makes the decoder run their code, and wants the keys and the database of the
// account API, or a connection. The code runs where a decoder decodes: in its process, after it got the upload.

const size = { width: 64, height: 64 }
// Long enough for a busy machine.
const rule = { ...decodingRule, maxMs: 60_000, patienceMs: 60_000 }
const dataDir = temporaryFolder('intruder-data')
const script = `${root}.cache/intruder-${process.pid}.mjs`
const listener = createServer((socket) => socket.end())

/** What an intruder tries, and how each attempt ends: 'done', or the code of its error. */
const intruder = (port: number) => `
import { spawnSync } from 'node:child_process'
import { closeSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'
closeSync(3)
let upload = 0
for await (const bytes of process.stdin) upload += bytes.length
const attempt = (act) => {
  try {
    act()
    return 'done'
  } catch (error) {
    return error.code
  }
}
const folder = ${JSON.stringify(dataDir.path)}
const outcome = {
  upload,
  environment: Object.keys(process.env),
  key: attempt(() => readFileSync(folder + '/account-api-key')),
  database: attempt(() => readFileSync(folder + '/butterfly.sqlite')),
  list: attempt(() => readdirSync(folder)),
  settings: attempt(() => readFileSync('/proc/' + process.ppid + '/environ')),
  write: attempt(() => writeFileSync(folder + '/left-behind', 'x')),
  program: attempt(() => {
    const { error } = spawnSync('cat', [folder + '/account-api-key'])
    if (error) throw error
  }),
  network: await new Promise((end) => {
    const onError = (error) => end(error.code)
    try {
      connect(${port}, '127.0.0.1').once('connect', () => end('done')).once('error', onError)
    } catch (error) {
      onError(error)
    }
  }),
  thread: attempt(() => new Worker('1', { eval: true }).once('error', () => undefined)),
}
process.stdout.write(JSON.stringify(outcome), () => process.exit(0))
`

beforeAll(async () => {
  for (const name of ['account-api-key', 'butterfly.sqlite']) writeFileSync(join(dataDir.path, name), 'a secret')
  const port = await listenOnLoopback(listener)
  mkdirSync(`${root}.cache`, { recursive: true })
  writeFileSync(script, intruder(port))
})

afterAll(() => {
  listener.close()
  rmSync(script, { force: true })
  dataDir.remove()
})

const intrude = async (command: readonly [string, ...string[]]) => {
  const made = await decoding(command, rule)(await photo.gif(), size)
  if (!made.ok) throw new Error(made.reason)
  return JSON.parse(made.bytes.toString()) as Record<string, unknown>
}

it('security: script in the decoder reads no file of DATA_DIR and no setting, and starts nothing', async () => {
  const outcome = await intrude(decoderCommand(script))
  expect(outcome.upload).toBeGreaterThan(0)
  expect(outcome).toMatchObject({
    environment: ['NODE_ENV'],
    key: 'ERR_ACCESS_DENIED',
    database: 'ERR_ACCESS_DENIED',
    list: 'ERR_ACCESS_DENIED',
    settings: 'ERR_ACCESS_DENIED',
    write: 'ERR_ACCESS_DENIED',
    program: 'ERR_ACCESS_DENIED',
    thread: 'ERR_ACCESS_DENIED',
  })
})

// Native code calls the kernel directly. Script without a permission model stands in for it here, so only the kernel
// can stop it.
it('security: native code in the decoder opens no file, no program and no connection', async () => {
  expect(await intrude([process.execPath, script])).toMatchObject({
    environment: ['NODE_ENV'],
    key: 'EMFILE',
    database: 'EMFILE',
    list: 'EMFILE',
    settings: 'EMFILE',
    write: 'EMFILE',
    program: 'EMFILE',
    network: 'EMFILE',
  })
})

it('security: a picture that crashes its decoder does not affect the next one', async () => {
  const crashing = `const { closeSync, readSync } = require('node:fs')
closeSync(3)
const upload = Buffer.alloc(99)
const length = readSync(0, upload)
if (upload.includes('crash')) process.kill(process.pid, 'SIGSEGV')
else process.stdout.write(upload.subarray(0, length))`
  const make = decoding([process.execPath, '-e', crashing], rule)
  const uploads = ['first', 'crash', 'third', 'crash', 'fifth']
  const made = await Promise.all(uploads.map((upload) => make(Buffer.from(upload), size)))
  const damaged = { ok: false, reason: 'damaged' }
  const intact = (upload: string) => ({ ok: true, bytes: Buffer.from(upload) })
  expect(made).toEqual([intact('first'), damaged, intact('third'), damaged, intact('fifth')])
})
