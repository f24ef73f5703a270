import { test as base, type ConsoleMessage, expect, type Page, type Request, type Response } from '@playwright/test'
import type { TFunction } from 'i18next'
import { codeOf, linkOf } from '#tests/fixtures/messages/post-office'
import type { Pair } from '#tests/fixtures/programs/pair'
import { deploymentAt, deploymentUrl } from './deployment'
import { type PairOfService, pairOf } from './pair-service'
import { type Accounts, accountsAt, type Guest } from './steps/accounts'
import type { ReadSent } from './steps/pages'
import { type Language, textsOf } from './texts'

/** What a project or a file may choose. */
export interface Choices extends PairOfService {
  language: Language
}

interface Given {
  pair: Pair
  /** The product's texts in the language of the visitor. */
  t: TFunction
  code: ReadSent
  link: ReadSent
  /** Makes accounts without a browser. */
  accounts: Accounts
  visitor: Guest
  quiet: undefined
  /** The client address that this test alone has, so that limits by address count for it alone. */
  clientAddress: string
}

/**
 * Tests against a real pair. Each fails when a page without an island sent script, or an answer was a 5xx, or the browser
 * complained.
 */
export const test = base.extend<Choices & Given>({
  database: ['SQLite', { option: true }],
  delivery: ['outbox', { option: true }],
  calls: ['all', { option: true }],
  settings: [undefined, { option: true }],
  language: ['en', { option: true }],

  pair: [
    async ({ database, delivery, calls, settings }, use, { parallelIndex }) => {
      if (deploymentUrl !== undefined) await use(deploymentAt(deploymentUrl))
      else await use(await pairOf({ database, delivery, calls, settings }, parallelIndex))
    },
    { timeout: 120_000 },
  ],

  baseURL: async ({ pair }, use) => use(pair.url),
  locale: async ({ language }, use) => use(language === 'en' ? 'en-GB' : 'zh-CN'),
  t: async ({ language }, use) => use(textsOf(language)),
  code: async ({ pair }, use) => use((to, nth) => codeOf(pair.office, to, nth)),
  link: async ({ pair }, use) => use((to, nth) => linkOf(pair.office, to, nth)),

  accounts: async ({ pair, language, clientAddress }, use) => use(accountsAt({ pair, language, clientAddress })),
  visitor: async ({ page, t, code, language, pair, accounts }, use) =>
    use({ page, t, code, language, url: pair.url, accounts }),

  clientAddress: [async ({ pair }, use) => use(await pair.newVisitor()), { auto: true }],

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
        // The browser reports each 4xx. Tests look at our own 4xx pages.
        if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text())
      })
      await use(undefined)
      await Promise.all(scripts)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

/** A fixture that is started at the pair of a test, and stopped after it. */
export const startedAt =
  <Started extends { stop(): Promise<void> }>(start: (pair: Pair) => Promise<Started>) =>
  async ({ pair }: { pair: Pair }, use: (started: Started) => Promise<void>): Promise<void> => {
    const started = await start(pair)
    await use(started)
    await started.stop()
  }

/** For tests that start their own servers. */
export { base as bareTest, expect, type Page }
