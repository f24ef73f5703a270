import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@playwright/test'
import { formsIn } from '../../../testing/robot/forms-in-html'
import type { Shown } from './app-browser'
import { type BuiltApp, fits, pagePathsOf } from './built-app'

/** What the pages of a run had: names in forms, each with the page that it belongs to, and rules of the style sheets. */
export interface PageRecord {
  names: [of: string, name: string][]
  rules: string[]
}

/** What is in the place of an address for names that any form may have. */
const anyForm = 'any form'

/** The field of a form that was parked until a proof exists. It can belong to any page. */
const parked = 'parked'
const language = 'in_language'

/** The names that a person types or presses in the forms of a page, each with the form that it belongs to. */
const namesIn = (html: string, address: string): PageRecord['names'] => {
  const visible = formsIn(html.replace(/<input\b[^>]*type="hidden"[^>]*>/g, ''))
  return formsIn(html).flatMap((form, nth) => {
    const isOfAny = (name: string) => form.names.includes(parked) || name === language
    const names = visible[nth]?.names ?? []
    return names.map((name): [string, string] => [isOfAny(name) ? anyForm : address, name])
  })
}

/** The address of a page as the router declares it: a parameter comes after the names next to it. */
const addressOf = ({ path }: Shown, { build }: BuiltApp): string => {
  const declared = pagePathsOf(build).sort((one, other) =>
    one.replaceAll(':', '~') < other.replaceAll(':', '~') ? -1 : 1,
  )
  return declared.includes(path) ? path : (declared.find((each) => each !== '/*' && fits(each, path)) ?? '')
}

/** Where Playwright keeps what a run leaves, until the next run. */
const folder = (): string => join(test.info().project.outputDir, 'pages')

/** Notes what a page had, for the tests that judge all pages together. */
export const noteShown = (app: BuiltApp, shown: Shown, rules: string[]): void => {
  const noted: PageRecord = { names: namesIn(shown.html, addressOf(shown, app)), rules }
  mkdirSync(folder(), { recursive: true })
  appendFileSync(join(folder(), `${process.pid}.jsonl`), `${JSON.stringify(noted)}\n`)
}

/** What all pages of this run had. */
export const readPages = (): PageRecord[] =>
  readdirSync(folder()).flatMap((name) =>
    readFileSync(join(folder(), name), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as PageRecord),
  )
