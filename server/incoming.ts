import type { IncomingMessage } from 'node:http'

/** A body that was read: its bytes, or why it was refused. `too_large`: this body; `too_many`: all bodies together. */
export type Body = Buffer<ArrayBuffer> | 'too_large' | 'too_many'

/** A limit of memory that several bodies share. */
export interface MemoryBudget {
  leftBytes: number
}

/**
 * A refused body is read to its end and dropped, because a browser shows no answer while it still sends. This is the most
 * that is read: a few photos.
 */
const drainMaxBytes = 64 * 1024 * 1024

/**
 * Reads a body of at most `maxBytes`. Its bytes are taken from the budget; the caller gives them back once the request is
 * answered. A refused body gives back its bytes itself.
 */
export const readBody = async (
  stream: NodeJS.ReadableStream,
  { maxBytes, budget = { leftBytes: maxBytes } }: { maxBytes: number; budget?: MemoryBudget | undefined },
): Promise<Body> => {
  const chunks: Buffer[] = []
  let [sizeBytes, takenBytes] = [0, 0]
  let refused: 'too_large' | 'too_many' | undefined
  const drop = () => {
    chunks.length = 0
    budget.leftBytes += takenBytes
    takenBytes = 0
  }
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length
      if (sizeBytes > drainMaxBytes) break
      refused ??= sizeBytes > maxBytes ? 'too_large' : chunk.length > budget.leftBytes ? 'too_many' : undefined
      if (refused) drop()
      else {
        chunks.push(chunk)
        takenBytes += chunk.length
        budget.leftBytes -= chunk.length
      }
    }
  } catch (error) {
    drop()
    throw error
  }
  return refused ?? Buffer.concat(chunks)
}

/** Whether the app sees a header. It sees none that concerns the connection only, or that could name another origin. */
const isForApp = (name: string) =>
  !/^(host|origin|connection|content-length|transfer-encoding|expect|forwarded|x-forwarded-.*)$/.test(name)

/**
 * The request as the app sees it: on our own origin, whatever the Host header says. The Origin header was checked before
 * and is left out, since a browser may use another loopback name than PUBLIC_URL's.
 * @throws TypeError for a header that fetch cannot represent
 */
export const toRequest = (
  raw: IncomingMessage,
  { origin, url, body }: { origin: string; url: string; body?: Buffer<ArrayBuffer> },
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
    ...(method === 'POST' && body ? { body } : {}),
  })
}

/** Removes `_data`, by which client script asks Remix for a loader's bare data. We ship no such script. */
const withoutDataQuery = (url: string): string => {
  const split = url.indexOf('?')
  if (split < 0) return url
  const query = url
    .slice(split + 1)
    .split('&')
    .filter((pair) => new URLSearchParams(pair).get('_data') === null)
    .join('&')
  return query ? `${url.slice(0, split)}?${query}` : url.slice(0, split)
}

/** Whether a Content-Type is one that a form of ours has. Anything else, such as `text/plain` or JSON, is refused. */
export const isForm = (contentType: string): boolean =>
  /^(application\/x-www-form-urlencoded\s*(;|$)|multipart\/form-data\s*;)/i.test(contentType)
