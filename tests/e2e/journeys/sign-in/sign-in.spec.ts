import { expect, test } from '#tests/e2e/journey'
import { registerByMobile, signInByPassword, signInBySms, signOut } from '#tests/e2e/roads'
import { buttonOf, errorsOf, expectPage, expectSignedOut, fieldOf, open, send, whoAmI } from '#tests/e2e/steps/pages'
import { newMobile } from '#tests/e2e/steps/people'

test('happy: a person registers by mobile, sees the account and signs out', {
  tag: ['@smoke', '@small', '@postgresql', '@own-account-api'],
}, async ({ t, visitor }) => {
  const { mobile } = await registerByMobile(visitor)
  const me = await whoAmI(visitor)
  expect(me.mobile).toMatch(/^\+86 138\*{4}\d{4}$/)
  expect(me.mobile.slice(-4)).toBe(mobile.slice(-4))
  expect(me.email).toBe(t('settings.none'))
  expect(me.password).toBe(t('settings.password_set'))
  expect(me.username).not.toBe('')
  await signOut(visitor)
  await expectSignedOut(visitor)
})

test('happy: a person signs in by password with mobile, email and username', {
  tag: ['@smoke', '@small', '@postgresql', '@own-account-api'],
}, async ({ visitor }) => {
  const { mobile, email, password } = await visitor.accounts.withBoth()
  const username = await visitor.accounts.rename({ account: mobile, password })
  for (const account of [mobile, email, username]) {
    await signInByPassword(visitor, account, password)
    expect((await whoAmI(visitor)).username).toBe(username)
    await signOut(visitor)
  }
})

test('happy: a person whose number has no account is offered one', {
  tag: ['@postgresql', '@own-account-api'],
}, async ({ t, visitor }) => {
  const mobile = newMobile()
  await signInBySms(visitor, mobile, 1)
  await expectPage(visitor, 'smsSignInCreate')
  await buttonOf(visitor, 'smsSignInCreate').click()
  const me = await whoAmI(visitor)
  expect(me.mobile.slice(-4)).toBe(mobile.slice(-4))
  expect(me.password).toBe(t('settings.password_unset'))
})

test('error: an error of the summary leads to its field', { tag: '@any-deployment' }, async ({ page, t, visitor }) => {
  await open(visitor, 'signIn')
  await send(visitor, 'signIn', {})
  expect(await errorsOf(visitor)).toEqual([t('field.account.missing'), t('field.password.missing')])
  await page
    .getByRole('alert')
    .getByRole('link', { name: t('field.password.missing') })
    .click()
  await expect(page).toHaveURL(/#password$/)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(fieldOf(visitor, 'signIn', 'password')).toBeFocused()
})
