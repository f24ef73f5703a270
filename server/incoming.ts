import type { IncomingMessage } from 'node:http'
import type { MemoryShare } from './body-memory'

/**
 * A body that was read, whose memory the caller frees once the request is answered, or why it was refused. `too_large`:
 * this body; `too_many`: all bodies together.
 */
export type ReadBody = { bytes: Buffer<ArrayBuffer>; free(): void } | 'too_large' | 'too_many'

/**
 * The maximum size of a refused body that is read to its end and dropped, because a browser shows no answer while it
 * still sends: a few photos.
 */
const drainMaxBytes = 64 * 1024 * 1024

/** Reads a body of at most `maxBytes` into memory taken from a share. A refused body frees its memory itself. */
export const readBody = async (
  stream: NodeJS.ReadableStream,
  { maxBytes, memory }: { maxBytes: number; memory: MemoryShare },
): Promise<ReadBody> => {
  // One buffer, because a body that arrives byte by byte would take a hundred times its size in separate buffers.
  let kept = Buffer.alloc(0)
  let [sizeBytes, keptBytes] = [0, 0]
  let refused: 'too_large' | 'too_many' | undefined
  const drop = () => {
    memory.giveBack(keptBytes)
    kept = Buffer.alloc(0)
    keptBytes = 0
  }
  const keep = (chunk: Buffer) => {
    if (keptBytes + chunk.length > kept.length) {
      const larger = Buffer.allocUnsafe(Math.max(2 * kept.length, keptBytes + chunk.length))
      kept.copy(larger, 0, 0, keptBytes)
      kept = larger
    }
    chunk.copy(kept, keptBytes)
    keptBytes += chunk.length
  }
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length
      if (sizeBytes > drainMaxBytes) break
      if (refused) continue
      refused = sizeBytes > maxBytes ? 'too_large' : memory.take(chunk.length) ? undefined : 'too_many'
      if (refused) drop()
      else keep(chunk)
    }
  } catch (error) {
    drop()
    throw error
  }
  return refused ?? { bytes: kept.subarray(0, keptBytes), free: drop }
}

/**
 * True when the app sees a header. Headers that concern only the connection, or could name another origin, are dropped.
 */
const isForApp = (name: string) =>
  !/^(host|origin|connection|content-length|transfer-encoding|expect|forwarded|x-forwarded-.*)$/.test(name)

/**
 * The request as the app sees it: on this site's origin, whatever the Host header says. The Origin header was checked
 * before and is left out, because a browser may use another loopback name than PUBLIC_URL's.
 * @throws TypeError for a header that fetch cannot represent
 */
export const toRequest = (
  raw: IncomingMessage,
  {
    origin,
    url,
    body,
    left,
  }: { origin: string; url: string; body?: Buffer<ArrayBuffer> | undefined; left: AbortSignal },
): Request => {
  const headers = new Headers()
  for (let index = 0; index + 1 < raw.rawHeaders.length; index += 2) {
    const name = (raw.rawHeaders[index] ?? '').toLowerCase()
    if (isForApp(name)) headers.append(name, raw.rawHeaders[index + 1] ?? '')
  }
  const method = raw.method === 'POST' ? 'POST' : 'GET'
  return new Request(origin + withoutDataQuery(url), {
    method,
    headers,
    signal: left,
    ...(method === 'POST' && body ? { body } : {}),
  })
}

/** Removes `_data`, by which client script requests a loader's bare data from Remix. The product has no such script. */
const withoutDataQuery = (url: string): string => {
  const split = url.indexOf('?')
  // Without the name, plain or with escapes, no parsing is needed.
  if (split < 0 || !/_data|%/.test(url.slice(split))) return url
  const query = url
    .slice(split + 1)
    .split('&')
    .filter((pair) => new URLSearchParams(pair).get('_data') === null)
    .join('&')
  return query ? `${url.slice(0, split)}?${query}` : url.slice(0, split)
}

/** True for the Content-Type of a form. Anything else, such as `text/plain` or JSON, is refused. */
export const isForm = (contentType: string): boolean =>
  /^(application\/x-www-form-urlencoded\s*(;|$)|multipart\/form-data\s*;)/i.test(contentType)
