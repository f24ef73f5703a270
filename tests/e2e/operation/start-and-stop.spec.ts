import { temporaryFolder } from '../../fixtures/programs/folder'
import { freePort } from '../../fixtures/programs/free-port'
import { childrenOf } from '../../fixtures/programs/process-tree'
import { startWebApp } from '../../fixtures/programs/server'
import { eventually } from '../../fixtures/time/eventually'
import { expect, bareTest as test } from '../journey'

test('error: when the account API dies, the web app ends with one line that says so', async () => {
  const folder = temporaryFolder('start')
  const web = await startWebApp({ DATA_DIR: folder.path, ACCOUNT_API_PORT: String(await freePort()) })
  const [api] = childrenOf(web.pid)
  if (api === undefined) throw new Error('The web app has no child')
  const before = web.said().length
  process.kill(api, 'SIGKILL')
  const code = await eventually('the web app to end', () => web.ended())
  expect(code).not.toBe(0)
  expect(web.said().slice(before)).toMatch(/account API/i)
  folder.remove()
})
