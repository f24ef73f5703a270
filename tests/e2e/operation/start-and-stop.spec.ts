import { statSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '../../fixtures/eventually'
import { temporaryFolder } from '../../fixtures/folder'
import { freePort } from '../../fixtures/free-port'
import { childrenOf } from '../../fixtures/process-tree'
import { startWebApp } from '../../fixtures/server'
import { expect, bareTest as test } from '../journey'

const startBoth = async () => {
  const folder = temporaryFolder('start')
  const accountApiPort = await freePort()
  const web = await startWebApp({ DATA_DIR: folder.path, ACCOUNT_API_PORT: String(accountApiPort) })
  return { folder, accountApiPort, web }
}

const isUp = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

test('happy: both halves start together, say that they are alive and ready, and stop together', async () => {
  const { folder, accountApiPort, web } = await startBoth()
  for (const port of [web.port, accountApiPort])
    for (const path of ['/healthz', '/readyz'])
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(200)
  expect(await web.stop('SIGTERM')).toBe(0)
  expect([await isUp(web.port), await isUp(accountApiPort)]).toEqual([false, false])
  folder.remove()
})

test('security: generated secrets can be read by their owner alone', async () => {
  const { folder, web } = await startBoth()
  await fetch(`http://127.0.0.1:${web.port}/login`)
  for (const name of ['session-secrets', 'account-api-key'])
    expect((statSync(join(folder.path, name)).mode & 0o777).toString(8)).toBe('600')
  await web.stop()
  folder.remove()
})

test('error: when the account API dies, the web app ends with one line that says so', async () => {
  const { folder, web } = await startBoth()
  const [api] = childrenOf(web.pid)
  if (api === undefined) throw new Error('The web app has no child')
  const before = web.said().length
  process.kill(api, 'SIGKILL')
  const code = await eventually('the web app to end', () => web.ended())
  expect(code).not.toBe(0)
  expect(web.said().slice(before)).toMatch(/account API/i)
  folder.remove()
})

test('error: a bad setting stops the start with one line that names it', async () => {
  for (const [name, value] of [
    ['PORT', 'many'],
    ['PUBLIC_URL', 'not a url'],
    ['DATABASE_URL', 'mysql://x'],
    ['DEPLOYMENT', 'space'],
    ['LOG_LEVEL', 'loud'],
  ] as const) {
    const folder = temporaryFolder('bad-setting')
    const started = startWebApp({
      DATA_DIR: folder.path,
      ACCOUNT_API_PORT: String(await freePort()),
      [name]: value,
    })
    await expect(started).rejects.toThrow(name)
    folder.remove()
  }
})
