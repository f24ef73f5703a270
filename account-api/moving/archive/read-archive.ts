import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { BadFile } from '#account-api/moving/bad-file'
import {
  type ArchivedRow,
  type ArchivedTable,
  type ArchiveHead,
  archivedRow,
  archiveEnds,
  archiveHead,
  type Carried,
  type TableEnd,
  tableBegins,
  tableEnds,
} from './archive-format'
import { RowSum } from './row-sum'
import { openStream, sealedMark } from './sealed-stream'

interface Reading {
  from: string
  passphrase: string | undefined
}

/** The content of an archive, piece by piece. */
export type Piece =
  | { head: ArchiveHead }
  | { row: ArchivedRow; table: ArchivedTable }
  | { table: ArchivedTable; ended: TableEnd }

/**
 * The maximum length of a line. A row with a picture takes a third of it, and parsing that takes a tenth of a second.
 */
const mostCharacters = 2 ** 21

const changed = 'the archive was changed or cut'

/**
 * Reads an archive, and checks it against its own counts and hashes.
 * @throws BadFile for an incomplete archive, at the place where that shows
 */
export const readArchive = async function* (reading: Reading): AsyncGenerator<Piece> {
  const lines = linesIn(reading)
  const hash = createHash('sha256')
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next()
    if (done || value === undefined) throw new BadFile(changed)
    return value
  }
  const counted = async (): Promise<string> => {
    const line = await next()
    hash.update(`${line}\n`)
    return line
  }
  const head = archiveHead.safeParse(json(await counted()))
  if (!head.success)
    throw new BadFile('it is not an archive of a deployment, or it is from another version of Butterfly')
  yield { head: head.data }
  let rows = 0
  for (const table of head.data.tables) {
    if (parsed(tableBegins, await counted()).table !== table.name) throw new BadFile(changed)
    const sum = new RowSum()
    let line = await counted()
    for (; line.startsWith('['); line = await counted()) {
      const row = parsed(archivedRow, line)
      if (row.length !== table.columns.length) throw new BadFile(changed)
      sum.add(line)
      yield { row, table }
    }
    const ended = parsed(tableEnds, line)
    if (ended.rows !== sum.rows || ended.sum !== sum.sum) throw new BadFile(changed)
    rows += sum.rows
    yield { table, ended }
  }
  const end = parsed(archiveEnds, await next())
  if (end.rows !== rows || end.sha256 !== hash.digest('hex')) throw new BadFile(changed)
  if (!(await lines.next()).done) throw new BadFile(changed)
}

/**
 * Reads an archive to its end, and counts its content.
 * @throws BadFile for an incomplete archive
 */
export const checkArchive = async (reading: Reading): Promise<Carried & { head: ArchiveHead }> => {
  let head: ArchiveHead | undefined
  let rows = 0
  for await (const piece of readArchive(reading))
    if ('head' in piece) head = piece.head
    else if ('row' in piece) rows += 1
  if (!head) throw new BadFile(changed)
  return { head, tables: head.tables.length, rows }
}

const json = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

const parsed = <Read>(
  schema: { safeParse(value: unknown): { success: true; data: Read } | { success: false } },
  line: string,
): Read => {
  const read = schema.safeParse(json(line))
  if (!read.success) throw new BadFile(changed)
  return read.data
}

const linesIn = async function* ({ from, passphrase }: Reading): AsyncGenerator<string, undefined> {
  const file = createReadStream(from)
  const unzipped = createGunzip()
  const bytes = (async () => {
    for await (const chunk of opened(file, passphrase))
      if (!unzipped.write(chunk)) await new Promise((resolve) => unzipped.once('drain', resolve))
    unzipped.end()
  })()
  // A failure ends the reading below.
  bytes.catch((error: Error) => unzipped.destroy(error))
  try {
    // The parts of a line, each searched once, because a line may be as long as the whole file.
    let parts: string[] = []
    let length = 0
    for await (const chunk of unzipped.setEncoding('utf8') as AsyncIterable<string>) {
      const ends = chunk.split('\n')
      const rest = ends.pop() ?? ''
      for (const end of ends) {
        yield [...parts, end].join('')
        parts = []
        length = 0
      }
      parts.push(rest)
      length += rest.length
      if (length > mostCharacters) throw new BadFile(`${changed}: a line is longer than any that an export writes`)
    }
    if (length > 0) yield parts.join('')
    return undefined
  } catch (error) {
    throw reasonOf(error, from)
  } finally {
    file.destroy()
    unzipped.destroy()
  }
}

const reasonOf = (error: unknown, from: string): unknown => {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (code.startsWith('Z_')) return new BadFile(`${changed}, or it is not an archive`)
  return code.startsWith('E') ? new BadFile(`${from} could not be read: ${message}`) : error
}

const opened = async function* (file: AsyncIterable<Buffer>, passphrase: string | undefined): AsyncGenerator<Buffer> {
  const parts = file[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  for (let part = await parts.next(); !part.done; part = await parts.next()) {
    head = Buffer.concat([head, part.value])
    if (head.length >= sealedMark.length) break
  }
  const isSealed = head.subarray(0, sealedMark.length).equals(sealedMark)
  const rest = async function* (): AsyncGenerator<Buffer> {
    yield isSealed ? head.subarray(sealedMark.length) : head
    for (let part = await parts.next(); !part.done; part = await parts.next()) yield part.value
  }
  if (isSealed && passphrase === undefined) throw new BadFile('the archive is sealed: pass --passphrase-file')
  if (!isSealed && passphrase !== undefined) throw new BadFile('the archive is not sealed, and a passphrase was given')
  yield* isSealed ? openStream(rest(), passphrase ?? '') : rest()
}
