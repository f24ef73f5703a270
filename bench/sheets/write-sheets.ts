import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { launchOptions } from '#tests/e2e/chromium'
import { AppBrowser } from '#tests/e2e/pages/app-browser'
import { loadBuiltApp } from '#tests/e2e/pages/built-app'
import { states } from '#tests/e2e/pages/states/index'
import { openWindow } from '#tests/e2e/pages/window'
import { languages } from '#tests/e2e/texts'
import { brandFile } from '#tests/fixtures/brand'
import { root } from '#tests/fixtures/programs/server'
import { resetClock } from '#tests/fixtures/time/clock'
import { type ContactSheets, contactSheets } from './contact-sheet'

// `npm run sheets`: contact sheets of every page in every state, for people to look at. Needs a build. --width,
// --colours, --language and --only (a pattern of names of states) restrict the pages; --brand shows an operator's
// brand; --scale 0.5 puts more on a sheet.

const { values: wanted } = parseArgs({
  options: {
    width: { type: 'string', multiple: true, default: ['240', '360', '1280'] },
    colours: { type: 'string', multiple: true, default: ['light', 'dark'] },
    language: { type: 'string', multiple: true, default: [...languages] },
    only: { type: 'string', default: '' },
    scale: { type: 'string', default: '1' },
    brand: { type: 'boolean', default: false },
  },
})

const colours = (['light', 'dark'] as const).filter((each) => wanted.colours.includes(each))
const folder = join(root, '.cache/sheets')

/** The width of a page on a sheet: large enough to read text, and smaller for a wide page. */
const columnOf = (width: number) => Math.round(Math.min(width, 640) * 0.7 * Number(wanted.scale))

const sheets = new Map<string, ContactSheets>()
const sheetsOf = (name: string, width: number): ContactSheets => {
  const found = sheets.get(name) ?? contactSheets(folder, name, columnOf(width))
  sheets.set(name, found)
  return found
}

const brandFolder = mkdtempSync(join(tmpdir(), 'butterfly-brand-'))
if (wanted.brand) process.env.BRAND = brandFile(brandFolder)
const app = await loadBuiltApp()
app.fake.start()
const browser = await chromium.launch(launchOptions)
const window = await openWindow(browser)
try {
  for (const language of languages.filter((each) => wanted.language.includes(each)))
    for (const state of states.filter(({ name }) => new RegExp(wanted.only).test(name))) {
      app.fake.reset()
      const at = new AppBrowser(app, { language })
      await state.reach(at)
      await window.show(at)
      resetClock()
      for (const scheme of colours) {
        await window.inColours(scheme)
        for (const width of wanted.width.map(Number)) {
          const name = [wanted.brand ? 'brand' : [], width, language, scheme].flat().join('-')
          await sheetsOf(name, width).add(await window.picture(width), state.name)
        }
      }
    }
  for (const each of sheets.values()) await each.finish()
} finally {
  await window.close()
  await browser.close()
  app.fake.stop()
  rmSync(brandFolder, { recursive: true, force: true })
}
process.stdout.write(`Contact sheets are in ${folder}\n`)
