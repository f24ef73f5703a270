import type { Response } from '@playwright/test'
import { expect, type Page, test } from '../journey'
import { goodPassword, newMobile } from '../people'

const path = '/passport/wap/login'
const mostBytes = 2048
const smallest = { width: 120, height: 160 }
const mediaType = 'application/xhtml+xml; charset=utf-8'

test.use({ viewport: smallest })

/**
 * Looks at each page that comes. The browser reads them with its parser of XML, which shows no form of a document that is
 * not well-formed.
 */
const watch = (page: Page) => {
  const seen: Promise<string | undefined>[] = []
  const faultOf = async (response: Response): Promise<string | undefined> => {
    const bytes = (await response.body()).length
    const isSmall = response.headers()['content-type'] === mediaType && bytes < mostBytes
    return isSmall ? undefined : `${response.url()}: ${response.headers()['content-type']}, ${bytes} bytes`
  }
  page.on('response', (response) => {
    if (response.request().isNavigationRequest() && response.status() !== 303) seen.push(faultOf(response))
  })
  return {
    /** The pages that are no small ones. */
    faults: async () => (await Promise.all(seen)).filter((fault) => fault !== undefined),
    count: () => seen.length,
  }
}

const press = async (page: Page, button: string): Promise<void> => {
  await page.locator(`input[type=submit][value="${button}"]`).first().click()
}

const follow = (page: Page, link: string): Promise<void> => page.getByRole('link', { name: link, exact: true }).click()

const signIn = async (page: Page, account: { mobile: string; password: string }, submit: string): Promise<void> => {
  await page.locator('#account').fill(account.mobile)
  await page.locator('#password').fill(account.password)
  await press(page, submit)
}

test('happy: the smallest browser registers, signs out and signs in, and goes on to the full pages', async ({
  page,
  t,
  code,
}) => {
  const pages = watch(page)
  const account = { mobile: newMobile(), password: goodPassword }
  const fits = async () => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(smallest.width)
  await page.goto(path)
  await fits()
  await follow(page, t('ways.register'))
  await fits()
  await page.locator('#mobile').fill(account.mobile)
  await press(page, t('code.send'))
  await page.locator('#code').fill(await code(account.mobile))
  await fits()
  await page.locator('#password').fill(account.password)
  await press(page, t('register.submit'))
  await expect(page).toHaveURL(/\/settings$/)
  await fits()
  await press(page, t('settings.sign_out'))
  await signIn(page, account, t('login.submit'))
  await expect(page).toHaveURL(/\/settings$/)
  expect(pages.count()).toBe(6)
  expect(await pages.faults()).toEqual([])
  await follow(page, t('small.leave'))
  await expect(page.locator('#main')).toBeVisible()
})

test('happy: a captcha comes as a small page, too', async ({ page, t, visitor, pair }) => {
  const pages = watch(page)
  const account = await visitor.accounts.withMobile()
  await visitor.accounts.guess(account.mobile)
  await page.goto(path)
  await signIn(page, account, t('login.submit'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('stepUp.title.captcha'))
  const { subtype, solution, spoken } = await pair.captcha()
  await page.locator('#text').fill(subtype === 'text' ? solution : spoken)
  await press(page, t(subtype === 'text' ? 'stepUp.continue' : 'stepUp.send_digits'))
  await expect(page).toHaveURL(/\/settings$/)
  expect(pages.count()).toBe(3)
  expect(await pages.faults()).toEqual([])
})
