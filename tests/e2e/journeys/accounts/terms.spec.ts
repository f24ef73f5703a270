import { press } from '#tests/e2e/controls'
import { expect, withOwnPair } from '#tests/e2e/journey'
import { expectPage, send } from '#tests/e2e/steps/pages'
import { root } from '#tests/fixtures/programs/server'

// The accounts of these journeys were created by a program that showed no terms.
const test = withOwnPair({ BRAND: `${root}tests/fixtures/operator.json` })

test('happy: a person accepts new terms once, and continues to the requested page', async ({ page, t, visitor }) => {
  const { mobile, password } = await visitor.accounts.withMobile()
  await page.goto('/login?next=%2Fsettings%2Fprofile')
  await send(visitor, 'signIn', { account: mobile, password })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('terms.title'))
  await press(visitor, 'terms.accept')
  await expectPage(visitor, 'profile')
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('settings.title'))
})
