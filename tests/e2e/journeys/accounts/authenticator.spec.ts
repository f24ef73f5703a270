import { press } from '#tests/e2e/controls'
import { expect, test } from '#tests/e2e/journey'
import { signInByPassword, signOut } from '#tests/e2e/roads'
import { signedInWithBoth } from '#tests/e2e/steps/accounts'
import { expectFlash, expectPage, open, send, type Visitor } from '#tests/e2e/steps/pages'
import { appCode, passByCode } from '#tests/e2e/steps/step-up'
import type { Pair } from '#tests/fixtures/programs/pair'

/** Sets an authenticator app up, for the account that is signed in, and has no sign-in ask for it. */
const setUpApp = async (visitor: Visitor, pair: Pair): Promise<{ key: string; codes: string[] }> => {
  const { page } = visitor
  await open(visitor, 'authenticator')
  await send(visitor, 'authenticator', {})
  await expectPage(visitor, 'authenticatorSetUp')
  const picture = page.getByRole('main').getByRole('img')
  // The page is there before its picture is.
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
  const key = ((await page.getByRole('main').getByRole('code').textContent()) ?? '').replaceAll(' ', '')
  await send(visitor, 'authenticatorSetUp', { authenticator_code: appCode(pair, key) })
  await expectPage(visitor, 'recoveryCodes')
  const codes = await page.getByRole('main').getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  await page.getByRole('checkbox').uncheck()
  await send(visitor, 'recoveryCodes', {})
  await expectFlash(visitor, 'recovery_codes_kept')
  return { key, codes }
}

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
