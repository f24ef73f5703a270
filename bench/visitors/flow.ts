import { codeOf, type PostOffice } from '#tests/fixtures/messages/post-office'
import type { Application } from './application'
import { Browser } from './browser'
import { addressOf, mobileOf, password } from './crowd'

/** A web app with its account API, and an application that people sign in to. */
export interface Deployment {
  url: string
  office: PostOffice
  application: Application
}

/**
 * The nth person, from the first page to a refreshed token of the application.
 * @returns the signed-in browser, and the tokens
 */
export const flow = async ({ url, office, application }: Deployment, nth: number) => {
  const [mobile, address] = [mobileOf(nth), addressOf(nth)]
  const first = new Browser(url, address)
  await first.send('/login/register', { mobile, region: 'CN' })
  await first.send('/login/register/code', { code: await codeOf(office, mobile), password })

  const browser = new Browser(url, address)
  await browser.send('/login', { account: mobile, password })

  const tokens = await application.exchange(await application.authorisedForLong(browser))
  return { browser, tokens: await application.refresh(tokens.refresh_token) }
}
