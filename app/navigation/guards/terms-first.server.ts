import type { Client } from '#contract/client'
import { keptAddress } from '~/navigation/returning/kept-address.server'
import { unseen, withNext, withoutLanguage } from '~/navigation/returning/return-address'
import { seeOther } from '~/navigation/see-other.server'
import type { Args } from '~/runtime/load-context'
import { changedCookies } from '~/session/visitor.server'

/** The page where people accept new terms of the operator. */
export const termsPage = '/login/terms'

/** The page where people set up a second factor. */
const factorPage = '/login/second-factor'

/**
 * The pages that people may use before they accept the terms: that page, the pages to cancel and export the account,
 * and those that set up a second factor, which the deployment requires first. Signing out is always possible, and so
 * are calls about other accounts at this browser.
 */
const openBefore = [termsPage, '/settings/export', '/settings/cancel', factorPage, '/settings/authenticator']

/** True when the page of a request does not ask for terms. */
export const isOpenBeforeTerms = ({ url }: Request): boolean => {
  const path = `${new URL(url).pathname.toLowerCase()}/`
  return openBefore.some((page) => path.startsWith(`${page}/`))
}

/** A redirect to a page that first asks the person for something, and leads back to the page of this request. */
const leadTo =
  (page: string) =>
  async (args: Args, client: Pick<Client, 'keepReturnAddress'>): Promise<Response> => {
    const here = unseen(withoutLanguage(new URL(args.request.url)))
    const next = await keptAddress(here, async () => client)
    return seeOther(args, withNext(page, next), await changedCookies(args))
  }

/** A redirect to the page that asks for the terms. */
export const leadToTerms = leadTo(termsPage)

/** A redirect to the page that asks for a second factor. */
export const leadToFactor = leadTo(factorPage)
