import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freePort } from '#tests/fixtures/programs/free-port'
import { listenOnLoopback, stopServer } from '#tests/fixtures/programs/loopback'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { childrenOf, lives } from '#tests/fixtures/programs/process-tree'
import { type Program, runProgram, startProgram } from '#tests/fixtures/programs/program'
import { ready, root, startWebApp } from '#tests/fixtures/programs/server'
import { eventually } from '#tests/fixtures/time/eventually'

const folder = ownFolder('process')

const secretModule = new URL('../../settings/files/secret-file.ts', import.meta.url).href

it('happy: both programs run in one process, which stops both on SIGTERM, even during an endless upload', async () => {
  const accountApiPort = await freePort()
  const app = await startWebApp({ ACCOUNT_API_PORT: String(accountApiPort), DATA_DIR: join(folder.path, 'pair') })
  expect((await fetch(`http://127.0.0.1:${app.port}/login`)).status).toBe(200)
  expect((await fetch(`http://127.0.0.1:${accountApiPort}/readyz`)).status).toBe(200)
  expect(app.said()).toContain(`Butterfly is open at http://localhost:${app.port}`)
  expect(app.said()).toContain(`http://127.0.0.1:${accountApiPort}/outbox`)
  expect(childrenOf(app.pid)).toEqual([])

  const form = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '1000000' }
  const headers = { ...form, expect: '100-continue' }
  const upload = request(`http://127.0.0.1:${app.port}/settings/avatar`, { method: 'POST', headers })
  upload.on('error', () => undefined)
  upload.flushHeaders()
  // The server has begun to read the body.
  await once(upload, 'continue')
  upload.write('--x\r\n')
  expect(await app.stop('SIGTERM')).toBe(0)
  await expect(fetch(`http://127.0.0.1:${accountApiPort}/readyz`)).rejects.toThrow()
})

it('happy: copies that start together in one folder agree on their secrets', async () => {
  const directory = join(folder.path, 'shared')
  const program = `import(${JSON.stringify(secretModule)}).then(({ secretFile }) =>
    process.stdout.write(secretFile(${JSON.stringify(directory)}, 'session-secrets')))`
  const read = () => runProgram(process.execPath, ['--import', 'tsx', '-e', program], { cwd: root })
  const copies = await Promise.all(Array.from({ length: 3 }, read))
  expect(copies[0]).toEqual({ ended: 0, said: expect.stringMatching(/^[\w-]{43}$/) })
  expect(new Set(copies.map(({ said }) => said)).size).toBe(1)
})

it('error: an account API that cannot listen aborts the start with a reason', async () => {
  const [port, taken] = [await freePort(), createServer()]
  const accountApiPort = await listenOnLoopback(taken)
  const env = {
    PATH: process.env.PATH,
    PORT: String(port),
    ACCOUNT_API_PORT: String(accountApiPort),
    DATA_DIR: join(folder.path, 'taken'),
  }
  const { ended, said } = await runProgram(process.execPath, [`${root}build/web.js`], { cwd: root, env })
  expect(ended).toBe(1)
  expect(said.trim().split('\n')).toEqual([`Port ${accountApiPort} is taken already: set ACCOUNT_API_PORT to another.`])
  await stopServer(taken)
})

/** Runs `npm start` until the web app is ready. */
const npmStart = async (name: string): Promise<Program> => {
  const port = await freePort()
  const settings = { PORT: String(port), ACCOUNT_API_PORT: String(await freePort()), DATA_DIR: join(folder.path, name) }
  const env = { PATH: process.env.PATH, HOME: folder.path, LOG_LEVEL: 'warn', ...settings }
  const npm = startProgram('npm', ['start'], { cwd: root, env })
  await ready(npm, port, 'npm start')
  return npm
}

/** The processes that a process has started, at any depth. */
const below = (pid: number): number[] => childrenOf(pid).flatMap((child) => [child, ...below(child)])

it.each([
  ['npm', 'SIGTERM'],
  ['npm', 'SIGINT'],
  ['npm', 'SIGHUP'],
  ['npm', 'SIGKILL'],
  ['the process that npm starts', 'SIGTERM'],
  ['the process that npm starts', 'SIGKILL'],
] as const)('happy: npm start: if %s gets %s, no server keeps running', async (receiver, signal) => {
  const npm = await npmStart(`${receiver} ${signal}`)
  const processes = below(npm.pid)
  expect(processes.length).toBeGreaterThanOrEqual(1)
  process.kill(receiver === 'npm' ? npm.pid : (processes[0] ?? 0), signal)
  await eventually('all processes to end', () => (processes.some(lives) ? undefined : true))
})
