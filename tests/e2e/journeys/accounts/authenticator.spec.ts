import { press } from '#tests/e2e/controls'
import { expect, test } from '#tests/e2e/journey'
import { signInByPassword, signOut } from '#tests/e2e/roads'
import { signedInWithBoth } from '#tests/e2e/steps/accounts'
import { appCode, setUpApp } from '#tests/e2e/steps/authenticator'
import { expectFlash, expectPage, open, send } from '#tests/e2e/steps/pages'
import { passByCode } from '#tests/e2e/steps/step-up'

test('happy: a sign-in requires a code of the app, or a recovery code, and continues to the requested page', {
  tag: ['@small', '@postgresql'],
}, async ({ visitor, pair, page }) => {
  const account = await signedInWithBoth(visitor)
  const { key, codes } = await setUpApp(visitor, pair)
  await press(visitor, 'authenticator.ask')
  // Other people's apps are kept out: it takes one factor more than the sign-in has proven.
  await passByCode(visitor, { way: 'email', to: account.email, nth: 2 })
  await expectFlash(visitor, 'authenticator_asked')
  await signOut(visitor)
  pair.clock.passMinutes(1)
  await open(visitor, 'signIn', { next: '/settings/profile' })
  await send(visitor, 'signIn', { account: account.mobile, password: account.password })
  await send(visitor, 'authenticatorStep', { authenticator_code: appCode(pair, key) })
  await expect(page).toHaveURL(/\/settings\/profile$/)
  await signOut(visitor)
  await signInByPassword(visitor, account.mobile, account.password)
  await send(visitor, 'authenticatorStep', { authenticator_code: codes[0]?.toUpperCase() ?? '' })
  await expectPage(visitor, 'settings')
})
