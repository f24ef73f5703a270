import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kind } from './events'

const pageType = /^(text\/html|application\/(vnd\.wap\.)?xhtml\+xml)/
const fileType = /^(image|audio|font)\/|^text\/css|^(text|application)\/javascript/
/** The kinds of files that a page may request. An event has the ending, and no other part of a path without a page. */
const fileEnding = /\.(css|js|mjs|png|jpe?g|gif|webp|svg|ico|wav|mp3|woff2?)$/
/** The purposes of a request that a browser states (Fetch Metadata Request Headers, section 2.1). */
const filePurposes = ['image', 'style', 'script', 'audio', 'font']

const typeOf = (reply: FastifyReply): string => String(reply.getHeader('content-type') ?? '')

/** True for an answer that shows a page. */
export const isPage = (request: FastifyRequest, reply: FastifyReply): boolean =>
  request.method !== 'HEAD' && pageType.test(typeOf(reply))

/**
 * The kind of event of an answer, and its route; undefined for an answer without an event.
 * @param path of the request
 * @param page the pattern of the page at it
 */
export const whatOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  { path, page }: { path: string; page: string },
): { kind: Kind; route: string } | undefined => {
  const { statusCode } = reply
  const file = request.method === 'POST' ? undefined : fileOf(request, reply, { path, page })
  if (file !== undefined) return { kind: statusCode < 400 ? 'resource' : 'resource_error', route: file }
  // The page's script runs here: this is the answer to an uncaught error.
  if (statusCode === 500) return { kind: 'js_error', route: page }
  return isPage(request, reply) ? { kind: 'pageview', route: page } : undefined
}

/** The route of an answer to a request for a file. */
const fileOf = (
  { routeOptions: { url = '*' }, headers }: FastifyRequest,
  reply: FastifyReply,
  { path, page }: { path: string; page: string },
): string | undefined => {
  // Each file of the client folder has its own route.
  if (url !== '*') return url
  if (reply.statusCode < 400) return fileType.test(typeOf(reply)) ? page : undefined
  const [ending] = fileEnding.exec(path) ?? []
  if (ending !== undefined) return page === '*' ? `*${ending}` : page
  return filePurposes.includes(String(headers['sec-fetch-dest'])) ? page : undefined
}
