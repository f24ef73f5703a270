import { createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { BadBreachedList } from './breached-list'
import {
  entriesAt,
  entryBytes,
  headerBytes,
  magic,
  manyEntries,
  offsetBytes,
  type PrefixLength,
  placeOf,
  prefixesOf,
} from './list-format'

interface Making {
  /**
   * A text file with one line per hash: a SHA-1 hash in hexadecimal digits, in order, with a colon and how often it was
   * seen.
   */
  from: string
  to: string
  /** Leaves out passwords that were seen less often. A line without a number counts as seen once. */
  atLeast: number
  /** From this number of lines on, prefixes have three bytes. */
  manyLines?: number
}

/** A line has at least 41 characters. */
const lineBytes = 41
const flushedBytes = 1 << 20

/**
 * Makes a file of breached passwords from published hashes. It reads them once, keeps only the prefixes in memory, and
 * gives the file its name when it is complete.
 * @returns how many lines it read, and how many entries the list has
 * @throws BadBreachedList for a line that is not a hash, or out of order
 */
export const makeBreachedList = async ({
  from,
  to,
  atLeast,
  manyLines = manyEntries,
}: Making): Promise<{ lines: number; entries: number }> => {
  const input = await open(from, 'r').catch((error: unknown) => {
    throw new BadBreachedList(`${from} could not be read: ${(error as Error).message}`)
  })
  const { size } = await input.stat().finally(() => input.close())
  const length: PrefixLength = size / lineBytes < manyLines ? 2 : 3
  const whole = `${to}.part`
  const file = await open(whole, 'w', 0o644).catch((error: unknown) => {
    throw new BadBreachedList(`${to} could not be written: ${(error as Error).message}`)
  })
  try {
    const counted = await write({ from, atLeast, length }, (bytes, position) =>
      file.write(bytes, 0, bytes.length, position),
    )
    await file.sync()
    await file.close()
    await rename(whole, to)
    return counted
  } catch (error) {
    await file.close()
    await rm(whole, { force: true })
    throw error
  }
}

type Write = (bytes: Buffer, position: number) => Promise<unknown>

const write = async (
  { from, atLeast, length }: { from: string; atLeast: number; length: PrefixLength },
  put: Write,
): Promise<{ lines: number; entries: number }> => {
  const offsets = Buffer.alloc((prefixesOf(length) + 1) * offsetBytes)
  const waiting = Buffer.alloc(flushedBytes - (flushedBytes % entryBytes))
  let [filled, written, entries, lines, nextPrefix] = [0, 0, 0, 0, 0]
  let last = { prefix: -1, entry: -1 }
  const flush = async () => {
    await put(waiting.subarray(0, filled), entriesAt(length) + written)
    written += filled
    filled = 0
  }
  for await (const line of createInterface({ input: createReadStream(from), crlfDelay: Number.POSITIVE_INFINITY })) {
    lines += 1
    const { hash, seen } = readLine(line, lines)
    const place = placeOf(hash, length)
    if (place.prefix < last.prefix || (place.prefix === last.prefix && place.entry < last.entry))
      throw new BadBreachedList(`line ${lines} is out of order: use the list that is ordered by hash`)
    const isTwice = place.prefix === last.prefix && place.entry === last.entry
    if (seen < atLeast || isTwice) continue
    last = place
    for (; nextPrefix <= place.prefix; nextPrefix += 1) offsets.writeUInt32BE(entries, nextPrefix * offsetBytes)
    filled = waiting.writeUIntBE(place.entry, filled, entryBytes)
    entries += 1
    if (filled === waiting.length) await flush()
  }
  await flush()
  for (; nextPrefix <= prefixesOf(length); nextPrefix += 1) offsets.writeUInt32BE(entries, nextPrefix * offsetBytes)
  await put(offsets, headerBytes)
  const header = Buffer.alloc(headerBytes)
  magic.copy(header)
  header[magic.length] = length
  header.writeUInt32BE(entries, headerBytes - offsetBytes)
  await put(header, 0)
  return { lines, entries }
}

const readLine = (line: string, number: number): { hash: Buffer; seen: number } => {
  const [, digits, seen = '1'] = /^([0-9a-f]{40})(?::(\d+))?$/i.exec(line.trim()) ?? []
  if (digits === undefined)
    throw new BadBreachedList(
      `line ${number} is not a SHA-1 hash of 40 hexadecimal digits, with or without a colon and a number`,
    )
  return { hash: Buffer.from(digits, 'hex'), seen: Number(seen) }
}
