import { test } from '../journey'
import { startTextBrowser, type TextBrowser } from './text-browser'

/** A person at w3m on the real pair, who reads English. */
export const atTextBrowser = test.extend<{ w3m: TextBrowser }>({
  w3m: async ({ pair }, use) => {
    const w3m = await startTextBrowser(`${pair.url}/`, { language: 'en' })
    await use(w3m)
    await w3m.stop()
  },
})
