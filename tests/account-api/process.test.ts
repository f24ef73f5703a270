import { describe, expect, it } from 'vitest'
import { databases } from '../fixtures/databases'
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
