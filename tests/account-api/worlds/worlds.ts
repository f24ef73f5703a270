import { describe } from 'vitest'
import { databases } from '#tests/fixtures/databases/databases'
import { type World, worldOn } from './world'

export * from './world'

type Database = (typeof databases)[number]

/** Makes a `describe` with what is opened on each database, which the name of the group tells by `$name`. */
export const describeOn =
  <Opened>(open: (database: Database) => Opened) =>
  (name: string, tests: (opened: Opened, database: Database) => void): void =>
    describe.each(databases)(name, (database) => tests(open(database), database))

/** A group of tests with its own world, on each database. */
export const describeWorlds = describeOn<World>((database) => worldOn(database))

/** The same with a world that has other settings. */
export const describeWorldsWith = (otherwise: Parameters<typeof worldOn>[1]) =>
  describeOn<World>((database) => worldOn(database, otherwise))
