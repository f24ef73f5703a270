import { createHash } from 'node:crypto'
import {
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { cpuOfPostgres } from '#bench/measuring/postgres-cpu'
import { fill, filledAt } from '#bench/seed/fill'
import type { ApiDatabase } from '#tests/fixtures/databases/look-into'
import { type Postgres, startPostgres } from '#tests/fixtures/databases/postgres'
import { memoryFolder } from '#tests/fixtures/programs/folder'
import { root } from '#tests/fixtures/programs/server'

/** The folder that keeps seeded databases for the next run. */
const cache = join(root, '.cache', 'growth')

/** The parameters that determine the rows of a seeded database. */
const sources = ['account-api/database/migrations', 'bench/seed']

/** Identifies the current schema and shares, so databases of other versions are not reused. */
const version = (): string => {
  const hash = createHash('sha256')
  for (const folder of sources)
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort()) {
      const path = join(root, folder, name)
      if (statSync(path).isFile()) hash.update(readFileSync(path))
    }
  return hash.digest('hex').slice(0, 12)
}

/** How much is seeded: accounts, and the members and invitations of one large organisation. */
export interface Amount {
  accounts: number
  members?: number
  invitations?: number
}

const seed = (amount: Amount) => ({ number: 1, ...amount, now: Date.now() })

const nameOf = ({ accounts, members, invitations }: Amount): string =>
  [accounts, members, invitations].filter((count) => count !== undefined).join('_')

/** A seeded database that a run may change. */
interface Copied {
  at: ApiDatabase
  now: number
  /** Removes the copy. Close the storage first. */
  remove(): Promise<void>
}

export interface Databases {
  name: 'SQLite' | 'PostgreSQL'
  /** A copy of a database of that size, which is seeded if it does not exist yet. */
  copyOf(amount: Amount): Promise<Copied>
  /** The CPU time of this process and of the database's so far, in ms. */
  cpuMs(): number
  stop(): Promise<void>
}

const cpuHereMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** The folder of this version of a kind. Folders of other versions are removed. */
const folderOf = (kind: string): string => {
  const [parent, name] = [join(cache, kind), version()]
  mkdirSync(join(parent, name), { recursive: true })
  for (const other of readdirSync(parent)) if (other !== name) rmSync(join(parent, other), { recursive: true })
  return join(parent, name)
}

/** Reads a file, so the system keeps it in memory, like the file of a database in use. A copy is only on the disk. */
const intoMemory = async (path: string): Promise<void> => {
  for await (const _ of createReadStream(path, { highWaterMark: 1024 * 1024 }));
}

/** A copy is kept in memory if it fits, because a disk's waits at commits are not growth. */
export const sqliteDatabases = async (): Promise<Databases> => {
  const folder = folderOf('sqlite')
  return {
    name: 'SQLite',
    copyOf: async (amount) => {
      const kept = join(folder, nameOf(amount))
      if (!existsSync(kept)) {
        const begun = `${kept}-begun`
        rmSync(begun, { recursive: true, force: true })
        await fill({ dataDir: begun }, seed(amount))
        renameSync(begun, kept)
      }
      const bytes = readdirSync(kept).reduce((sum, name) => sum + statSync(join(kept, name)).size, 0)
      const copy = memoryFolder('growth', 2 * bytes)
      cpSync(kept, copy.path, { recursive: true })
      for (const name of readdirSync(copy.path)) await intoMemory(join(copy.path, name))
      const at = { dataDir: copy.path }
      return {
        at,
        now: (await filledAt(at))?.now ?? 0,
        remove: async () => copy.remove(),
      }
    },
    cpuMs: cpuHereMs,
    stop: async () => undefined,
  }
}

export const postgresDatabases = async (): Promise<Databases> => {
  const folder = folderOf('postgres')
  const server = await startPostgres({ keptIn: folder })
  const cpuOfPostgresMs = cpuOfPostgres(folder)
  return {
    name: 'PostgreSQL',
    copyOf: async (amount) => {
      const name = `accounts_${nameOf(amount)}`
      const kept = { dataDir: folder, databaseUrl: urlOf(server, name) }
      await onServer(server, `create database ${name}`).catch((error: { code?: string }) => {
        const exists = '42P04'
        if (error.code !== exists) throw error
      })
      if (!(await filledAt(kept))) await fill(kept, seed(amount))
      const now = (await filledAt(kept))?.now ?? 0
      const copy = `${name}_copy`
      await onServer(server, `drop database if exists ${copy} with (force)`)
      await onServer(server, `create database ${copy} template ${name}`)
      const at = { dataDir: folder, databaseUrl: urlOf(server, copy) }
      await onServer(server, `checkpoint`)
      return { at, now, remove: () => onServer(server, `drop database ${copy} with (force)`) }
    },
    cpuMs: () => cpuHereMs() + cpuOfPostgresMs(),
    stop: server.stop,
  }
}

const urlOf = (server: Postgres, name: string): string => {
  const url = new URL(server.url)
  url.pathname = `/${name}`
  return url.href
}

const onServer = async ({ url }: Postgres, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
