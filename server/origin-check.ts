import type { IncomingHttpHeaders } from 'node:http'
import { isOurOrigin } from '../app/env.server'

/**
 * Whether a form was sent from a page of ours, as far as the browser tells. One that tells nothing (an old or a text
 * browser) is believed here; the form token still has to be right.
 */
export const isFromUs = (headers: IncomingHttpHeaders, publicUrl: URL): boolean => {
  if (headers['sec-fetch-site'] === 'cross-site') return false
  return headers.origin === undefined || isOurOrigin(headers.origin, publicUrl)
}
