import { expect, test } from '#tests/e2e/journey'
import { anotherBrowser } from '#tests/e2e/roads'
import { signedInWithMobile, signIn } from '#tests/e2e/steps/accounts'
import { expectFlash, expectPage, expectSignedOut, open } from '#tests/e2e/steps/pages'

test('happy: one browser signs the other out, and the activity shows it', {
  tag: ['@small', '@postgresql'],
}, async ({ page, t, visitor }) => {
  const account = await signedInWithMobile(visitor)
  const other = await anotherBrowser(visitor)
  await signIn(other, account)
  await open(visitor, 'settings')
  await page.getByRole('link', { name: t('accounts.page_title'), exact: true }).click()
  const others = page.locator('form:has([name=session_id])')
  await expect(others).toHaveCount(1)
  await others.locator('[type=submit]').click()
  await expectFlash(visitor, 'session_ended')
  await expect(page.getByText(t('sessions.no_others'))).toBeVisible()

  await expectSignedOut(other)
  await expectFlash(other, 'sign_in_again')
  await page.getByRole('link', { name: t('settings.back') }).click()
  await expectPage(visitor, 'settings')
  await expect(page.getByText(t('activity.kind.session_ended'))).toBeVisible()
})
