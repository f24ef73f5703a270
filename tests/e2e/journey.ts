import { test as base, type ConsoleMessage, expect, type Page, type Request, type Response } from '@playwright/test'
import type { TFunction } from 'i18next'
import { type Pair, type PairChoice, startPair } from '../fixtures/pair'
import { codeOf, linkOf } from '../fixtures/post-office'
import { type Language, textsOf } from './texts'

/** What a project or a test may choose. */
export interface Choices {
  language: Language
}

/** What a project chooses for the servers. */
export type PairChoices = PairChoice

/** Waits for what was sent to an address, the nth one (from 1), and reads it. */
export type ReadSent = (to: string, nth?: number) => Promise<string>

interface Given {
  /** The product's texts in the language of the visitor. */
  t: TFunction
  /** Reads a code. */
  code: ReadSent
  /** Reads a link. */
  link: ReadSent
  /** The HTML of the last page that the browser showed, as it came over the wire. */
  html: () => Promise<string>
  quiet: undefined
  freshAddress: undefined
}

/**
 * Tests against the real pair, one a worker. Each test visits from an address of its own, so that limits by address
 * count for it alone. Each fails when a page without an island sent script, or an answer was a 5xx, or the browser complained.
 */
export const test = base.extend<Choices & Given, PairChoices & { pair: Pair }>({
  database: ['SQLite', { scope: 'worker', option: true }],
  delivery: ['outbox', { scope: 'worker', option: true }],
  language: ['en', { option: true }],

  pair: [
    async ({ database, delivery }, use) => {
      const pair = await startPair({ database, delivery })
      await use(pair)
      await pair.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: async ({ pair }, use) => use(pair.url),
  locale: async ({ language }, use) => use(language === 'en' ? 'en-GB' : 'zh-CN'),
  t: async ({ language }, use) => use(textsOf(language)),
  code: async ({ pair }, use) => use((to, nth) => codeOf(pair.office, to, nth)),
  link: async ({ pair }, use) => use((to, nth) => linkOf(pair.office, to, nth)),

  html: async ({ page }, use) => {
    let last: Response | undefined
    page.on('response', (response) => {
      if (response.request().isNavigationRequest() && response.frame() === page.mainFrame()) last = response
    })
    await use(async () => (await last?.text()) ?? '')
  },

  freshAddress: [
    async ({ pair }, use) => {
      pair.newVisitor()
      await use(undefined)
    },
    { auto: true },
  ],

  quiet: [
    async ({ context }, use) => {
      const complaints: string[] = []
      const scripts: Promise<void>[] = []
      let document: Response | undefined
      context.on('request', (request: Request) => {
        if (request.resourceType() !== 'script') return
        const asked = document?.text().then((html) => html.includes('data-island='))
        scripts.push(
          Promise.resolve(asked).then((isIsland) => {
            if (!isIsland) complaints.push(`script requested: ${request.url()}`)
          }),
        )
      })
      context.on('response', (response: Response) => {
        if (response.request().isNavigationRequest()) document = response
        if (response.status() >= 500) complaints.push(`${response.status()} for ${response.url()}`)
      })
      context.on('weberror', (error) => complaints.push(String(error.error())))
      context.on('console', (message: ConsoleMessage) => {
        // The browser reports each 4xx; those are pages of ours that tests look at.
        if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text())
      })
      await use(undefined)
      await Promise.all(scripts)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

/** For tests that start servers of their own. */
export { base as bareTest, expect, type Page }
