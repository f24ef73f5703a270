import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStorage } from '#account-api/start/storage'
import { openWorld, type World } from '#tests/account-api/worlds/world'
import { type Postgres, startPostgres } from '#tests/fixtures/databases/postgres'
import { temporaryFolder } from '#tests/fixtures/programs/folder'
import { signInCodes, statusOf } from './qr-codes'

const folder = temporaryFolder('qr-crash')
let postgres: Postgres
let world: World
beforeAll(async () => {
  postgres = await startPostgres({ durable: true })
  const openMigrated = async () => {
    const { url, drop } = await postgres.createDatabase()
    const place = { dataDir: folder.path, databaseUrl: url }
    const storage = openStorage(place)
    await storage.migrate()
    await storage.close()
    return { ...place, close: drop }
  }
  world = await openWorld({ openMigrated })
})
afterAll(async () => {
  await world.close()
  await postgres.stop()
  folder.remove()
})

it('happy: confirmed QR codes are still confirmed after a kill -9 of PostgreSQL', async () => {
  const { confirmed } = signInCodes(world)
  const codes = [await confirmed(), await confirmed(), await confirmed(), await confirmed()]
  await postgres.kill()
  await postgres.restart()
  for (const code of codes) expect(await statusOf(code)).toBe('confirmed')
})
