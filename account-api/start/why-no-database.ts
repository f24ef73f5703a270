import { join } from 'node:path'
import { SharedSession } from '#account-api/database/migrate'
import { unreachable } from '#account-api/kernel/failures/unreachable'
import { isOfTls, reasonOf } from '#account-api/kernel/outside/not-accepted'
import { BadPostgresUrl } from '#settings/postgres-url'
import { BadEnvironment } from '#settings/settings'
import type { Environment } from './env'
import { sqliteFile } from './storage'

type Place = Partial<Pick<Environment, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATA_DIR'>>

/**
 * Why a database cannot be opened or migrated, as one line that names the variable or the file; any other error is
 * returned unchanged.
 * @param place where the database is: SQLite in `DATA_DIR`, unless there is a PostgreSQL URL
 */
export const whyNoDatabase = (error: unknown, { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR = '' }: Place): unknown => {
  if (DATABASE_URL === undefined) return whyNoFile(error, join(DATA_DIR, sqliteFile))
  const setting = DATABASE_DIRECT_URL === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
  return whyNoServer(error, setting) ?? error
}

/** Why PostgreSQL cannot be opened. Undefined for another error. */
export const whyNoServer = (error: unknown, setting = 'DATABASE_URL'): BadEnvironment | undefined => {
  if (error instanceof SharedSession) return new BadEnvironment(error.message)
  if (error instanceof BadPostgresUrl) return new BadEnvironment(`${setting} ${error.message}.`)
  // If several addresses were tried, an aggregate error has the error of each.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  const reason = reasonOf(first)
  const { message = '' } = first as { message?: string }
  const [, because] = meanings.find(([isMeant]) => isMeant(reason, message)) ?? []
  if (because === undefined && unreachable(error) === undefined) return undefined
  return new BadEnvironment(`${setting} has to name a database that can be opened (${reason}): ${because ?? silent}.`)
}

const silent = 'it gives no answer: check that the host and the port are right, and that it runs'

const code = (codes: RegExp) => (reason: string) => codes.test(reason)
const words = (said: RegExp) => (_reason: string, message: string) => said.test(message)

/** By SQLSTATE code, network error or TLS error. A server may say anything, so its words are never repeated. */
const meanings: [(reason: string, message: string) => boolean, string][] = [
  [
    words(/unsupported startup parameter/),
    'its pooler refuses statement_timeout: deploy/postgresql/pgbouncer.ini has the line that it needs',
  ],
  [
    words(/server does not support SSL/),
    'the server does not support TLS: enable it there, or end the address with ?sslmode=disable on a network that you trust',
  ],
  [
    words(/no encryption|SSL off/),
    'the server accepts this user by TLS alone: end the address with ?sslmode=verify-full',
  ],
  [words(/client certificate|certificate required/), 'the server requires a client certificate: sslcert and sslkey'],
  [words(/password must be a string/), 'the server requires a password, and the address has none'],
  [code(/^28/), 'the server refuses the user or the password'],
  [code(/^3D/), 'the server has no database of that name'],
  [code(/^3F/), 'the search path has no schema: create one, or set search_path'],
  [code(/^42501/), 'this user lacks rights there: make it the owner of the database and of its tables'],
  [code(/^25006/), 'the server takes no writes: name the primary'],
  [code(/^53300/), 'the server has no connection left: compare max_connections with copies × DATABASE_POOL_SIZE'],
  [code(/^53/), 'the server has no disk or memory left'],
  [code(/^57P/), 'the server is starting or stopping: try again later'],
  [
    isOfTls,
    'its certificate is not trusted: name its authority with sslrootcert, and its host as the certificate does',
  ],
  [code(/^(ENOTFOUND|EAI_AGAIN)/), 'its host has no address: correct it, or check that this machine can look it up'],
]

/** SQLite's words for its result codes 11, 26, 13 and 10 (sqlite.org/rescode.html). */
const whyNoFile = (error: unknown, file: string): unknown => {
  const { message } = error as { message?: string }
  if (/malformed|not a database/.test(message ?? ''))
    return new BadEnvironment(`${file} is damaged (${message}): put a backup in its place.`)
  if (/disk is full|disk I\/O error/.test(message ?? ''))
    return new BadEnvironment(`${file} cannot be written (${message}): check that the disk has room, and start again.`)
  return error
}
