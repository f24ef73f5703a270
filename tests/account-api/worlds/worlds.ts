import { describe } from 'vitest'
import { databases } from '#tests/fixtures/databases/databases'
import { type World, worldOn } from './world'

export * from './world'

type Database = (typeof databases)[number]

/** Makes a `describe` that opens something on each database. The group’s name shows the database by `$name`. */
export const describeOn =
  <Opened>(open: (database: Database) => Opened) =>
  (name: string, tests: (opened: Opened, database: Database) => void): void =>
    describe.each(databases)(name, (database) => tests(open(database), database))

/** A group of tests with its own world, on each database. */
export const describeWorlds = describeOn<World>((database) => worldOn(database))

/** A group of tests whose world has other settings, on each database. */
export const describeWorldsWith = (otherwise: Parameters<typeof worldOn>[1]) =>
  describeOn<World>((database) => worldOn(database, otherwise))
