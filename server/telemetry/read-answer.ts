import type { IncomingMessage } from 'node:http'
import { createGunzip } from 'node:zlib'

/**
 * The size of the pieces in which an answer is inflated (spec section 9, analytics), and the maximum length that is
 * read.
 */
const inflateChunkBytes = 65_536

/**
 * Reads the whole body of an answer, inflated if it is compressed.
 * @throws Error for an answer that is incomplete, cannot be inflated, or is longer than 65536 bytes
 */
export const readAnswer = async (response: IncomingMessage): Promise<string> => {
  const isCompressed = /^(x-)?gzip$/i.test(response.headers['content-encoding'] ?? '')
  // pipe() passes no error on: an answer that breaks off would leave the stream behind it open.
  const inflate = isCompressed ? createGunzip({ chunkSize: inflateChunkBytes }) : undefined
  response.on('error', (error) => inflate?.destroy(error))
  const pieces: Buffer[] = []
  let bytes = 0
  try {
    for await (const piece of (inflate ? response.pipe(inflate) : response) as AsyncIterable<Buffer>) {
      bytes += piece.length
      if (bytes > inflateChunkBytes) throw new Error(`an answer of more than ${inflateChunkBytes} bytes`)
      pieces.push(piece)
    }
  } finally {
    inflate?.destroy()
    if (!response.complete) response.destroy()
  }
  return Buffer.concat(pieces).toString()
}
