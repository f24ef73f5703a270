import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { printOf, toDisk } from '#account-api/custody/files'
import { type Manifest, parts, readManifest } from '#account-api/custody/manifest'
import { passphraseIn, type Secrets, secretsIn, unsealSecrets } from '#account-api/custody/secrets'
import { whyNoFile } from '#account-api/custody/why-no-file'
import { whyUnknown } from '#account-api/database/migrate'
import { migrations as ofThisBuild } from '#account-api/database/migrations/index'
import type { Migration } from '#account-api/database/migrations/migration'
import { postgresLimits } from '#account-api/database/postgres'
import { databaseState } from '#account-api/start/checks/database-state'
import { waitingOf } from '#account-api/start/checks/upgrade-check'
import { NotRun } from '#account-api/start/not-run'
import { whyNoServer } from '#account-api/start/why-no-database'
import type { KeyFile } from '#settings/files/secret-file'
import { checkEmpty, restoreIntoFolder } from './into-folder'
import { restoreIntoPostgres } from './into-postgres'

interface Options {
  /** A new folder, or the URL of an empty database. */
  into: string
  /** The new folder for the secrets of a deployment on PostgreSQL. */
  dataDir?: string | undefined
  passphraseFile?: string | undefined
  endsSessions?: boolean
  /** How long it may take to connect to PostgreSQL. */
  timeoutMs?: number
  now?: () => number
  /** Another build's migrations, for tests. */
  migrations?: Record<string, Migration>
}

/**
 * Makes a deployment from a backup, in an empty place. The backup, the place and the needed secrets are checked before
 * anything is written.
 * @returns the report for the operator
 * @throws NotRun
 */
export const restore = async (
  backup: string,
  { into, dataDir, passphraseFile, endsSessions = true, ...more }: Options,
): Promise<string> => {
  const { timeoutMs = postgresLimits.timeoutMs, now = Date.now, migrations = ofThisBuild } = more
  const manifest = readManifest(backup)
  const refusal = whyUnknown(manifest.migrations, migrations)
  if (refusal !== undefined) throw new NotRun(`not possible: ${refusal}.`)
  const isSqlite = manifest.database === 'SQLite'
  if (isSqlite === isUrl(into))
    throw new NotRun(
      `The backup is of ${manifest.database}, so --into has to name ${isSqlite ? 'a new folder' : 'an empty database, as postgres://…'}.`,
    )
  const folder = isSqlite ? resolve(into) : dataDir === undefined ? undefined : resolve(dataDir)
  if (folder === undefined && manifest.secrets.length > 0)
    throw new NotRun(
      `The backup has the secrets ${manifest.secrets.join(', ')}: name a new folder for them with --data-dir.`,
    )
  if (folder !== undefined) checkEmpty(folder)
  await checkWhole(backup, manifest)
  const secrets = readSecrets(backup, manifest, passphraseFile)
  const moment = { at: now(), endsSessions }
  const finish = () => (folder === undefined ? undefined : writeSecrets(folder, secrets))
  const done = isSqlite
    ? await restoreIntoFolder(resolve(into), { backup, manifest, moment, finish })
    : await restoreIntoPostgres(into, { backup, manifest, moment, timeoutMs }).catch((error: unknown) => {
        throw whyNoServer(error, '--into') ?? error
      })
  if (!isSqlite) finish()
  const there = isSqlite ? { DATA_DIR: resolve(into) } : { DATABASE_URL: into, DATA_DIR: folder ?? '' }
  const state = await databaseState({ ...there, DATABASE_TIMEOUT_MS: timeoutMs }, migrations)
  return told(manifest, { done, endsSessions, folder, isSqlite, waiting: waitingOf(state ?? { pending: [] }) })
}

const isUrl = (into: string): boolean => /^postgres(ql)?:\/\//.test(into)

/**
 * @throws NotRun for a file that is missing, cut off or changed
 */
const checkWhole = async (backup: string, { files }: Manifest): Promise<void> => {
  for (const [name, print] of Object.entries(files)) {
    const path = join(backup, name)
    const found = existsSync(path) ? await printOf(path) : undefined
    if (found?.bytes !== print.bytes || found.sha256 !== print.sha256)
      throw new NotRun(
        `${path} is not the file that was backed up: it is missing, damaged or changed. Take another backup.`,
      )
  }
}

const readSecrets = (backup: string, manifest: Manifest, passphraseFile: string | undefined): Secrets => {
  if (manifest.sealedBy === null) {
    const there = secretsIn(backup)
    return Object.fromEntries(manifest.secrets.map((name) => [name, there[name]]))
  }
  if (passphraseFile === undefined)
    throw new NotRun('The secrets of this backup are sealed: name the file of their passphrase with --passphrase-file.')
  return unsealSecrets(readFileSync(join(backup, parts.sealedSecrets), 'utf8'), passphraseIn(passphraseFile), manifest)
}

const writeSecrets = (folder: string, secrets: Secrets): void => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (const [name, text] of Object.entries(secrets) as [KeyFile, string][]) {
      writeFileSync(join(folder, name), text, { mode: 0o600, flag: 'wx' })
      toDisk(join(folder, name))
    }
    toDisk(folder)
  } catch (error) {
    throw whyNoFile(folder, error)
  }
}

interface Done {
  done: Record<string, bigint>
  endsSessions: boolean
  folder: string | undefined
  isSqlite: boolean
  waiting: string
}

const told = (manifest: Manifest, { done, endsSessions, folder, isSqlite, waiting }: Done): string => {
  const changed = Object.entries(done).flatMap(([table, rows]) => (rows > 0n ? `${table} ${rows}` : []))
  const needed = Object.entries(manifest.needs).map(([name, ids]) => `${name} (${ids.join(', ')})`)
  const names = [...(isSqlite ? [] : ['DATABASE_URL']), ...(folder === undefined ? [] : [`DATA_DIR=${folder}`])]
  const lines = [
    `Restored as at ${manifest.madeAt}. All sessions ${endsSessions ? 'have ended' : 'go on'}.`,
    `Ended or postponed, so that nothing becomes active again: ${changed.join(', ') || 'nothing'}.`,
    `At the start: ${waiting}`,
    ...(needed.length > 0 ? [`It needs the secrets from the time of the backup: ${needed.join(', ')}.`] : []),
    ...(folder === undefined ? [] : [`Give the folder to the user of the programs: chown -R butterfly: ${folder}`]),
    `Then start with ${names.join(' and ')}. If a key or the secret of a client was replaced since because it leaked, replace it again.`,
  ]
  return lines.join('\n')
}
