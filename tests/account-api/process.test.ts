import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { databases } from '../fixtures/databases'
import { temporaryFolder } from '../fixtures/folder'
import { freePort } from '../fixtures/free-port'
import { startAccountApi } from '../fixtures/server'

describe.each(databases)('the account API as a process on $name', (database) => {
  it('happy: copies that start together on an empty database all become ready', async () => {
    const place = await database.open()
    const ports = await Promise.all([freePort(), freePort(), freePort()])
    const environment = (port: number) => ({
      ACCOUNT_API_PORT: String(port),
      DATA_DIR: place.dataDir,
      ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}),
    })
    const copies = await Promise.all(ports.map((port) => startAccountApi(environment(port))))
    const answers = await Promise.all(ports.map((port) => fetch(`http://127.0.0.1:${port}/readyz`)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await Promise.all(copies.map((copy) => copy.stop('SIGTERM')))).toEqual([0, 0, 0])
    await place.close()
  })
})

it('security: all that the account API writes is private, and a start names what others can open', async () => {
  const folder = temporaryFolder('modes')
  const started = async () => {
    const api = await startAccountApi({ ACCOUNT_API_PORT: String(await freePort()), DATA_DIR: folder.path })
    const names = readdirSync(folder.path)
    await api.stop('SIGTERM')
    return { said: api.said(), names }
  }
  const first = await started()
  expect(first.names).toContain('account-api-key')
  for (const name of readdirSync(folder.path))
    expect((statSync(join(folder.path, name)).mode & 0o777).toString(8), name).toBe('600')
  expect(first.said).not.toContain('chmod')
  chmodSync(join(folder.path, 'butterfly.db'), 0o644)
  const second = await started()
  expect(second.said).toContain(`chmod go= ${folder.path}/butterfly.db`)
  folder.remove()
})
