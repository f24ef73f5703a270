import { signedIn } from './answers'
import { openBrowser, type withFakeAccountApi } from './browser'

/** The browser of a person who has signed in. */
export const signedInBrowser = async (
  fake: ReturnType<typeof withFakeAccountApi>,
  options: Parameters<typeof openBrowser>[0] = {},
) => {
  fake.answer('accountLoginV2', signedIn())
  const browser = openBrowser(options)
  await browser.submit('/login', { account: 'ann', password: 'x' })
  return browser
}
