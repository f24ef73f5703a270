import type { Client } from '#contract/client'
import { dataOf } from '#tests/account-api/worlds/world'
import type { Browser } from './browser'

export const locationOf = (response: Response): string => response.headers.get('location') ?? ''

/** The handle at the end of the address to which an answer leads. */
export const uidIn = (response: Response): string => locationOf(response).split('/').at(-1) ?? ''

/** A request’s handle and key, as its page has them in the browser where it began. */
export const namesAt = (browser: Browser, page: string) => {
  const { pathname } = new URL(page, 'http://localhost')
  return {
    request_uid: pathname.split('/').at(-1) ?? '',
    browser_key: browser.cookiesAt(pathname).get('openauth.sig') ?? '',
  }
}

/** A person at a browser. */
export interface AtBrowser {
  browser: Browser
  client: Client
}

type Answer = Parameters<Client['openWebAuth']>[0]

/** Answers an application’s request, and returns where the browser ends up. */
export const answerAt = async ({ browser, client }: AtBrowser, answer: Answer): Promise<string> => {
  const { redirect_url } = dataOf(await client.openWebAuth(answer))
  return locationOf(await browser.visit(redirect_url))
}

/** Answers a request whose browser ends up at the application. */
export const agree = async (person: AtBrowser, answer: Answer): Promise<URL> => new URL(await answerAt(person, answer))
