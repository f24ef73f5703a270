import type { IncomingHttpHeaders } from 'node:http'
import { isOurOrigin } from '../app/runtime/env.server'

/**
 * True when the browser says that one of our own pages sent a form. A browser that says nothing (an old one, or a text
 * browser) passes too; the form token is checked in any case.
 */
export const isFromUs = ({ origin, ...headers }: IncomingHttpHeaders, publicUrls: readonly URL[]): boolean => {
  if (headers['sec-fetch-site'] === 'cross-site') return false
  return origin === undefined || publicUrls.some((url) => isOurOrigin(origin, url))
}
