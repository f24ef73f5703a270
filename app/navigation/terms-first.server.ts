import type { Client } from '#contract/client'
import type { Args } from '~/runtime/load-context'
import { changedCookies } from '~/session/visitor.server'
import { keptAddress } from './kept-address.server'
import { unseen, withNext, withoutLanguage } from './return-address'
import { seeOther } from './see-other.server'

/** The page that asks people to accept new terms of the operator. */
export const termsPage = '/login/terms'

/** The page that asks people for a second factor. */
const factorPage = '/login/second-factor'

/**
 * The pages that people use before they accept: that page, what they need to leave with all that is theirs, and those that
 * set up a second factor, which the deployment asks for before anything else. Signing out is a call that is always
 * answered, and so are those about other accounts at this browser.
 */
const openBefore = [termsPage, '/settings/export', '/settings/cancel', factorPage, '/settings/authenticator']

/** True when the page of a request, as the router reads it, asks for no terms. */
export const isOpenBeforeTerms = ({ url }: Request): boolean => {
  const path = `${new URL(url).pathname.toLowerCase()}/`
  return openBefore.some((page) => path.startsWith(`${page}/`))
}

/** A redirect to a page that asks the person for something first, and leads back to the page of this request. */
const leadTo =
  (page: string) =>
  async (args: Args, client: Pick<Client, 'keepReturnAddress'>): Promise<Response> => {
    const here = unseen(withoutLanguage(new URL(args.request.url)))
    const next = await keptAddress(here, async () => client)
    return seeOther(args, withNext(page, next), await changedCookies(args))
  }

/** To the page that asks for the terms. */
export const leadToTerms = leadTo(termsPage)

/** To the page that asks for a second factor. */
export const leadToFactor = leadTo(factorPage)
