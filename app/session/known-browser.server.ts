import { z } from 'zod'
import { knownBrowserCookie as apiCookie } from '#contract/wire/headers'
import { sealedCookie } from './sealed-cookie.server'

const knownBrowserCookie = sealedCookie({
  name: 'butterfly_known_browser',
  purpose: 'known browser',
  minutes: 400 * 24 * 60,
  isFrequent: true,
  schema: z.object({ tokens: z.string() }),
})

/**
 * The account API's cookie of a known browser, as the jar of a signed-out browser begins. It stays through sign-outs, and
 * longer than the browser id.
 */
export const readKnownBrowser = async (request: Request): Promise<Record<string, string>> => {
  const known = await knownBrowserCookie.read(request)
  return known === undefined ? {} : { [apiCookie]: known.tokens }
}

/** True when the browser is known to an account beyond its session. */
export const knowsAccounts = (request: Request): boolean => knownBrowserCookie.isIn(request)

/** The Set-Cookie header of a known browser. */
export const setKnownBrowser = (tokens: string): Promise<string> => knownBrowserCookie.write({ tokens })
