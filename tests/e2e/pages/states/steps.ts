import { readFileSync } from 'node:fs'
import { done } from '#contract/server'
import { signedIn } from '#tests/app/browser/answers'
import type { AppBrowser } from '#tests/e2e/pages/app-browser'
import type { Answers } from '#tests/fake-account-api/fake'
import { root } from '#tests/fixtures/programs/server'
import { accounts, credentials } from './samples'
import type { Reach } from './state'

/** The page says what is wrong with the form. */
export const refused = ({ shown }: AppBrowser): void => mustSay(shown.html, 'alert')

/** The page says what has happened. */
export const told = ({ shown }: AppBrowser): void => mustSay(shown.html, 'status')

const mustSay = (html: string, role: 'alert' | 'status') => {
  if (!html.includes(`role="${role}"`)) throw new Error(`The page has no role="${role}":\n${html}`)
}

/** One step after the other. */
export const walk =
  (...steps: Reach[]): Reach =>
  async (browser) => {
    for (const step of steps) await step(browser)
  }

/** The account API answers these calls so from now on. */
export const given =
  (answers: Answers) =>
  ({ fake }: AppBrowser): void =>
    fake.answers(answers)

/** The form of the page is sent: see {@link AppBrowser.send}. */
export const sent =
  (...form: Parameters<AppBrowser['send']>): Reach =>
  (browser) =>
    browser.send(...form)

/** A button is pressed: see {@link AppBrowser.press}. */
export const pressed =
  (...button: Parameters<AppBrowser['press']>): Reach =>
  (browser) =>
    browser.press(...button)

/** The form of the page is sent, and the page says what is wrong with it. */
export const wrong = (...form: Parameters<AppBrowser['send']>): Reach => walk(sent(...form), refused)

/** The form of the page is sent, which the account API refuses, and the page says so. */
export const refusedBy = (answers: Answers, ...form: Parameters<AppBrowser['send']>): Reach =>
  walk(given(answers), wrong(...form))

/** The form of the page is sent, and the page says what has happened. */
export const toldAfter = (answers: Answers, ...form: Parameters<AppBrowser['send']>): Reach =>
  walk(given(answers), sent(...form), told)

/** The clock runs ahead. */
export const afterMinutes =
  (minutes: number) =>
  (browser: AppBrowser): void =>
    browser.passMinutes(minutes)

/** A page opened by its address, while the account API answers so. */
export const opened =
  (address: string, answers: Answers = {}): Reach =>
  (browser) => {
    browser.fake.answers(answers)
    return browser.open(address)
  }

/** A form sent with nothing in it. */
export const refusedEmpty = (address: string): Reach => walk(opened(address), wrong())

/** The states of a page that is a form: opened, and sent with nothing in it. */
export const formAt = (address: string, name: string) => ({
  [name]: opened(address),
  [`${name}, empty`]: refusedEmpty(address),
})

/** The cookies of a browser that has signed in. The fake account API believes them for any account. */
let signedInCookies: AppBrowser['cookies'] | undefined

/** Signs in to an account. */
export const signIn =
  (account = accounts.mobile): Reach =>
  async (browser) => {
    given({ accountInfo: done(account) })(browser)
    if (!signedInCookies) {
      await walk(opened('/login', { accountLoginV2: signedIn() }), sent(credentials))(browser)
      signedInCookies = browser.cookies
    }
    browser.cookies = signedInCookies
  }

/** A page as somebody who has signed in opens it. */
export const signedInAt = (address: string, account = accounts.mobile): Reach => walk(signIn(account), opened(address))

/** The same, while the account API answers so. */
export const signedInTo = (address: string, answers: Answers, account = accounts.mobile): Reach =>
  walk(signIn(account), opened(address, answers))

/** The product's own pictures, as base64 by kind. */
const defaults = JSON.parse(
  readFileSync(`${root}account-api/accounts/pictures/making/defaults.json`, 'utf8'),
) as Record<string, string[]>

/** Any picture of an account: a default one by its key, and the first avatar for any other. */
export const picturesAreThere = ({ fake }: AppBrowser): void =>
  fake.answer('image', ({ input }) => {
    const [, kind = 'avatar', number = '1'] = /^default-(\w+)-(\d+)$/.exec(String(input.key)) ?? []
    const bytes = new Uint8Array(Buffer.from(defaults[kind]?.[Number(number) - 1] ?? '', 'base64'))
    return done({ media_type: 'image/jpeg', bytes })
  })
