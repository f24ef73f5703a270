import type { TFunction } from 'i18next'
import { test } from '#tests/e2e/journey'
import { startTextBrowser, type TextBrowser } from './text-browser'

/** A person at w3m, and the texts that they read. */
export interface TextVisitor {
  w3m: TextBrowser
  t: TFunction
  /** The address of the web app. */
  url: string
}

/** A person at w3m on the real pair, who reads English. */
export const atTextBrowser = test.extend<{ w3m: TextBrowser; reader: TextVisitor }>({
  w3m: async ({ pair }, use) => {
    const w3m = await startTextBrowser(`${pair.url}/`, { language: 'en' })
    await use(w3m)
    await w3m.stop()
  },
  reader: async ({ w3m, t, pair }, use) => use({ w3m, t, url: pair.url }),
  // No graphical browser is there to listen to.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  quiet: async ({}, use) => use(undefined),
})
