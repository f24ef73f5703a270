import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { printOf, toDisk } from '#account-api/custody/files'
import { type Manifest, manifestIn, newestOf, parts } from '#account-api/custody/manifest'
import { passphraseIn, sealSecrets, secretsIn } from '#account-api/custody/secrets'
import { whyNoFile } from '#account-api/custody/why-no-file'
import { days } from '#account-api/kernel/time'
import { NotRun } from '#account-api/start/not-run'
import { whyNoServer } from '#account-api/start/why-no-database'
import { keyIdOf } from '#account-api/verification/authenticators/secret'
import { pepperIdOf } from '#account-api/verification/hashing/pepper'
import type { Source } from '#settings/names'
import { judgeSettings, readSettings } from '#settings/settings'
import { variables } from '#settings/variables'
import { copySqlite, fileIn } from './copy-sqlite'
import { dumpPostgres } from './dump-postgres'

/** Where a backup is written: into a folder that it creates, or into a new one in a folder of backups. */
export type Destination = { folder: string } | { in: string; keep?: number | undefined }

interface Options {
  to: Destination
  passphraseFile?: string | undefined
  now?: () => number
}

/** Only the web app has SESSION_SECRETS, so they may be missing here. */
const placeOf = (source: Source) => ({
  ...readSettings(
    variables.pick({
      ...({ DEPLOYMENT: true, DATA_DIR: true, DATABASE_URL: true, DATABASE_TIMEOUT_MS: true } as const),
      ...({ ACCOUNT_API_KEY: true, PASSWORD_PEPPERS: true } as const),
    }),
    source,
  ),
  SESSION_SECRETS: judgeSettings(variables.pick({ DEPLOYMENT: true, SESSION_SECRETS: true }), source).read
    .SESSION_SECRETS,
})

type Place = ReturnType<typeof placeOf>

/**
 * Backs up a running deployment. An unfinished backup has another name, so every folder with the name of a backup is
 * complete. Nothing is overwritten.
 * @returns the report for the operator
 * @throws NotRun
 */
export const backup = async (source: Source, { to, passphraseFile, now = Date.now }: Options): Promise<string> => {
  const place = placeOf(source)
  const passphrase = passphraseFile === undefined ? undefined : passphraseIn(passphraseFile)
  const madeAt = new Date(now())
  const folder = resolve('folder' in to ? to.folder : join(to.in, nameAt(madeAt)))
  if (existsSync(folder))
    throw new NotRun(`${folder} exists already, and a backup overwrites nothing: name a new folder.`)
  // Before any folder is made.
  if (place.DATABASE_URL === undefined) fileIn(place.DATA_DIR)
  const writing = `${folder}${unfinished}`
  makeFolder(writing)
  try {
    const manifest = await write(place, { writing, passphrase, madeAt: madeAt.toISOString() })
    toDisk(writing)
    renameSync(writing, folder)
    toDisk(dirname(folder))
    const removed = 'in' in to && to.keep !== undefined ? removeOld(to.in, { keep: to.keep, at: now() }) : []
    return told(folder, manifest, removed)
  } catch (error) {
    rmSync(writing, { recursive: true, force: true })
    throw error instanceof NotRun ? error : (whyNoServer(error) ?? whyNoFile(writing, error))
  }
}

/** Two backups never write into one folder. */
const makeFolder = (writing: string): void => {
  try {
    mkdirSync(dirname(writing), { recursive: true, mode: 0o700 })
  } catch (error) {
    throw whyNoFile(dirname(writing), error)
  }
  try {
    mkdirSync(writing, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw whyNoFile(writing, error)
    throw new NotRun(`${writing} exists: another backup is running, or one was interrupted. Remove it when none runs.`)
  }
}

const write = async (
  place: Place,
  { writing, passphrase, madeAt }: { writing: string; passphrase: string | undefined; madeAt: string },
): Promise<Manifest> => {
  const isSqlite = place.DATABASE_URL === undefined
  const database = isSqlite ? parts.sqlite : parts.postgres
  const contents =
    place.DATABASE_URL === undefined
      ? await copySqlite(place.DATA_DIR, join(writing, database))
      : await dumpPostgres(place.DATABASE_URL, join(writing, database), place.DATABASE_TIMEOUT_MS)
  if (contents.migrations.length === 0) throw new NotRun('No migration has run in this database: it is empty.')
  const secrets = secretsIn(place.DATA_DIR)
  const names = Object.keys(secrets) as Manifest['secrets']
  const sealed = passphrase === undefined || names.length === 0 ? undefined : sealSecrets(secrets, passphrase, madeAt)
  const texts = sealed ? { [parts.sealedSecrets]: sealed.text } : secrets
  for (const [name, text] of Object.entries(texts)) writePrivately(join(writing, name), text)
  const files: Manifest['files'] = {}
  for (const name of [database, ...(Object.keys(texts) as (keyof Manifest['files'])[])])
    files[name] = await printOf(join(writing, name))
  const manifest: Manifest = {
    ...{ product: 'butterfly backup', format: 1, madeAt, database: isSqlite ? 'SQLite' : 'PostgreSQL' },
    ...{ files, ...contents, secrets: names, sealedBy: sealed?.by ?? null, needs: needsOf(place) },
  }
  writePrivately(join(writing, parts.manifest), `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

const writePrivately = (path: string, text: string): void => {
  writeFileSync(path, text, { mode: 0o600, flag: 'wx' })
  toDisk(path)
}

/** The ids reveal nothing about the secrets. At the restore they show whether the secrets are the same. */
const needsOf = ({
  ACCOUNT_API_KEY: keys,
  SESSION_SECRETS: secrets,
  PASSWORD_PEPPERS: peppers,
}: Place): Manifest['needs'] => ({
  ...(keys && { ACCOUNT_API_KEY: keys.map(keyIdOf) }),
  ...(secrets && { SESSION_SECRETS: secrets.map(keyIdOf) }),
  ...(peppers.all.length > 0 && { PASSWORD_PEPPERS: peppers.all.map(pepperIdOf) }),
})

const told = (folder: string, manifest: Manifest, removed: readonly string[]): string => {
  const { files, rows, secrets, sealedBy, needs } = manifest
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0)
  const count = Object.values(rows).reduce((sum, each) => sum + each, 0)
  const needed = Object.keys(needs)
  const lines = [
    `${folder} is complete: ${count} rows in ${Object.keys(rows).length} tables of ${manifest.database}, ${bytes} bytes, up to the migration ${newestOf(manifest)}.`,
    secrets.length > 0
      ? `It has the secrets ${secrets.join(', ')}, ${sealedBy ? 'sealed: keep the passphrase apart from it' : 'not sealed'}. The database is not sealed: keep it as private as the deployment.`
      : 'It has no secrets. Keep it as private as the deployment.',
    ...(needed.length > 0
      ? [`It is useless without ${needed.join(', ')}, as set today. Keep a copy of each value apart from it.`]
      : []),
    ...(removed.length > 0 ? [`Removed: ${removed.join(', ')}.`] : []),
  ]
  return lines.join('\n')
}

/** The name of a backup at this time, such as `butterfly-2026-11-26T031500Z`. Names sort by time. */
const nameAt = (madeAt: Date): string => `butterfly-${madeAt.toISOString().replace(/:|\.\d+/g, '')}`

const whole = /^butterfly-\d{4}-\d\d-\d\dT\d{6}Z$/

/** The end of the name of an unfinished backup. */
const unfinished = '.unfinished'

/** An unfinished backup of this age was interrupted. */
const cutOffAfterMs = days(1)

/**
 * Removes all but the newest backups of a folder, and interrupted ones. It removes no other folders or files, whatever
 * their names are.
 * @returns the names of the removed backups
 */
const removeOld = (folder: string, { keep, at }: { keep: number; at: number }): string[] => {
  const folders = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? entry.name : [],
  )
  const backups = folders.filter((name) => whole.test(name) && manifestIn(join(folder, name))).sort()
  const cutOff = folders.filter(
    (name) =>
      name.endsWith(unfinished) &&
      whole.test(name.slice(0, -unfinished.length)) &&
      lstatSync(join(folder, name)).mtimeMs < at - cutOffAfterMs,
  )
  const old = [...backups.slice(0, Math.max(0, backups.length - keep)), ...cutOff]
  for (const name of old) rmSync(join(folder, name), { recursive: true })
  return old
}
