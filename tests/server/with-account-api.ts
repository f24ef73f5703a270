import { application, openWorld, type World } from '#tests/account-api/worlds/world'
import { databases } from '#tests/fixtures/databases/databases'
import { startWebApp, type WebApp } from './web-app'

/** The web app's server in front of a real account API. */
export interface Served {
  world: World
  web: WebApp
  stop(): Promise<void>
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
    stop: async () => {
      await web.stop()
      await world.close()
    },
  }
}
