import type { Response } from '@playwright/test'
import { expect, test } from '#tests/e2e/journey'
import { goodPassword, newMobile } from '#tests/e2e/steps/people'

const mostBytes = 2048
const smallest = { width: 120, height: 160 }
const mediaType = 'application/xhtml+xml; charset=utf-8'

test.use({ viewport: smallest })

/** What is wrong with a page that is no small one. */
const faultOf = async (response: Response): Promise<string | undefined> => {
  const bytes = (await response.body()).length
  const isSmall = response.headers()['content-type'] === mediaType && bytes < mostBytes
  return isSmall ? undefined : `${response.url()}: ${response.headers()['content-type']}, ${bytes} bytes`
}

test('happy: the smallest browser registers, signs in, and reaches the full pages', async ({ page, t, code }) => {
  // The browser reads the pages with its parser of XML, which shows no form of a document that is not well-formed.
  const seen: Promise<string | undefined>[] = []
  page.on('response', (response) => {
    if (response.request().isNavigationRequest() && response.status() !== 303) seen.push(faultOf(response))
  })
  const [mobile, password] = [newMobile(), goodPassword]
  const fits = async () => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(smallest.width)
  const press = (button: string) =>
    page
      .locator(`input[type=submit][value="${t(button)}"]`)
      .first()
      .click()
  const follow = (link: string) => page.getByRole('link', { name: t(link), exact: true }).click()
  await page.goto('/passport/wap/login')
  await fits()
  await follow('ways.register')
  await fits()
  await page.locator('#mobile').fill(mobile)
  await press('code.send')
  await page.locator('#code').fill(await code(mobile))
  await fits()
  await page.locator('#password').fill(password)
  await press('register.submit')
  await expect(page).toHaveURL(/\/settings\?notice=account_created$/)
  await fits()
  await press('settings.sign_out')
  await page.locator('#account').fill(mobile)
  await page.locator('#password').fill(password)
  await press('login.submit')
  await expect(page).toHaveURL(/\/settings$/)
  expect(await Promise.all(seen)).toEqual(Array.from({ length: 6 }, () => undefined))
  await follow('small.leave')
  await expect(page.locator('#main')).toBeVisible()
})
