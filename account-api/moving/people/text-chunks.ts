import { createReadStream } from 'node:fs'
import { BadFile } from '#account-api/moving/bad-file'

/** The maximum length of one person's text. */
export const mostCharacters = 2 ** 20

/** Reads a file as UTF-8, with or without a byte order mark, part by part. */
export const textChunks = async function* (path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decoded = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw new BadFile(`${path} is not UTF-8`)
    }
  }
  try {
    for await (const bytes of createReadStream(path, { highWaterMark: 2 ** 18 })) yield decoded(bytes)
  } catch (error) {
    if (error instanceof BadFile) throw error
    throw new BadFile(`${path} could not be read: ${(error as Error).message}`)
  }
  yield decoded()
}
