import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { inOneLine } from '../checks/finding'
import { NotRun } from '../not-run'

/**
 * Runs a program of PostgreSQL on a database. The password goes by the environment: every user of the machine can read
 * the words of a command.
 * @returns what it printed
 * @throws NotRun with its last words
 */
export const runPostgresTool = async (
  tool: 'pg_dump' | 'pg_restore',
  words: readonly string[],
  databaseUrl?: string,
): Promise<string> => {
  const { url, password } = withoutPassword(databaseUrl)
  const child = spawn(tool, [...words, ...(url === undefined ? [] : [`--dbname=${url}`])], {
    env: { ...process.env, LC_ALL: 'C', ...(password !== undefined && { PGPASSWORD: password }) },
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
  throw new NotRun(inOneLine(`${tool} failed (${end}): ${last.replaceAll(password || '\0', '…')}`))
}

const withoutPassword = (databaseUrl?: string): { url?: string; password?: string } => {
  if (databaseUrl === undefined) return {}
  const url = new URL(databaseUrl)
  if (url.password === '') return { url: url.href }
  const password = decodeURIComponent(url.password)
  url.password = ''
  return { url: url.href, password }
}
