import type { IncomingMessage } from 'node:http'

/** What a body came to: its bytes, or that there were too many of them, in it or in all bodies together. */
export type Body = Buffer<ArrayBuffer> | 'too_large' | 'too_many'

/** Room in memory that bodies share. */
export interface Room {
  leftBytes: number
}

/** The most that is read of a request, so that a browser that still sends gets to see our answer: a photo, or a few. */
const drainMaxBytes = 64 * 1024 * 1024

/**
 * Reads a body of at most `maxBytes` into a room that has to be given back once the body was answered. What is beyond is
 * read too, up to a bound, and thrown away.
 */
export const readBody = async (
  stream: NodeJS.ReadableStream,
  { maxBytes, room = { leftBytes: maxBytes } }: { maxBytes: number; room?: Room | undefined },
): Promise<Body> => {
  const chunks: Buffer[] = []
  let [sizeBytes, heldBytes] = [0, 0]
  let refused: 'too_large' | 'too_many' | undefined
  const letGo = () => {
    chunks.length = 0
    room.leftBytes += heldBytes
    heldBytes = 0
  }
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length
      if (sizeBytes > drainMaxBytes) break
      refused ??= sizeBytes > maxBytes ? 'too_large' : chunk.length > room.leftBytes ? 'too_many' : undefined
      if (refused) letGo()
      else {
        chunks.push(chunk)
        heldBytes += chunk.length
        room.leftBytes -= chunk.length
      }
    }
  } catch (error) {
    letGo()
    throw error
  }
  return refused ?? Buffer.concat(chunks)
}

/** Headers that are between us and the browser, or that would tell the app another origin than ours. */
const kept = (name: string) =>
  !/^(host|origin|connection|content-length|transfer-encoding|expect|forwarded|x-forwarded-.*)$/.test(name)

/**
 * The request as the app sees it: on our own origin, whatever the Host header says. The Origin header was checked before
 * and stays behind, since a browser may come by another loopback name than PUBLIC_URL's.
 * Throws a TypeError for a header that fetch does not know how to hold.
 */
export const toRequest = (
  raw: IncomingMessage,
  { origin, url, body }: { origin: string; url: string; body?: Buffer<ArrayBuffer> },
): Request => {
  const headers = new Headers()
  for (let index = 0; index + 1 < raw.rawHeaders.length; index += 2) {
    const name = (raw.rawHeaders[index] ?? '').toLowerCase()
    if (kept(name)) headers.append(name, raw.rawHeaders[index + 1] ?? '')
  }
  const method = raw.method === 'POST' ? 'POST' : 'GET'
  return new Request(origin + withoutDataQuery(url), {
    method,
    headers,
    ...(method === 'POST' && body ? { body } : {}),
  })
}

/** `_data` asks Remix for a loader's bare data, for navigation by client script, which is not shipped. */
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

/** Whether a body says that it is a form. `text/plain`, JSON and the like are nothing that a page of ours sends. */
export const isForm = (contentType: string): boolean =>
  /^(application\/x-www-form-urlencoded\s*(;|$)|multipart\/form-data\s*;)/i.test(contentType)
