import { expect } from 'vitest'
import { runCustody } from '#account-api/custody/commands'
import { environmentOf, type World, worldForTest, worldOn } from '#tests/account-api/worlds/world'
import { databaseForTest, type databases, type OpenDatabase } from '#tests/fixtures/databases/databases'
import { ownFolder } from '#tests/fixtures/programs/own-folder'

/** The target of a restore, as words of the command. */
export const intoOf = ({ databaseUrl, dataDir }: OpenDatabase): string[] =>
  databaseUrl === undefined ? ['--into', dataDir] : ['--into', databaseUrl, '--data-dir', dataDir]

/** Runs a command as an operator types it. */
export const custody = async (words: string[], environment: Record<string, string> = {}) => {
  const checked = await runCustody(words, environment)
  if (!checked) throw new Error(`nobody knows the command ${words.join(' ')}`)
  return checked
}

/** What a command answers that fails with these words. */
export const failing = (words: string) => ({ code: 1, text: expect.stringContaining(words) })

/** A world of a `describe` that can be backed up, with a folder for its backups. */
export const backedUp = (database: (typeof databases)[number]) => {
  const { at, file } = ownFolder('custody')
  const world = worldOn(database)
  let restores = 0
  /** An empty target of a restore. */
  const emptyPlace = async () => ({ ...(await databaseForTest(database.open)), dataDir: at(`restored-${restores++}`) })
  return {
    ...{ world, at, file, emptyPlace },
    backup: (words: string[], otherwise: Record<string, string> = {}) =>
      custody(['backup', ...words], { ...environmentOf(world.place), ...otherwise }),
    /** Restores a backup, and starts an account API on it until the test ends. */
    restored: async (name: string, words: string[] = []): Promise<{ said: string; world: World }> => {
      const place = await emptyPlace()
      const { text, code } = await custody(['restore', at(name), ...intoOf(place), ...words])
      if (code !== 0) throw new Error(text)
      const there = { ...place, close: async () => undefined }
      return { said: text, world: await worldForTest({ openMigrated: async () => there }) }
    },
  }
}
