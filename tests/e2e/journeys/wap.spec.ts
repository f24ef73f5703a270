import { expect, test } from '../journey'

const path = '/passport/wap/login'

test('happy: signs in by the small pages, which the browser reads as XML', async ({ page, t, visitor }) => {
  const { mobile, password } = await visitor.accounts.withMobile()
  const mediaTypes: (string | undefined)[] = []
  page.on('response', (response) => {
    if (response.request().isNavigationRequest() && response.status() < 300)
      mediaTypes.push(response.headers()['content-type'])
  })
  await page.goto(path)
  // A browser shows the mistakes of a document that is not well-formed, and no form.
  await page.locator('#account').fill(mobile)
  await page.locator('#password').fill(password)
  await page.getByText(t('login.submit')).last().click()
  await expect(page).toHaveURL(/\/settings$/)
  await expect(page.locator('parsererror')).toHaveCount(0)
  await page.getByText(t('small.leave')).click()
  await expect(page.locator('#main')).toBeVisible()
  expect(mediaTypes.slice(0, 2)).toEqual(Array(2).fill('application/xhtml+xml; charset=utf-8'))
})
