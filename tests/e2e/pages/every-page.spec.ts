import { AxeBuilder } from '@axe-core/playwright'
import { HtmlValidate } from 'html-validate'
import { expect, type Page, test } from '../journey'
import { languages } from '../texts'
import { states } from './states'

const htmlValidate = new HtmlValidate({ extends: ['html-validate:standard'] })

const widths = [240, 360, 1280]

/** Faults that axe finds, as one line each. */
const axeFaults = async (page: Page, { rules }: { rules?: string[] } = {}): Promise<string[]> => {
  const axe = new AxeBuilder({ page })
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  )
}

/** Wide things that would make a person scroll sideways at the present width. */
const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Every state is seen in English; in Chinese every page is, and of its states those that stand for themselves. */
const isSeenIn = (language: string, name: string): boolean => language === 'en' || !name.includes(',')

for (const language of languages)
  test.describe(language, () => {
    test.use({ language })

    for (const [name, reach] of Object.entries(states).filter(([name]) => isSeenIn(language, name)))
      test(`happy: ${name} is valid, accessible and fits`, async ({ page, t, code, link, html, pair }) => {
        await reach({ page, t, code, link, passMinutes: pair.clock.passMinutes, database: pair.database })

        const source = await html()
        expect(source).toContain(`<html lang="${language}"`)
        const report = await htmlValidate.validateString(source)
        const faults = report.results.flatMap(({ messages }) =>
          messages.map(({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`),
        )
        expect(faults).toEqual([])

        await expect(page.locator('html')).toHaveAttribute('lang', language)
        const isBare = name === 'no such page'
        if (!isBare) {
          await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
          await expect(page.getByRole('main')).toHaveCount(1)
        }
        // The first page sends old bookmarks on, and an island is loaded by one script; no other page carries any.
        const scripts = await page.locator('script').allTextContents()
        expect(scripts.filter((script) => script.length >= 300)).toEqual([])
        const hasIsland = (await page.locator('[data-island]').count()) > 0
        expect(scripts.length).toBe(hasIsland || new URL(page.url()).pathname === '/' ? 1 : 0)

        expect(await axeFaults(page)).toEqual([])
        // Colours are the same in every language.
        if (language === 'en') {
          await page.emulateMedia({ colorScheme: 'dark' })
          expect(await axeFaults(page, { rules: ['color-contrast'] })).toEqual([])
        }
        for (const width of widths) {
          await page.setViewportSize({ width, height: 640 })
          expect({ width, sideways: await sideways(page) }).toEqual({ width, sideways: 0 })
        }
      })
  })
