import { knownBrowserCookie as apiCookie } from '../../contract/wire/headers'
import { cookie, readCookie } from './cookie.server'
import { seal, unseal } from './seal.server'

const knownBrowserCookie = 'butterfly_known_browser'
const purpose = 'known browser'
const knownDays = 400

/**
 * The account API's cookie of a known browser, as the jar of a signed-out browser begins. It stays through sign-outs, and
 * longer than the browser id.
 */
export const readKnownBrowser = async (request: Request): Promise<Record<string, string>> => {
  const sealed = readCookie(request, knownBrowserCookie)
  const tokens = sealed === undefined ? undefined : await unseal<{ tokens: string }>(sealed, { purpose })
  return tokens === undefined ? {} : { [apiCookie]: tokens.tokens }
}

/** The Set-Cookie header of a known browser. */
export const setKnownBrowser = async (tokens: string): Promise<string> => {
  const sealed = await seal({ tokens }, { purpose, minutes: knownDays * 24 * 60 })
  return cookie(knownBrowserCookie, sealed, { maxAgeSeconds: knownDays * 24 * 60 * 60 })
}
