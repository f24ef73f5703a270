import { createHash } from 'node:crypto'
import { closeSync, createReadStream, fsyncSync, openSync, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** The facts that identify a written file. */
export interface Print {
  bytes: number
  sha256: string
}

export const printOf = async (path: string): Promise<Print> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1024 ** 2 }), hash)
  return { bytes: statSync(path).size, sha256: hash.digest('hex') }
}

/** Waits until a file, or the list of a folder, is on the disk. */
export const toDisk = (path: string): void => {
  const opened = openSync(path, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

/** Creates an empty file that only its owner can read, for another program to fill. */
export const makePrivate = (path: string): void => closeSync(openSync(path, 'wx', 0o600))
