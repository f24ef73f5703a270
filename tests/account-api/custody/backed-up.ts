import { onTestFinished } from 'vitest'
import { runCustody } from '#account-api/custody/commands'
import { application, openWorld, type World } from '#tests/account-api/worlds/world'
import type { databases, OpenDatabase } from '#tests/fixtures/databases/databases'
import { temporaryFolder } from '#tests/fixtures/programs/folder'

type Database = (typeof databases)[number]

/** The account API’s environment for a database. */
export const environmentOf = ({ dataDir, databaseUrl }: OpenDatabase): Record<string, string> => ({
  ...{ DATA_DIR: dataDir, ACCOUNT_API_KEY: application.key },
  ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
})

/** Runs a command as an operator types it. */
export const custody = async (words: string[], environment: Record<string, string> = {}) => {
  const checked = await runCustody(words, environment)
  if (!checked) throw new Error(`nobody knows the command ${words.join(' ')}`)
  return checked
}

/** A world that can be backed up, with a folder for its backups. */
export const openBackedUp = async (database: Database) => {
  const folder = temporaryFolder('custody')
  const world = await openWorld(database)
  const places: OpenDatabase[] = []
  const { at } = folder
  let restores = 0
  /** An empty target, as the arguments of a restore name it. */
  const emptyPlace = async () => {
    const place = await database.open()
    places.push(place)
    const dataDir = at(`restored-${restores++}`)
    const words =
      place.databaseUrl === undefined ? ['--into', dataDir] : ['--into', place.databaseUrl, '--data-dir', dataDir]
    return { place: { ...place, dataDir }, words }
  }
  return {
    world,
    at,
    emptyPlace,
    backup: (words: string[], otherwise: Record<string, string> = {}) =>
      custody(['backup', ...words], { ...environmentOf(world.place), ...otherwise }),
    /** Restores a backup, and starts an account API on it until the test ends. */
    restored: async (name: string, words: string[] = []): Promise<{ said: string; world: World }> => {
      const { place, words: into } = await emptyPlace()
      const { text, code } = await custody(['restore', at(name), ...into, ...words])
      if (code !== 0) throw new Error(text)
      const there = { ...place, close: async () => undefined }
      const started = await openWorld({ openMigrated: async () => there })
      onTestFinished(() => started.close())
      return { said: text, world: started }
    },
    close: async () => {
      await world.close()
      for (const place of places) await place.close()
      folder.remove()
    },
  }
}
