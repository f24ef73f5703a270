import { createHash } from 'node:crypto'
import { test as base, expect } from '@playwright/test'
import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import { keysShownIn, type Language, languages } from '#tests/e2e/texts'
import { sheetNamed } from '#tests/fixtures/style-sheets'
import { resetClock } from '#tests/fixtures/time/clock'
import { smallMarkup } from '~/document/small-markup'
import { SheetRules } from '~/document/styles/sheet-rules'
import { AppBrowser, type Shown } from './app-browser'
import { type BuiltApp, fits, loadBuiltApp, pagePathsOf } from './built-app'
import { noteShown } from './record'
import { type State, states } from './states'
import { openWindow, type Window } from './window'

/** The usual rules. Making their table of elements takes longer than judging a page, so it is made once. */
class RulesMadeOnce extends StaticConfigLoader {
  #made: ReturnType<StaticConfigLoader['getConfigFor']> | undefined

  override getConfigFor(handle: string) {
    this.#made ??= super.getConfigFor(handle)
    return this.#made
  }
}
const htmlValidate = new HtmlValidate(new RulesMadeOnce({ extends: ['html-validate:standard'] }))

/** The smallest phones: no page lays anything else out before 960 pixels, so what fits these fits all that are wider. */
const narrow = 128
/** The usual phone. */
const phone = 360
/** Where columns begin, and where tables begin: there they have the least room. */
const [columnsBegin, tablesBegin] = [960, 1056]

/**
 * Each state is reached in this process, where the fake account API answers. The final page is validated here
 * and then seen by a real browser.
 */
const test = base.extend<
  { reach: (state: State, language: Language) => Promise<AppBrowser> },
  { app: BuiltApp; window: Window }
>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const app = await loadBuiltApp()
      app.fake.start()
      await use(app)
      app.fake.stop()
    },
    { scope: 'worker' },
  ],

  window: [
    async ({ browser }, use) => {
      const window = await openWindow(browser, { common, seldom })
      await use(window)
      await window.close()
    },
    { scope: 'worker' },
  ],

  reach: async ({ app }, use) => {
    await use(async (state, language) => {
      app.fake.reset()
      const browser = new AppBrowser(app, { language })
      try {
        await state.reach(browser)
      } finally {
        resetClock()
      }
      expect([...app.fake.unexpected], 'calls that the state did not expect').toEqual([])
      return browser
    })
  },
})

/** A page that waits for a phone loads itself, where no script does it. No other page may. */
const waiting =
  /<noscript><meta http-equiv="refresh" content="\d+; url=\/(login\/qr|settings\/move)\/code"\/><\/noscript>/

/** What html-validate finds, one line each. */
const htmlFaults = async (html: string): Promise<string[]> => {
  const { results } = await htmlValidate.validateString(html.replace(waiting, ''))
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`),
  )
}

/** The links of a page to parts of itself that are not there. */
const deadLinks = ({ html }: Shown): string[] =>
  [...html.matchAll(/href="#([^"]+)"/g)].flatMap(([, id = '']) => (html.includes(`id="${id}"`) ? [] : id))

/** The buttons that are neither secondary nor red. */
const primaryButtons = ({ html }: Shown): string[] => html.match(/class="button( safe)?"|<button\b/g) ?? []

const countIn = ({ html }: Shown, tag: RegExp): number => html.match(tag)?.length ?? 0

/** The only scripts are the forwarder of old bookmarks on the home page, and the loader of a page's island. */
const scriptFaults = ({ html, path }: Shown): string[] => {
  const scripts = [...html.matchAll(/<script\b[^>]*>(.*?)<\/script>/gs)].map(([, script = '']) => script)
  const mayHaveOne = path === '/' || html.includes('data-island=')
  return scripts.length === (mayHaveOne ? 1 : 0) ? scripts.filter((script) => script.length >= 300) : scripts
}

/** The small pages have their own frame, which tests/app/document/small.test.ts judges. */
const isSmall = ({ path }: State): boolean => path.startsWith('/passport/wap/')
const largePages = states.filter((state) => !isSmall(state))

const [common, seldom] = [await sheetNamed('butterfly.css'), await sheetNamed('seldom.css')]
const sheetRules = new SheetRules(common, seldom)

/** The rules of the style sheets that a page gets in itself. */
const ownRules = ({ html }: Shown) => ({
  first: sheetRules.neededBy(html, false),
  later: sheetRules.neededBy(html, true),
})

/** The markup of a page without what differs between languages: texts, places to break them, choices, and links to others. */
const markupOf = ({ html }: Shown): string =>
  html
    .replace(/<wbr\/?>/g, '')
    .replace(/>[^<]*</g, '><')
    .replace(/ (?!(?:id|class|for|type|role|name|aria-(?!label)[a-z]+)=)([\w-]+)="[^"]*"/g, ' $1')
    .replace(/(?:<option[^>]*><\/option>)+/g, '<option>')
    .replace(/<span aria-current="true"><\/span>|<a href lang hrefLang><\/a>|<input [^>]*name="in_language"[^>]*>/g, '')

/** The hashes of the rules in a page that its policy does not name. */
const refusedStyles = ({ html, headers }: Shown): string[] =>
  [...html.matchAll(/<style>([^<]*)<\/style>/g)]
    .map(([, style = '']) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`)
    .filter((hash) => !headers['content-security-policy']?.includes(hash))

const hasColumns = ({ html }: Shown): boolean => html.includes('class="columns"')
/** The widths that a page has to fit. */
const widthsOf = (shown: Shown): number[] => [
  ...(hasColumns(shown) ? [columnsBegin] : []),
  ...(shown.html.includes('<table') ? [tablesBegin] : []),
  narrow,
]

/** The rules of the style sheets that the markups use which this worker has judged. */
const judged = new Map<string, string[]>()

/** Judges what depends on the markup alone, once. @returns the rules of the style sheets that the page uses */
const expectSound = async (shown: Shown, window: Window): Promise<string[]> => {
  const markup = markupOf(shown)

  const known = judged.get(markup)
  if (known) return known
  if (shown.html.includes('button danger')) expect(shown.html).toMatch(/button safe.*button danger/s)
  const { rules, ...faults } = await window.faults(phone, ownRules(shown))
  // One assertion for all: a runner of browsers notes each with the stack that led to it.
  expect({
    html: await htmlFaults(shown.html),
    headings: countIn(shown, /<h1\b/g),
    mains: countIn(shown, /<main\b/g),
    scripts: scriptFaults(shown),
    isWide: shown.html.includes('<body class="wide">'),
    secondPrimaryButtons: primaryButtons(shown).slice(1),
    ...faults,
    ...(await window.smallFaults(smallMarkup(shown.html, '/?a&b'))),
  }).toEqual({
    html: [],
    headings: 1,
    mains: 1,
    scripts: [],
    isWide: hasColumns(shown),
    secondPrimaryButtons: [],
    xml: '',
    smallTargets: [],
    onSmallest: [],
    axe: [],
    lackingRules: [],
  })
  judged.set(markup, rules)
  return rules
}

/** What the texts of a page could spoil, as far as no browser is needed. */
const faultsOfTexts = (shown: Shown) => ({
  deadLinks: deadLinks(shown),
  keys: keysShownIn(shown.html),
  refused: refusedStyles(shown),
})
const noFaultsOfTexts = { deadLinks: [], keys: [], refused: [] }

/** The texts that the style sheet keeps together, where Chinese would break anywhere: titles, days and buttons. */
const keptTogether = ({ html }: Shown): string[] =>
  html.match(/<h1\b.*?<\/h1>|<time\b.*?<\/time>|<(\w+)[^>]* class="button\b.*?<\/\1>/gs) ?? []

/** Those that have fitted the smallest phones. */
const fitted = new Set<string>()

/** Shows a page, and judges what its markup, or its texts too, could spoil. */
const judge = async (browser: AppBrowser, window: Window): Promise<string[]> => {
  const { shown } = browser
  await window.show(browser)
  const rules = await expectSound(shown, window)
  const sideways: Record<number, number> = {}
  for (const width of widthsOf(shown)) sideways[width] = await window.sideways(width)
  expect({ sideways, ...faultsOfTexts(shown), complaints: window.complaints }).toEqual({
    sideways: Object.fromEntries(widthsOf(shown).map((width) => [width, 0])),
    ...noFaultsOfTexts,
    complaints: [],
  })
  for (const text of keptTogether(shown)) fitted.add(text)
  return rules
}

for (const state of largePages)
  test(`happy: ${state.name} is valid, accessible and fits`, async ({ app, reach, window }) => {
    const [first, ...others] = languages
    const expectReached = ({ path, html }: Shown, language: Language) =>
      expect([path, /<html lang="([^"]*)"/.exec(html)?.[1]]).toEqual([state.path, language])
    const browser = await reach(state, first)
    const { shown } = browser
    expectReached(shown, first)
    noteShown(app, shown, await judge(browser, window))
    for (const language of others) {
      // In most states only the texts differ. A page that shows a state only once has to be reached again.
      const again = await browser.againIn(language)
      const isSame = app.fake.unexpected.length === 0 && markupOf(again) === markupOf(shown)
      const other = isSame ? browser : await reach(state, language)
      expectReached(other.shown, language)
      const isNarrowAlone = widthsOf(other.shown).length === 1
      if (isSame && isNarrowAlone && keptTogether(other.shown).every((text) => fitted.has(text)))
        expect(faultsOfTexts(other.shown)).toEqual(noFaultsOfTexts)
      else await judge(other, window)
    }
  })

test('happy: the small pages are shown', async ({ app, reach }) => {
  for (const state of states.filter(isSmall)) {
    const { shown } = await reach(state, languages[0])
    expect(shown.path).toBe(state.path)
    noteShown(app, shown, [])
  }
})

test('error: the check finds each kind of fault in a page', async ({ app, window }) => {
  const browser = new AppBrowser(app, { language: 'en' })
  const { html, ...rest } = await browser.open('/login')
  const spoilt = html
    .replace('<h1>', '<img src="data:,"><h1>')
    .replace(/<label for="account">[^<]*<\/label>/, '')
    .replace(
      '</main>',
      `<input type="range" id="small"><p style="color:red">red</p><nobr>${'wide '.repeat(100)}</nobr></main>`,
    )
  await window.show({ shown: { ...rest, html: spoilt }, fetch: async () => new Response('', { status: 404 }) })
  const small = `<html xmlns="http://www.w3.org/1999/xhtml"><body><p><nobr>${'wide '.repeat(9)}</nobr></body></html>`
  const faults = { ...(await window.faults(phone, ownRules({ ...rest, html }))), ...(await window.smallFaults(small)) }
  for (const rule of ['image-alt', 'label']) expect(faults.axe.join('\n')).toContain(`${rule}: `)
  expect(faults.smallTargets).toEqual(['small'])
  expect(faults.xml).not.toBe('')
  expect(faults.onSmallest).toEqual([expect.stringMatching(/^nobr wide/)])
  expect(await window.sideways(240)).toBeGreaterThan(0)
  expect(window.complaints.join('\n')).toContain('Content Security Policy')
  expect(await htmlFaults(spoilt)).not.toEqual([])
  const markup = markupOf({ ...rest, html })
  expect(markupOf({ ...rest, html: html.replace(/<h1>[^<]*/, '<h1>登录') })).toBe(markup)
  expect(markupOf({ ...rest, html: spoilt })).not.toBe(markup)
  const ruled = { ...rest, html: html.replace('</head>', '<style>h1 { color: red }</style></head>') }
  expect(refusedStyles(ruled)).toHaveLength(1)
})

test('happy: rows, buttons and messages keep their edges in forced colours', async ({ app, window }) => {
  const browser = new AppBrowser(app, { language: 'en' })
  await browser.open('/login')
  await browser.send()
  await window.show(browser)
  await window.inForcedColours('active')
  expect(await window.edges('.rows, .button, .problem, input[type=text]')).not.toContain(0)
  await window.inForcedColours('none')
})

test('happy: a first visit looks like later ones, and its policy allows the rules in it', async ({ app, window }) => {
  for (const path of ['/login', '/no-such-page']) {
    const pictures: string[] = []
    for (const isNew of [true, false]) {
      const browser = new AppBrowser(app, { language: 'en', isNew })
      const { html } = await browser.open(path)
      expect(html.includes(' media="print"')).toBe(isNew)
      await window.load(browser)
      for (const width of [240, 1280]) pictures.push((await window.picture(width)).toString('base64'))
      expect(window.complaints).toEqual([])
    }
    expect(pictures.slice(0, 2)).toEqual(pictures.slice(2))
  }
})

test('happy: every page of the app has a state, and every state its own name', ({ app }) => {
  const paths = [...new Set(states.map(({ path }) => path))]
  const declared = pagePathsOf(app.build)
  const withoutState = declared.filter((page) => {
    const more = declared.filter((other) => other !== page && !/[:*]/.test(other))
    return !paths.some((path) => fits(page, path) && !more.includes(path))
  })
  expect(declared.length).toBeGreaterThan(50)
  expect(withoutState).toEqual([])
  const names = states.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})
