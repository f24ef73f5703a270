import { expect, it } from 'vitest'
import { openStorage } from '#account-api/start/storage'
import { filesIn, read } from '#tests/docs/documents'
import { folderForTest } from '#tests/fixtures/programs/own-folder'

/** Files that name stores, but call none of their methods. */
const callsNothing = /\/(storage|service|[\w-]+-store)\.ts$/

/** A store passed to code that uses another name for it. */
const alsoNamed: Record<string, string> = { clientSessions: 'ends' }

it('happy: the product calls every method of every store', async () => {
  const folder = folderForTest('stores')
  const storage = openStorage({ dataDir: folder.path })
  const stores = Object.entries(storage).filter(([, made]) => typeof made === 'object')
  await storage.close()
  const sources = filesIn('account-api', /\.ts$/)
    .filter((file) => !callsNothing.test(file))
    .map(read)
  const uncalled = stores.flatMap(([store, methods]) => {
    const names = `\\b(?:${store}|${alsoNamed[store] ?? store})\\b`
    const naming = sources.filter((source) => new RegExp(names).test(source))
    // A file that destructures a store calls the methods by name alone.
    const takesWhole = new RegExp(`${names}(?!\\s*\\??\\.)`)
    const isCalled = (method: string) =>
      naming.some((source) =>
        new RegExp(takesWhole.test(source) ? `\\b${method}\\b` : `${names}\\s*\\??\\.\\s*${method}\\b`).test(source),
      )
    return Object.keys(methods).flatMap((method) => (isCalled(method) ? [] : [`${store}.${method}`]))
  })
  expect(stores.length).toBeGreaterThan(60)
  expect(uncalled).toEqual([])
})
