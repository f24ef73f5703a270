import { application, openWorld } from '#tests/account-api/worlds/world'
import { databases } from '#tests/fixtures/databases/databases'
import { Browser } from './browser'
import { startWebApp } from './web-app'

/** The path of an address, with its query. */
export const pathOf = (url: string | URL | undefined): string => {
  const { pathname, search } = new URL(url ?? '', 'http://localhost')
  return pathname + search
}

/** Starts the web app's server in front of a real account API. @param settings further ones of the web app */
export const startWithAccountApi = async (settings: Record<string, string> = {}) => {
  const [database] = databases
  if (!database) throw new Error('no database')
  const world = await openWorld(database)
  const web = await startWebApp({
    ACCOUNT_API_URL: await world.listen(),
    ACCOUNT_API_KEY: application.key,
    ACCOUNT_API_AID: application.aid,
    ...settings,
  })
  /** A browser that is signed in to an account. */
  const signedInBrowser = async ({ mobile, password }: { mobile: string; password: string }) => {
    const browser = new Browser(web.origin, { accept: 'text/html', 'accept-language': 'en' })
    const headers = { origin: settings.PUBLIC_URL ?? web.origin }
    const { status } = await browser.submit('/login', { account: mobile, password }, { headers })
    if (status !== 303) throw new Error(`not signed in: ${status}`)
    return browser
  }
  return {
    world,
    web,
    signedInBrowser,
    /** A person with a new account, and a browser that is signed in to it. */
    signedIn: async () => {
      const person = await world.registerBoth()
      return { ...person, browser: await signedInBrowser(person) }
    },
    stop: async () => {
      await web.stop()
      await world.close()
    },
  }
}
