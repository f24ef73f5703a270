import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { Kysely } from 'kysely'
import { failed, type Said } from '#account-api/command-line/said'
import { migrationDialect, postgresLimits } from '#account-api/database/postgres'
import { sqliteDialect, sqliteReader } from '#account-api/database/sqlite'
import type { AnyDatabase } from '#account-api/moving/archive/archive-store'
import { takeArchive } from '#account-api/moving/archive/take-archive'
import { writeArchive } from '#account-api/moving/archive/write-archive'
import { BadFile } from '#account-api/moving/bad-file'
import { csvPeople } from '#account-api/moving/people/csv/csv-people'
import { type Imported, importPeople } from '#account-api/moving/people/import-people'
import { keycloakPeople } from '#account-api/moving/people/keycloak/keycloak-people'
import { type DatabasePlace, databaseState, placeIn, sqlitePath } from '#account-api/start/checks/database-state'
import { readEnvironment } from '#account-api/start/env'
import { lockHere, noDatabase, onDatabase } from '#account-api/start/here'
import { NotRun } from '#account-api/start/not-run'
import { openStorage } from '#account-api/start/storage'
import { whyNoDatabase } from '#account-api/start/why-no-database'
import type { Source } from '#settings/names'

export const movingUsage = `npm run admin -- people import <file> [--format csv|keycloak] [--source <name>] [--reason <text>] [--dry-run]
                                                             imports people from another system (docs/operators/moving.md)
npm run admin -- deployment export <file> [--passphrase-file <file>]
                                                             writes a whole deployment into one archive, even a running one
npm run admin -- deployment import <file> [--passphrase-file <file>]
                                                             loads an archive into an empty database of the same version
`

type Moving = (source: Source) => Promise<Said>

/**
 * Finds a command that moves people or a deployment. It runs at the database itself, because its files are large.
 * Undefined for other words.
 */
export const findMoving = ([subject, verb, file, ...rest]: readonly string[]): Moving | undefined => {
  const make = makers[`${subject} ${verb}`]
  if (!make || file === undefined || file.startsWith('--')) return undefined
  const moving = make(file, rest)
  return (
    moving &&
    ((source) =>
      moving(source).catch((error: unknown) => {
        if (error instanceof BadFile) return failed(`Nothing more was done: ${error.message}.`)
        throw error
      }))
  )
}

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>

/** Undefined for unknown options. */
const optionsIn = <Known extends Options>(args: string[], options: Known) => {
  try {
    return parseArgs({ args, options, strict: true }).values
  } catch {
    return undefined
  }
}

const sealing = { 'passphrase-file': { type: 'string' } } as const

const makers: Record<string, (file: string, rest: string[]) => Moving | undefined> = {
  'people import': (file, rest) => {
    const options = optionsIn(rest, {
      ...{ format: { type: 'string' }, source: { type: 'string' } },
      ...{ reason: { type: 'string' }, 'dry-run': { type: 'boolean' } },
    } as const)
    const format = options?.format ?? (file.endsWith('.json') ? 'keycloak' : 'csv')
    if (!options || !(format === 'csv' || format === 'keycloak')) return undefined
    const { source: name = format, reason, 'dry-run': isDryRun = false } = options
    return (source) => takePeople(source, { file, format, name, reason, isDryRun })
  },
  'deployment export': (file, rest) => {
    const options = optionsIn(rest, sealing)
    return options && ((source) => exportTo(source, file, options['passphrase-file']))
  },
  'deployment import': (file, rest) => {
    const options = optionsIn(rest, sealing)
    return options && ((source) => importFrom(source, file, options['passphrase-file']))
  },
}

const readers = { csv: csvPeople, keycloak: keycloakPeople }

interface TakingPeople {
  file: string
  format: keyof typeof readers
  name: string
  reason: string | undefined
  isDryRun: boolean
}

/** PostgreSQL allows it next to a running account API. */
const takePeople = async (source: Source, { file, format, name, reason, isDryRun }: TakingPeople): Promise<Said> => {
  await refuseOtherVersion(placeIn(source))
  const whyInUse = (inUse: string) => `${inUse} An import of people needs the file for itself.`
  const imported = await onDatabase({ env: readEnvironment(source), whyInUse }, (service) =>
    importPeople(service, {
      people: readers[format](file),
      source: name,
      suspendedReason: reason,
      isDryRun,
      print: (line) => process.stdout.write(`${line}\n`),
    }),
  )
  return { ok: true, text: summary(imported, isDryRun) }
}

const mostReasons = 30

/** The reasons, the most frequent first. */
const reasonLines = ({ reasons }: Imported): string[] => {
  const all = [...reasons].sort(([, one], [, other]) => other - one)
  const rest = all.slice(mostReasons).reduce((sum, [, count]) => sum + count, 0)
  const shown = all.slice(0, mostReasons).map(([reason, count]) => `${count} × ${reason}.`)
  return rest === 0 ? shown : [...shown, `${rest} × another reason.`]
}

const summary = (imported: Imported, isDryRun: boolean): string =>
  [...reasonLines(imported), countsOf(imported, isDryRun)].join('\n')

const countsOf = ({ lines, taken, notWhole, known, signedIn, refused }: Imported, isDryRun: boolean): string =>
  [
    `${lines} people are in the file.`,
    `${taken} ${isDryRun ? 'would be imported' : 'were imported'}, ${notWhole} of them without a part that is listed.`,
    `${known} were imported before, ${signedIn} of them at their own sign-in. ${refused} are refused.`,
    ...(isDryRun ? ['Nothing was changed.'] : []),
  ].join(' ')

const exportTo = async (source: Source, to: string, passphraseFile: string | undefined): Promise<Said> => {
  const place = placeIn(source)
  const passphrase = await passphraseIn(passphraseFile)
  await refuseOtherVersion(place)
  const carried = await using(
    place.DATABASE_URL === undefined
      ? sqliteReader(sqlitePath(place))
      : migrationDialect(place.DATABASE_URL, place.DATABASE_TIMEOUT_MS),
    (database) => writeArchive(database, { to, passphrase, now: Date.now() }),
  )
  const sealed = passphrase === undefined ? 'It is not sealed: keep it as you keep the database.' : 'It is sealed.'
  return {
    ok: true,
    text: `${to} has ${carried.rows} rows of ${carried.tables} tables, and was read back. ${sealed} The secrets of the settings are not in it.`,
  }
}

/** No migration runs: a dry run changes nothing, and an archive has the schema of this build. */
const refuseOtherVersion = async (place: DatabasePlace): Promise<void> => {
  const state = await databaseState(place)
  if (state === undefined || state.isNew) throw new NotRun(noDatabase(place))
  if (state.refusal !== undefined) throw new NotRun(`Nothing was done: ${state.refusal}.`)
  if (state.pending.length > 0)
    throw new NotRun('Nothing was done: the database is of an older version. Start this version once before.')
}

const importFrom = async (source: Source, from: string, passphraseFile: string | undefined): Promise<Said> => {
  const place = placeIn(source)
  const passphrase = await passphraseIn(passphraseFile)
  const { DATABASE_URL: url, DATABASE_TIMEOUT_MS: timeoutMs, DATA_DIR: dataDir } = place
  const whyInUse = (inUse: string) => `${inUse} A deployment is imported before anything is started.`
  const unlock = url === undefined ? await lockHere(dataDir, whyInUse) : undefined
  try {
    const storage = openStorage({ databaseUrl: url, dataDir, postgresLimits: { ...postgresLimits, timeoutMs } })
    await storage
      .migrate()
      .catch((error: unknown) => {
        throw whyNoDatabase(error, place)
      })
      .finally(() => storage.close())
    const carried = await using(
      url === undefined ? sqliteDialect(sqlitePath(place)) : migrationDialect(url, timeoutMs),
      (database) => takeArchive(database, { from, passphrase }),
    )
    return {
      ok: true,
      text: `The database has ${carried.rows} rows of ${carried.tables} tables, as in the archive. Start with the secrets of the other deployment.`,
    }
  } finally {
    unlock?.()
  }
}

const using = async <Result>(
  dialect: ReturnType<typeof sqliteReader> | ReturnType<typeof migrationDialect>,
  work: (database: AnyDatabase) => Promise<Result>,
): Promise<Result> => {
  const database: AnyDatabase = new Kysely({ dialect })
  try {
    return await work(database)
  } finally {
    await database.destroy()
  }
}

/** Anyone who has the archive can try passphrases as often as they like. */
const leastCharacters = 16

/**
 * Reads the passphrase of an archive from the first line of a file, because all users of a machine can see the
 * arguments of a command. Undefined: no file is named.
 * @throws NotRun
 */
const passphraseIn = async (path: string | undefined): Promise<string | undefined> => {
  if (path === undefined) return undefined
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new NotRun(`${path} could not be read: ${(error as Error).message}`)
  })
  const [passphrase = ''] = text.split(/\r?\n/, 1)
  if ([...passphrase].length >= leastCharacters) return passphrase
  throw new NotRun(`The first line of ${path} has to be a passphrase of ${leastCharacters} characters or more.`)
}
