import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { startEmbeddedApi } from '../../server/embedded-api'
import { temporaryFolder } from '../fixtures/programs/folder'
import { freePort } from '../fixtures/programs/free-port'
import { runProgram } from '../fixtures/programs/program'
import { root, startWebApp } from '../fixtures/programs/server'

const folder = temporaryFolder('process')
afterAll(() => folder.remove())

const secretModule = new URL('../../settings/files/secret-file.ts', import.meta.url).href

/** A script that runs in place of the account API. */
const script = (text: string): string => {
  const path = join(folder.path, `api-${Math.random()}.mjs`)
  writeFileSync(path, text)
  return path
}

it('happy: the web app starts the account API, answers, and stops both on SIGTERM', async () => {
  const accountApiPort = await freePort()
  const app = await startWebApp({ ACCOUNT_API_PORT: String(accountApiPort), DATA_DIR: join(folder.path, 'pair') })
  expect((await fetch(`http://127.0.0.1:${app.port}/login`)).status).toBe(200)
  expect((await fetch(`http://127.0.0.1:${accountApiPort}/readyz`)).status).toBe(200)
  expect(app.said()).toContain(`Butterfly is open at http://localhost:${app.port}`)
  expect(app.said()).toContain(`http://127.0.0.1:${accountApiPort}/outbox`)
  expect(await app.stop('SIGTERM')).toBe(0)
  await expect(fetch(`http://127.0.0.1:${accountApiPort}/readyz`)).rejects.toThrow()
})

it('error: an upload that does not end does not delay the stop', async () => {
  const app = await startWebApp({ ACCOUNT_API_PORT: String(await freePort()), DATA_DIR: join(folder.path, 'held up') })
  const form = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '1000000' }
  const headers = { ...form, expect: '100-continue' }
  const upload = request(`http://127.0.0.1:${app.port}/settings/avatar`, { method: 'POST', headers })
  upload.on('error', () => undefined)
  upload.flushHeaders()
  // The server has begun to read the body.
  await once(upload, 'continue')
  upload.write('--x\r\n')
  expect(await app.stop('SIGTERM')).toBe(0)
})

it('happy: copies that start together in one folder agree on their secrets', async () => {
  const directory = join(folder.path, 'shared')
  const program = `import(${JSON.stringify(secretModule)}).then(({ secretFile }) =>
    process.stdout.write(secretFile(${JSON.stringify(directory)}, 'session-secrets')))`
  const read = () => runProgram(process.execPath, ['--import', 'tsx', '-e', program], { cwd: root })
  const copies = await Promise.all(Array.from({ length: 6 }, read))
  expect(copies[0]).toEqual({ ended: 0, said: expect.stringMatching(/^[\w-]{43}$/) })
  expect(new Set(copies.map(({ said }) => said)).size).toBe(1)
})

it('error: an account API that exits, or never becomes ready, stops the start', async () => {
  const url = `http://127.0.0.1:${await freePort()}`
  const start = (entry: string, timeoutMs: number) =>
    startEmbeddedApi({ entry, url, environment: process.env, timeoutMs })
  await expect(start(script('process.exit(3)'), 20_000)).rejects.toThrow(
    'The account API did not start: it ended with code 3.',
  )
  await expect(start(script('setInterval(() => {}, 1000)'), 300)).rejects.toThrow(
    'The account API did not start: it was not ready after 0.3 seconds.',
  )
})

it('error: an account API that ignores SIGTERM is killed', async () => {
  const port = await freePort()
  const stubborn = script(
    `import { createServer } from 'node:http'
process.on('SIGTERM', () => {})
createServer((_request, response) => response.end()).listen(${port}, '127.0.0.1')`,
  )
  const api = await startEmbeddedApi({ entry: stubborn, url: `http://127.0.0.1:${port}`, environment: process.env })
  await api.stop({ graceMs: 200 })
  expect(await api.ended).toBeUndefined()
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow()
})
