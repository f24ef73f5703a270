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

/** A page of a real browser that shows what an {@link AppBrowser} has reached. It serves test after test. */
export const openWindow = async (browser: Browser) => {
  const server = await serve()
  const context = await browser.newContext({ viewport: desktop })
  // The browser gets it once, minified, and runs it under any policy.
  await context.addInitScript({ path: `${root}node_modules/axe-core/axe.min.js` })
  const page = await context.newPage()
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

  /** The rules of the style sheets that were asked for. */
  const known = new Map<string, Promise<string[]>>()

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
     * The faults of the page at that width, found in one visit of the browser, whose round trips take longest:
     * `axe`: what axe finds, one line each, without contrast, since the colours have their own test.
     * `xml`: what the browser's parser of XML says of a document that is not well-formed.
     * `smallTargets`: the texts of the links in rows, the buttons and the fields that are less than 44 pixels high.
     * `onSmallest`: what is too wide, or too low for a thumb, in that small page on a screen of 128 pixels.
     */
    faults: async (width: number, document: string) => {
      await page.setViewportSize({ ...desktop, width })
      return page.evaluate(findFaults, { xml: document, sheet: smallSheet })
    },
    /** Shows the page in the colours of a system with that setting. */
    inColours: (colorScheme: 'light' | 'dark') => page.emulateMedia({ colorScheme }),
    /** By how many pixels a page of that width has to be scrolled sideways. */
    sideways: async (width: number) => {
      await page.setViewportSize({ ...desktop, width })
      return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    },
    /** The whole page at that width, as PNG. */
    picture: async (width: number) => {
      await page.setViewportSize({ ...desktop, width })
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
    /** The rules of a style sheet that something in the page matches, one line each; those for print are left out. */
    rulesThatMatch: (sheet: string) => page.evaluate(matchingRules, { sheet }),
    /** The rules of a style sheet, one line each, but those for print. */
    rulesIn: (sheet: string) => {
      const rules = known.get(sheet) ?? page.evaluate(matchingRules, { sheet, all: true })
      known.set(sheet, rules)
      return rules
    },
    close: async () => {
      await context.close()
      server.stop()
    },
  }
}

export type Window = Awaited<ReturnType<typeof openWindow>>

const smallSheet = readFileSync(`${root}app/document/styles/small.css`, 'utf8')

/** Runs in a browser's page. */
const findFaults = async ({ xml, sheet }: { xml: string; sheet: string }) => {
  const targets = '.rows li:has(> a), .facts div:has(.change), .button, select, .tiles label'
  const fields = 'input:not([type=hidden], [type=checkbox], [type=radio], [type=image])'
  const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
    resultTypes: ['violations'],
    rules: { 'color-contrast': { enabled: false } },
  })
  const frame = document.createElement('iframe')
  frame.width = '128'
  frame.style.border = '0'
  document.body.append(frame)
  const small = frame.contentDocument as Document
  // Without its pictures, and the codes that are drawn with letters.
  small.write(`<!DOCTYPE html>${xml.replace(/<link[^>]*>| src="[^"]*"|<pre.*?<\/pre>/gs, '')}`)
  const rules = new (frame.contentWindow as unknown as typeof globalThis).CSSStyleSheet()
  rules.replaceSync(sheet)
  small.adoptedStyleSheets = [rules]
  const onSmallest = [...small.querySelectorAll<HTMLElement>('body *')]
    .filter((element) => {
      const { right, height } = element.getBoundingClientRect()
      return right > 128 || (element.matches('a, input:not([type=hidden]), select, textarea') && height < 24)
    })
    .map((element) => `${element.localName} ${element.innerText || element.id}`)
  frame.remove()
  const parsed = new DOMParser().parseFromString(xml, 'application/xhtml+xml')
  return {
    axe: violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
    ),
    xml: parsed.querySelector('parsererror')?.textContent ?? '',
    onSmallest,
    smallTargets: [...document.querySelectorAll<HTMLElement>(`${targets}, ${fields}`)]
      .filter((element) => element.getClientRects().length > 0 && element.offsetHeight < 44)
      .map((element) => element.innerText || element.id),
  }
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
