import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { createPrivately } from '../../settings/files/private-files'
import { BadEnvironment, readSettings } from '../../settings/settings'
import { variables } from '../../settings/variables'
import { pictureRule } from '../accounts/pictures/kinds'
import { UnknownMigrations } from '../database/migrate'
import { DataInUse, lockData } from '../database/sqlite-lock'
import { type BoundCommand, fileNamedBy, findCommand, runOnFiles, usage } from '../operator/commands'
import type { Said } from '../operator/said'
import { checksUsage, runCheck } from './checks/checks'
import type { Checked } from './checks/finding'
import { type Environment, readEnvironment } from './env'
import { openService } from './open-service'
import { askAccountApi, NotRun } from './operator-client'
import { sqliteFile } from './storage'
import { whyNoDatabase } from './why-no-database'

/**
 * The operator's command line: `npm run admin -- …`, with the environment of the account API. A running account API
 * does the work. If none is running, the command opens the database itself.
 */
const run = async (words: string[]): Promise<number> => {
  const checked = await runCheck(words, process.env)
  if (checked) return leave(checked)
  const onFiles = await runOnFiles(words)
  if (onFiles) return say(onFiles)
  const fileName = fileNamedBy(words)
  const file = fileName === undefined ? undefined : await readUpTo(fileName, pictureRule.maxBytes + 1)
  const command = findCommand(words, file)
  if (!command) {
    process.stderr.write(usage + checksUsage)
    return 2
  }
  const { ACCOUNT_API_URL: given, ...place } = readSettings(
    variables.pick({
      ...{ ACCOUNT_API_URL: true, ACCOUNT_API_KEY: true, DEPLOYMENT: true },
      ...{ DATA_DIR: true, DATABASE_URL: true },
    }),
    process.env,
  )
  // Reading all settings would make a folder, and a key that nobody knows.
  if (place.ACCOUNT_API_KEY === undefined && !hasDatabase(place)) throw new NotRun(noDatabase(place))
  const env = readEnvironment(process.env)
  const url = given?.origin ?? `http://${hostToAsk(env.ACCOUNT_API_HOST)}:${env.ACCOUNT_API_PORT}`
  const [key = ''] = env.ACCOUNT_API_KEY
  const said =
    (await askAccountApi(url, { aid: env.ACCOUNT_API_AID, key }, words, file)) ?? (await runHere(env, url, command))
  return say(said)
}

/** Ends now: a server that never answers may still hold a connection of a check. */
const leave = ({ text, code }: Checked): Promise<never> =>
  new Promise(() => process.stdout.write(`${text}\n`, () => process.exit(code)))

const say = (said: Said): number => {
  const stream = said.ok ? process.stdout : process.stderr
  stream.write(`${said.text}\n`)
  return said.ok ? 0 : 1
}

/** Reads a file, up to a number of bytes. Endless files are read in the same way. */
const readUpTo = async (name: string, bytes: number): Promise<Buffer> => {
  try {
    return await buffer(createReadStream(name, { end: bytes - 1 }))
  } catch (error) {
    throw new NotRun(`${name} could not be read: ${(error as Error).message}`)
  }
}

/** The host to ask for an account API that listens on this host: one that listens everywhere listens here. */
const hostToAsk = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

type Place = Pick<Environment, 'DATA_DIR' | 'DATABASE_URL'>

/** A command works on the database of a deployment, and makes none. */
const hasDatabase = ({ DATA_DIR, DATABASE_URL }: Place): boolean =>
  DATABASE_URL !== undefined || existsSync(join(DATA_DIR, sqliteFile))

const noDatabase = ({ DATA_DIR }: Place): string =>
  `There is no database at ${join(DATA_DIR, sqliteFile)}, so nothing was done. Set DATA_DIR, DATABASE_URL or ` +
  'ACCOUNT_API_URL with ACCOUNT_API_KEY as the account API has them, or start it first.'

/** Runs a command on the database. With SQLite, it has to be the only process on the file. */
const runHere = async (env: Environment, url: string, command: BoundCommand): Promise<Said> => {
  if (!hasDatabase(env)) throw new NotRun(`No account API answers at ${url}. ${noDatabase(env)}`)
  const unlock = env.DATABASE_URL === undefined ? await lockHere(env.DATA_DIR, url) : undefined
  const { opened, service } = openService(env, pino({ level: 'silent' }))
  try {
    await opened.migrate().catch((error: unknown) => {
      throw whyNoDatabase(error, env)
    })
    return await command(service)
  } finally {
    await opened.close()
    unlock?.()
  }
}

const lockHere = (dataDir: string, url: string) =>
  lockData(dataDir, { waitMs: 0 }).catch((error: unknown) => {
    if (!(error instanceof DataInUse)) throw error
    throw new NotRun(
      `No account API answers at ${url}, but ${error.message} To have it run the command, set ACCOUNT_API_PORT or ACCOUNT_API_URL to where it listens.`,
    )
  })

createPrivately()
try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  const isTold = [BadEnvironment, UnknownMigrations, NotRun].some((told) => error instanceof told)
  process.stderr.write(`${isTold ? (error as Error).message : `nothing was done: ${String(error)}`}\n`)
  process.exitCode = 1
}
