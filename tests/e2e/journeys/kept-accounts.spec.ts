import { press } from '../controls'
import { expect, test } from '../journey'
import { expectFlash, expectPage, expectSignedOut, open, send, whoAmI } from '../pages'

test('happy: two accounts are signed in at one browser, and a person changes between them', async ({ visitor }) => {
  const { page, t } = visitor
  const [first, second] = [await visitor.accounts.withMobile(), await visitor.accounts.withEmail()]
  const username = await visitor.accounts.rename({ account: first.mobile, password: first.password })
  const accounts = () => page.goto('/settings/accounts')
  await open(visitor, 'signIn')
  await send(visitor, 'signIn', { account: first.mobile, password: first.password })
  await expectPage(visitor, 'settings')
  await accounts()
  await press(visitor, 'accounts.add')
  await expectFlash(visitor, 'account_kept')
  await send(visitor, 'signIn', { account: second.email, password: second.password })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('accounts.title'))
  await press(visitor, 'accounts.enter', { username })
  await expectFlash(visitor, 'account_entered')
  expect((await whoAmI(visitor)).mobile.slice(-4)).toBe(first.mobile.slice(-4))

  // Signing out of the present one leaves the other.
  await press(visitor, 'settings.sign_out')
  await page.getByRole('link', { name: t('accounts.still') }).click()
  await expect(page.getByText(t('accounts.text_signed_out'))).toBeVisible()
  await page.getByRole('button', { name: t('accounts.enter', { username: '' }).trim() }).click()
  await expectPage(visitor, 'settings')
  await accounts()
  await page
    .getByRole('main')
    .getByRole('button', { name: t('accounts.leave_one', { username: '' }).trim() })
    .click()
  await expectSignedOut(visitor)
})
