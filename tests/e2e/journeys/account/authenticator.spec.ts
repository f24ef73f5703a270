import { press } from '#tests/e2e/controls'
import { expect, test } from '#tests/e2e/journey'
import { signOut } from '#tests/e2e/roads'
import { signedInWithBoth } from '#tests/e2e/steps/accounts'
import { appCode, setUpApp } from '#tests/e2e/steps/authenticator'
import { errorsOf, expectFlash, expectPage, expectSignedOut, open, send } from '#tests/e2e/steps/pages'
import { passByCode } from '#tests/e2e/steps/step-up'

test('happy: a sign-in asks for a code of the app, or a recovery code, and goes where it was to go', {
  tag: ['@small', '@postgresql'],
}, async ({ visitor, pair, page }) => {
  const account = await signedInWithBoth(visitor)
  const known = { account: account.mobile, password: account.password }
  const { key, codes } = await setUpApp(visitor, pair)
  await press(visitor, 'authenticator.ask')
  // Other people's apps are kept out: it takes one factor more than the sign-in has proven.
  await passByCode(visitor, { way: 'email', to: account.email, nth: 2 })
  await expectFlash(visitor, 'authenticator_asked')
  await open(visitor, 'settings')
  await signOut(visitor)
  pair.clock.passMinutes(1)
  await open(visitor, 'signIn', { next: '/settings/profile' })
  await send(visitor, 'signIn', known)
  await send(visitor, 'authenticatorStep', { authenticator_code: appCode(pair, key) })
  await expect(page).toHaveURL(/\/settings\/profile$/)
  await open(visitor, 'settings')
  await signOut(visitor)
  await open(visitor, 'signIn')
  await send(visitor, 'signIn', known)
  await send(visitor, 'authenticatorStep', { authenticator_code: codes[0]?.toUpperCase() ?? '' })
  await expectPage(visitor, 'settings')
})

test('security: a thief of the password and of a code that was used stays outside', async ({ visitor, pair, t }) => {
  const { mobile, password } = await visitor.accounts.withMobile()
  const known = { account: mobile, password }
  const key = await visitor.accounts.withApp(known, { asks: true })
  pair.clock.passMinutes(1)
  const code = appCode(pair, key)
  await open(visitor, 'signIn')
  await send(visitor, 'signIn', known)
  await send(visitor, 'authenticatorStep', { authenticator_code: code })
  await expectPage(visitor, 'settings')
  await signOut(visitor)
  await open(visitor, 'signIn')
  await send(visitor, 'signIn', known)
  await send(visitor, 'authenticatorStep', { authenticator_code: code })
  expect(await errorsOf(visitor)).toEqual([expect.stringContaining(t('error.authenticator_code_used').slice(0, 12))])
  await expectSignedOut(visitor)
  // Without the phone and the recovery codes there is the road that waits, and tells every address.
  await visitor.page.goto('/login/authenticator/lost')
  await send(visitor, 'authenticatorLost', {})
  await expect(visitor.page.getByRole('heading', { level: 1 })).toHaveText(t('authenticator.lost_asked_title'))
  await expectSignedOut(visitor)
})
