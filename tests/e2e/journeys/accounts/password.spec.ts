import { expect, test } from '#tests/e2e/journey'
import { anotherBrowser, signOut } from '#tests/e2e/roads'
import { signedInWithMobile } from '#tests/e2e/steps/accounts'
import { errorsOf, expectFlash, expectPage, expectSignedOut, open, send, whoAmI } from '#tests/e2e/steps/pages'
import { goodPassword } from '#tests/e2e/steps/people'
import { sentence } from '~/i18n/sentence'

const another = 'seven lamps over the bay'

test('happy: a forgotten password is reset by mobile, and every device has to sign in again', {
  tag: ['@postgresql', '@own-account-api'],
}, async ({ t, visitor }) => {
  const { mobile } = await signedInWithMobile(visitor)
  const elsewhere = await anotherBrowser(visitor)
  await open(elsewhere, 'signIn')
  await elsewhere.page.getByRole('link', { name: t('login.forgotten') }).click()
  await send(elsewhere, 'mobileReset', { mobile })
  await send(elsewhere, 'mobileResetCode', { code: await visitor.code(mobile, 2), password: another })
  // Signed in, with nothing typed again.
  await expectPage(elsewhere, 'settings')
  await expectFlash(elsewhere, 'password_reset')
  expect((await whoAmI(elsewhere)).mobile.slice(-4)).toBe(mobile.slice(-4))

  await signOut(elsewhere)
  await send(elsewhere, 'signIn', { account: mobile, password: goodPassword })
  expect(await errorsOf(elsewhere)).toEqual([sentence(t, t('error.wrong_credentials'))])
  await send(elsewhere, 'signIn', { account: mobile, password: another })
  await expectPage(elsewhere, 'settings')

  await expectSignedOut(visitor)
  await expectFlash(visitor, 'sign_in_again')
})

test('happy: a person changes the password by the current one', { tag: '@own-account-api' }, async ({ t, visitor }) => {
  const { mobile } = await signedInWithMobile(visitor)
  await open(visitor, 'password')
  await send(visitor, 'password', { current_password: 'not that one', password: another })
  expect(await errorsOf(visitor)).toEqual([t('error.wrong_credentials_current_password')])
  await send(visitor, 'password', { current_password: goodPassword, password: another })
  await expectFlash(visitor, 'password_changed')
  await visitor.accounts.signedIn({ account: mobile, password: another })
})
