import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import {
  entriesAt,
  entryBytes,
  hashOf,
  headerBytes,
  magic,
  offsetBytes,
  type PrefixLength,
  placeOf,
  prefixLengths,
} from './list-format'

/** The message describes the fault of the file, for the operator. */
export class BadBreachedList extends Error {}

export interface BreachedList {
  /** True when a password is in the list. */
  has(password: string): boolean
  entries: number
  close(): void
}

/**
 * Opens a file of breached passwords ({@link magic}). It stays open and is never loaded: a lookup reads some hundred
 * bytes, which the operating system caches when they are read often.
 * @throws BadBreachedList
 */
export const openBreachedList = (path: string): BreachedList => {
  const file = openFile(path)
  try {
    const { length, entries } = readHeader(file, path)
    return {
      has: (password) =>
        [...new Set([password, password.normalize('NFKC')])].some((each) => isIn(file, length, hashOf(each))),
      entries,
      close: () => closeSync(file),
    }
  } catch (error) {
    closeSync(file)
    throw error
  }
}

const openFile = (path: string): number => {
  try {
    return openSync(path, 'r')
  } catch (error) {
    throw new BadBreachedList(`could not be read: ${(error as Error).message}`)
  }
}

const read = (file: number, position: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes)
  const got = readSync(file, buffer, 0, bytes, position)
  return buffer.subarray(0, got)
}

const readHeader = (file: number, path: string): { length: PrefixLength; entries: number } => {
  const stats = fstatSync(file)
  const header = stats.isFile() ? read(file, 0, headerBytes) : Buffer.alloc(0)
  const length = prefixLengths.find((each) => each === header[magic.length])
  if (header.length < headerBytes || !header.subarray(0, magic.length).equals(magic) || length === undefined)
    throw new BadBreachedList(
      `${path} is not a list of breached passwords: make one with npm run admin -- breached-passwords make`,
    )
  const entries = header.readUInt32BE(headerBytes - offsetBytes)
  if (stats.size !== entriesAt(length) + entries * entryBytes)
    throw new BadBreachedList(`${path} is incomplete: make it again`)
  return { length, entries }
}

const isIn = (file: number, length: PrefixLength, hash: Buffer): boolean => {
  const { prefix, entry } = placeOf(hash, length)
  const bounds = read(file, headerBytes + prefix * offsetBytes, 2 * offsetBytes)
  const [from, to] = [bounds.readUInt32BE(0), bounds.readUInt32BE(offsetBytes)]
  const ofPrefix = read(file, entriesAt(length) + from * entryBytes, (to - from) * entryBytes)
  let [low, high] = [0, ofPrefix.length / entryBytes]
  while (low < high) {
    const middle = (low + high) >>> 1
    const found = ofPrefix.readUIntBE(middle * entryBytes, entryBytes)
    if (found === entry) return true
    if (found < entry) low = middle + 1
    else high = middle
  }
  return false
}
