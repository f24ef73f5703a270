import { beforeEach, it } from 'vitest'
import { signedIn } from './answers'
import { type Browser, openBrowser, type withFakeAccountApi } from './browser'

type Fake = ReturnType<typeof withFakeAccountApi>

/** The browser of a person who has signed in. */
export const signedInBrowser = async (fake: Fake, options: Parameters<typeof openBrowser>[0] = {}) => {
  fake.answer('accountLoginV2', signedIn())
  const browser = openBrowser(options)
  await browser.submit('/login', { account: 'ann', password: 'x' })
  return browser
}

/** Tests that begin at a signed-out `browser`, or at the browser of a signed-in `person`. */
export const visiting = (fake: Fake) =>
  it.extend('browser', () => openBrowser()).extend('person', () => signedInBrowser(fake))

const before = (open: () => Browser | Promise<Browser>): Browser => {
  const browser = {} as Browser
  beforeEach(async () => {
    Object.assign(browser, await open())
  })
  return browser
}

/** A browser that is another one, signed out, in each test. */
export const withBrowser = (): Browser => before(() => openBrowser())

/** The browser of a person, which is another one, signed in, in each test. */
export const withPerson = (fake: Fake): Browser => before(() => signedInBrowser(fake))
