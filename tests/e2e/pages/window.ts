import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Browser } from '@playwright/test'
import type axe from 'axe-core'
import { listenOnLoopback } from '#tests/fixtures/programs/loopback'
import { root } from '#tests/fixtures/programs/server'
import type { AppBrowser, Shown } from './app-browser'
import { builtAsset } from './built-app'
import { matchingRules } from './matching-rules'

const desktop = { width: 1280, height: 640 }

/** A page that the app has answered, and the way to what it refers to. */
interface Source {
  shown: Shown
  fetch(path: string): Promise<Response>
}

/** The style sheet that browsers keep, and the one that continues after it. */
interface Sheets {
  common: string
  seldom: string
}

/** The rules that a page has in itself: on a first visit, and where the browser has the common sheet. */
interface OwnRules {
  first: string
  later: string
}

/**
 * A page of a real browser that shows what an {@link AppBrowser} has reached. It serves test after test.
 * @param sheets the style sheets whose rules faults are about
 */
export const openWindow = async (browser: Browser, sheets: Sheets = { common: '', seldom: '' }) => {
  const server = await serve()
  const context = await browser.newContext({ viewport: desktop })
  const page = await context.newPage()
  // The browser gets them once, and runs them under any policy.
  await page.addInitScript({ path: `${root}node_modules/axe-core/axe.min.js` })
  await page.addInitScript(
    `window.matchingRules = ${matchingRules}; window.findFaults = ${findFaults}; window.sheets = ${JSON.stringify(sheets)}`,
  )
  // A frame in the page above would run its scripts again for each document.
  const smallest = await context.newPage()
  await smallest.setViewportSize({ width: 128, height: 160 })
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))

  /** The policy of the document that is loaded. */
  let loaded: string | undefined
  const load = async (source: Source, policy: string) => {
    complaints.length = 0
    server.shows(source, policy)
    await page.goto(server.url + new URL(source.shown.url).pathname)
    loaded = policy
  }

  const emulation = await context.newCDPSession(page)
  let width = desktop.width
  /** In one round trip: Playwright's own way takes several. */
  const widen = async (to: number) => {
    const metrics = { ...desktop, width: to, deviceScaleFactor: 1, mobile: false }
    if (to !== width) await emulation.send('Emulation.setDeviceMetricsOverride', metrics)
    width = to
  }

  return {
    /** What the browser complained of since the page was loaded: errors, and what the page's own policy refuses. */
    complaints,
    /** Loads a page with its own policy. */
    load: (source: Source) => load(source, policyOf(source.shown)),
    /** Shows a page with its style sheet, pictures and islands, under its policy, but that any `<style>` counts. */
    show: async (source: Source) => {
      const { html } = source.shown
      const policy = withAnyStyle(policyOf(source.shown))
      // A document that takes new content keeps axe, which is most of the work, and its policy. Script runs in a new one.
      if (loaded !== policy || html.includes('<script')) return load(source, policy)
      complaints.length = 0
      server.shows(source, policy)
      await page.setContent(html)
    },
    /**
     * Findings in the page at that width, in one visit of the browser, whose round trips take longest:
     * `axe`: what axe finds, one line each, without contrast, since the colours have their own test.
     * `smallTargets`: the texts of the links in rows, the buttons and the fields that are less than 44 pixels high.
     * `rules`: the rules of both style sheets that something in the page matches.
     * `lackingRules`: those that the page does not get, on a first visit or later.
     */
    faults: async (width: number, own: OwnRules) => {
      await widen(width)
      return page.evaluate((rules) => (window as unknown as InPage).findFaults(rules), own)
    },
    /**
     * Findings in a small page on a screen of 128 pixels:
     * `xml`: what the browser's parser of XML says of a document that is not well-formed.
     * `onSmallest`: what is too wide, or too low for a thumb.
     */
    smallFaults: (document: string) => smallest.evaluate(findSmallFaults, { xml: document, sheet: smallSheet }),
    /** Shows the page in the colours of a system with that setting. */
    inColours: (colorScheme: 'light' | 'dark') => page.emulateMedia({ colorScheme }),
    /** By how many pixels a page of that width has to be scrolled sideways. */
    sideways: async (width: number) => {
      await widen(width)
      return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    },
    /** The whole page at that width, as PNG. */
    picture: async (width: number) => {
      await widen(width)
      await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode().catch(() => undefined))))
      return page.screenshot({ fullPage: true, animations: 'disabled' })
    },
    /** Shows the page as a system does that chooses the colours itself. */
    inForcedColours: (forcedColors: 'active' | 'none') => page.emulateMedia({ forcedColors }),
    /** How wide the left border is of each element that a selector finds, in pixels. */
    edges: (selector: string) =>
      page.evaluate(
        (found) =>
          [...document.querySelectorAll(found)].map((each) =>
            Number.parseFloat(getComputedStyle(each).borderLeftWidth),
          ),
        selector,
      ),
    close: async () => {
      await context.close()
      server.stop()
    },
  }
}

export type Window = Awaited<ReturnType<typeof openWindow>>

/** What every page of the browser has. */
interface InPage {
  axe: typeof axe
  findFaults: typeof findFaults
  matchingRules: typeof matchingRules
  sheets: Sheets
}

/** Runs in a browser's page. */
const findFaults = async (own: OwnRules) => {
  const { axe, matchingRules, sheets } = window as unknown as InPage
  const targets = '.rows li:has(> a), .facts div:has(.change), .button, select, .tiles label'
  const fields = 'input:not([type=hidden], [type=checkbox], [type=radio], [type=image])'
  const { violations } = await axe.run(document, {
    resultTypes: ['violations'],
    // A test of the style sheets finds what axe would load them for.
    preload: false,
    rules: { 'color-contrast': { enabled: false } },
  })
  const rules = matchingRules({ sheet: sheets.common + sheets.seldom })
  const [first, later] = [own.first, own.later + sheets.common].map(
    (sheet) => new Set(matchingRules({ sheet, all: true })),
  ) as [Set<string>, Set<string>]
  return {
    axe: violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
    ),
    smallTargets: [...document.querySelectorAll<HTMLElement>(`${targets}, ${fields}`)]
      .filter((element) => element.getClientRects().length > 0 && element.offsetHeight < 44)
      .map((element) => element.innerText || element.id),
    rules,
    lackingRules: rules.filter((rule) => !first.has(rule) || !later.has(rule)),
  }
}

const smallSheet = readFileSync(`${root}app/document/styles/small.css`, 'utf8')

/** Runs in a browser's page, which it replaces. */
const findSmallFaults = ({ xml, sheet }: { xml: string; sheet: string }) => {
  document.open()
  // Without its pictures, and the codes that are drawn with letters.
  document.write(`<!DOCTYPE html>${xml.replace(/<link[^>]*>| src="[^"]*"|<pre.*?<\/pre>/gs, '')}`)
  document.close()
  const rules = new CSSStyleSheet()
  rules.replaceSync(sheet)
  document.adoptedStyleSheets = [rules]
  const onSmallest = [...document.querySelectorAll<HTMLElement>('body *')]
    .filter((element) => {
      const { right, height } = element.getBoundingClientRect()
      return right > 128 || (element.matches('a, input:not([type=hidden]), select, textarea') && height < 24)
    })
    .map((element) => `${element.localName} ${element.innerText || element.id}`)
  const parsed = new DOMParser().parseFromString(xml, 'application/xhtml+xml')
  return { xml: parsed.querySelector('parsererror')?.textContent ?? '', onSmallest }
}

const policyOf = ({ headers }: Shown): string => headers['content-security-policy'] ?? ''

const withAnyStyle = (policy: string): string =>
  policy.replace(/style-src [^;]*/, "style-src 'self'; style-src-elem 'self' 'unsafe-inline'")

/** Serves a page to a browser, with all that it refers to. */
const serve = async () => {
  let source: Source | undefined
  let policy = ''

  const answer = async (path: string): Promise<{ headers: Record<string, string>; body: string | Buffer }> => {
    if (path.startsWith('/assets/')) {
      const { contentType, body } = await builtAsset(path)
      // The browser need not ask for the style sheet again.
      return { headers: { 'content-type': contentType, 'cache-control': 'max-age=3600, immutable' }, body }
    }
    if (!source) throw new Error('Nothing is shown')
    if (path === new URL(source.shown.url).pathname) {
      // A page that continues at once would be gone before it is judged.
      const { refresh, ...headers } = source.shown.headers
      return { headers: { ...headers, 'content-security-policy': policy }, body: source.shown.html }
    }
    const response = await source.fetch(path)
    return { headers: Object.fromEntries(response.headers), body: Buffer.from(await response.arrayBuffer()) }
  }

  const server = createServer((request, response) => {
    // The island of a QR code asks for the state of its code, and any other answer would make it load the page again, next to
    // the test that loads the next one. It waits for its answer until the browser leaves the page.
    if (request.url?.endsWith('/status')) return
    answer(request.url ?? '/').then(
      ({ headers, body }) => response.writeHead(200, headers).end(body),
      (error: Error) => response.writeHead(500).end(error.stack),
    )
  })
  const port = await listenOnLoopback(server)
  return {
    url: `http://localhost:${port}`,
    shows: (next: Source, nextPolicy: string) => {
      source = next
      policy = nextPolicy
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
