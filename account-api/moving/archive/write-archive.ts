import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { BadFile } from '#account-api/moving/bad-file'
import { type ArchivedTable, type ArchiveHead, archiveVersion, type Carried } from './archive-format'
import { type AnyDatabase, atOneMoment, carriedTables, migrationsOf, rowsIn } from './archive-store'
import { checkArchive } from './read-archive'
import { RowSum } from './row-sum'
import { sealStream } from './sealed-stream'

interface Writing {
  to: string
  /** Undefined: the archive is not sealed. */
  passphrase: string | undefined
  now: number
}

/**
 * Writes a whole deployment, at one moment, into a file that only its owner can read. The file gets its name only after
 * it was read back and found complete.
 * @throws BadFile when it cannot be written
 */
export const writeArchive = async (database: AnyDatabase, { to, passphrase, now }: Writing): Promise<Carried> => {
  const whole = `${to}.part`
  try {
    await rm(whole, { force: true })
    await atOneMoment(database, async (one) => {
      const lines = Readable.from(linesOf(one, now), { objectMode: false })
      const seal = async function* (bytes: AsyncIterable<Buffer>) {
        yield* passphrase === undefined ? bytes : sealStream(bytes, passphrase)
      }
      await pipeline(lines, createGzip(), seal, createWriteStream(whole, { mode: 0o600, flags: 'wx', flush: true }))
    })
    const carried = await checkArchive({ from: whole, passphrase })
    await rename(whole, to)
    return carried
  } catch (error) {
    await rm(whole, { force: true })
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error
    throw new BadFile(`${to} could not be written: ${(error as Error).message}`)
  }
}

/** Lines are passed on together, because each alone would cost more than its text. */
const flushedCharacters = 2 ** 16

const linesOf = async function* (database: AnyDatabase, now: number): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let waiting = ''
  let rows = 0
  const add = (line: string): void => {
    waiting += `${line}\n`
  }
  const flush = (): Buffer => {
    const bytes = Buffer.from(waiting)
    hash.update(bytes)
    waiting = ''
    return bytes
  }
  const tables = await carriedTables(database)
  const head: ArchiveHead = {
    format: 'butterfly-deployment',
    version: archiveVersion,
    madeAt: new Date(now).toISOString(),
    migrations: await migrationsOf(database),
    tables,
  }
  add(JSON.stringify(head))
  for (const table of tables) {
    add(JSON.stringify({ table: table.name }))
    const sum = new RowSum()
    for await (const line of rowLines(database, table)) {
      sum.add(line)
      add(line)
      if (waiting.length > flushedCharacters) yield flush()
    }
    add(JSON.stringify({ rows: sum.rows, sum: sum.sum }))
    rows += sum.rows
  }
  yield flush()
  yield Buffer.from(`${JSON.stringify({ end: true, rows, sha256: hash.digest('hex') })}\n`)
}

export const rowLines = async function* (database: AnyDatabase, table: ArchivedTable): AsyncGenerator<string> {
  for await (const rows of rowsIn(database, table)) for (const row of rows) yield JSON.stringify(row)
}
