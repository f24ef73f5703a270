import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freePort } from '#tests/fixtures/programs/free-port'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { childrenOf, lives } from '#tests/fixtures/programs/process-tree'
import { type Program, startProgram } from '#tests/fixtures/programs/program'
import { root } from '#tests/fixtures/programs/server'
import { eventually } from '#tests/fixtures/time/eventually'

const folder = ownFolder('npm-start')

/** Runs `npm start` until the web app is ready. */
const npmStart = async (name: string): Promise<Program> => {
  const port = await freePort()
  const settings = { PORT: String(port), ACCOUNT_API_PORT: String(await freePort()), DATA_DIR: join(folder.path, name) }
  const env = { PATH: process.env.PATH, HOME: folder.path, LOG_LEVEL: 'warn', ...settings }
  const npm = startProgram('npm', ['start'], { cwd: root, env })
  const isReady = async () => ((await fetch(`http://127.0.0.1:${port}/readyz`)).ok ? true : undefined)
  await eventually('the web app to be ready', isReady, { seconds: 60 }).catch((cause) => {
    throw new Error(`It said:\n${npm.said()}`, { cause })
  })
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
