import { expect, test } from '../journey'
import { errorsOf, expectPage, open } from '../pages'
import { enter, signInByPassword, signOut } from '../roads'

test('security: under attack the sign-in page says what still works, and the known browser signs in', {
  tag: ['@small', '@postgresql'],
}, async ({ page, context, t, visitor, pair }) => {
  const account = await visitor.accounts.withMobile()
  await enter(visitor, account.mobile, account.password)
  await signOut(visitor)
  // Twenty wrong passwords within an hour. A captcha would be needed for the sixth within fifteen minutes.
  for (let quarter = 0; quarter < 4; quarter += 1) {
    await visitor.accounts.guess(account.mobile)
    pair.clock.passMinutes(15)
  }

  const known = await context.cookies()
  await context.clearCookies()
  await pair.newVisitor()
  await signInByPassword(visitor, account.mobile, account.password)
  await expectPage(visitor, 'signIn')
  const [told = '', ...more] = await errorsOf(visitor)
  expect(more).toEqual([])
  const [before = '', after = ''] = t('error.password_locked', { wait: '|' }).split('|')
  expect(told.startsWith(before) && told.endsWith(after)).toBe(true)
  for (const link of ['ways.sms', 'ways.email_code', 'login.forgotten'])
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: t(link), exact: true })
        .first(),
    ).toBeVisible()

  await context.clearCookies()
  await context.addCookies(known)
  await open(visitor, 'signIn')
  await enter(visitor, account.mobile, account.password)
})
