import { application, openWorld, type World } from '#tests/account-api/worlds/world'
import { databases } from '#tests/fixtures/databases/databases'
import { Browser } from './browser'
import { startWebApp, type WebApp } from './web-app'

/** The web app's server in front of a real account API. */
export interface Served {
  world: World
  web: WebApp
  /** A browser that is signed in to an account. */
  signedInBrowser(person: { mobile: string; password: string }): Promise<Browser>
  stop(): Promise<void>
}

/** The path of an address, with its query. */
export const pathOf = (url: string | URL | undefined): string => {
  const { pathname, search } = new URL(url ?? '', 'http://localhost')
  return pathname + search
}

/** Starts both. @param settings further ones of the web app */
export const startWithAccountApi = async (settings: Record<string, string> = {}): Promise<Served> => {
  const [database] = databases
  if (!database) throw new Error('no database')
  const world = await openWorld(database)
  const web = await startWebApp({
    ACCOUNT_API_URL: await world.listen(),
    ACCOUNT_API_KEY: application.key,
    ACCOUNT_API_AID: application.aid,
    ...settings,
  })
  return {
    world,
    web,
    signedInBrowser: async ({ mobile, password }) => {
      const browser = new Browser(web.origin, { accept: 'text/html', 'accept-language': 'en' })
      const headers = { origin: settings.PUBLIC_URL ?? web.origin }
      const { status } = await browser.submit('/login', { account: mobile, password }, { headers })
      if (status !== 303) throw new Error(`not signed in: ${status}`)
      return browser
    },
    stop: async () => {
      await web.stop()
      await world.close()
    },
  }
}
