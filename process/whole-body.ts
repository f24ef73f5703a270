import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

/**
 * Reads the whole body of a response of fetch. Leaving it early closes the connection. The signal of the request is
 * passed again, because fetch references it weakly: after a garbage collection (with `redirect: 'error'` at least) it
 * no longer ends a body that stops half-way.
 * @throws RangeError for more than `maxBytes`; AbortError when the signal is aborted; TypeError when the connection
 * breaks
 */
export const wholeBody = async (
  { body }: Response,
  { signal, maxBytes = Number.POSITIVE_INFINITY }: { signal: AbortSignal; maxBytes?: number },
): Promise<Buffer<ArrayBuffer>> => {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ? Readable.fromWeb(body as ReadableStream, { signal }) : []) {
    bytes += part.length
    if (bytes > maxBytes) throw new RangeError(`the answer has more than ${maxBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
