import { formsIn } from '../../../testing/robot/forms-in-html'
import { resetClock } from '../../fixtures/time/clock'
import { AppBrowser } from './app-browser'
import { type BuiltApp, fits, pagePathsOf } from './built-app'
import { states } from './states'

/** What stands in the place of an address for names that any form may have. */
export const anyForm = 'any form'

/** The field of a form that was parked until a proof is there: it can be that of any page. */
const parked = 'parked'
const language = 'in_language'

/** The names that a person types or presses in the forms of a page, each with the form that it belongs to. */
const namesIn = (html: string, address: string): [of: string, name: string][] => {
  const visible = formsIn(html.replace(/<input\b[^>]*type="hidden"[^>]*>/g, ''))
  return formsIn(html).flatMap((form, nth) => {
    const isOfAny = (name: string) => form.names.includes(parked) || name === language
    const names = visible[nth]?.names ?? []
    return names.map((name): [string, string] => [isOfAny(name) ? anyForm : address, name])
  })
}

/** The address of every page, with the names in its forms, in every state that a person may see it in. */
export const namesOnPages = async (app: BuiltApp): Promise<Map<string, Set<string>>> => {
  const addresses = pagePathsOf(app.build)
    .filter((address) => address !== '/*')
    // As the router does: a parameter comes after the names beside it.
    .sort((one, other) => (one.replaceAll(':', '~') < other.replaceAll(':', '~') ? -1 : 1))
  const found = new Map([anyForm, ...addresses].map((address) => [address, new Set<string>()]))
  for (const state of states) {
    app.fake.reset()
    const browser = new AppBrowser(app, { language: 'en' })
    await state.reach(browser)
    resetClock()
    const { path, html } = browser.shown
    const address = found.has(path) ? path : addresses.find((each) => fits(each, path))
    for (const [of, name] of namesIn(html, address ?? '')) found.get(of)?.add(name)
  }
  return found
}
