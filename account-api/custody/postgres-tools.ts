import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { rootCertificates } from 'node:tls'
import { inOneLine } from '#account-api/start/checks/finding'
import { NotRun } from '#account-api/start/not-run'
import { type PostgresTls, readPostgresUrl } from '#settings/postgres-url'

/**
 * Runs a program of PostgreSQL on a database, with a connection like the product's. The parts of the URL are passed in
 * the environment, because every user of the machine can read the arguments of a command.
 * @returns its output
 * @throws NotRun with its last words
 */
export const runPostgresTool = async (
  tool: 'pg_dump' | 'pg_restore',
  words: readonly string[],
  databaseUrl?: string,
): Promise<string> => {
  const { variables, remove } = environmentOf(databaseUrl)
  try {
    return await run(tool, words, variables)
  } finally {
    remove()
  }
}

const run = async (tool: string, words: readonly string[], variables: Record<string, string>): Promise<string> => {
  // An empty name means PGDATABASE. Without one, pg_restore writes to stdout.
  const child = spawn(tool, [...words, ...('PGHOST' in variables ? ['--dbname='] : [])], {
    env: { ...process.env, LC_ALL: 'C', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | string>((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'))
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'))
  })
  const [said, warned, end] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (end === 0) return said
  if (end === 'ENOENT')
    throw new NotRun(
      `${tool} is not on this machine: install the client programs of PostgreSQL, of the version of the server or a ` +
        'newer one (Debian: postgresql-client), or use the backups of the database itself.',
    )
  if (end === 'SIGXFSZ' || /No space left|File too large|quota exceeded/i.test(warned))
    throw new NotRun(`The disk has no room left for what ${tool} writes: make room, and try again.`)
  const last = warned.trim().split('\n').at(-1) ?? ''
  throw new NotRun(inOneLine(`${tool} failed (${end}): ${last.replaceAll(variables.PGPASSWORD || '\0', '…')}`))
}

const modes: Record<PostgresTls, string> = {
  off: 'disable',
  unverified: 'require',
  authority: 'verify-ca',
  full: 'verify-full',
}

/** The variables of PostgreSQL's library (libpq, 34.15) for the parameters of a URL. */
const ofParameters = {
  ...{ sslrootcert: 'PGSSLROOTCERT', sslcert: 'PGSSLCERT', sslkey: 'PGSSLKEY' },
  ...{ sslnegotiation: 'PGSSLNEGOTIATION', channel_binding: 'PGCHANNELBINDING', connect_timeout: 'PGCONNECT_TIMEOUT' },
  ...{ application_name: 'PGAPPNAME', options: 'PGOPTIONS', client_encoding: 'PGCLIENTENCODING' },
} as const

const environmentOf = (databaseUrl?: string): { variables: Record<string, string>; remove(): void } => {
  if (databaseUrl === undefined) return { variables: {}, remove: () => undefined }
  const { host, port, user, password, database, tls, parameters } = readPostgresUrl(databaseUrl)
  const given = {
    PGHOST: host ?? process.env.PGHOST ?? 'localhost',
    ...{ PGPORT: port, PGUSER: user, PGPASSWORD: password, PGDATABASE: database ?? user },
    PGSSLMODE: tls && modes[tls],
    ...Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [ofParameters[name as keyof typeof ofParameters], value]),
    ),
  }
  const variables = Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  if (tls !== 'full' || (parameters.sslrootcert ?? 'system') !== 'system') return { variables, remove: () => undefined }
  const authorities = publicAuthorities()
  return { variables: { ...variables, PGSSLROOTCERT: authorities.path }, remove: authorities.remove }
}

/** The authorities that Node.js trusts, as a file, because versions of libpq before 16 have no built-in ones. */
const publicAuthorities = () => {
  const folder = mkdtempSync(join(tmpdir(), 'butterfly-authorities-'))
  const path = join(folder, 'authorities.pem')
  const { NODE_EXTRA_CA_CERTS: further } = process.env
  writeFileSync(path, [...rootCertificates, ...(further ? [readFileSync(further, 'utf8')] : [])].join('\n'))
  return { path, remove: () => rmSync(folder, { recursive: true }) }
}
