import { codesTo } from '../../fixtures/post-office'
import { expect, test } from '../journey'
import { buttonOf, errorsOf, expectPage, open, send, whoAmI } from '../pages'
import { goodPassword } from '../people'
import { cancelByPassword, registerByBoth, registerByEmail, registerByMobile, signInByPassword } from '../roads'
import { codeButton } from '../step-up'

const thirtyDaysInMinutes = 30 * 24 * 60

test('happy: cancels by a code, is signed out, and gets everything back by signing in', async ({ page, t, code }) => {
  const visitor = { page, t }
  const { mobile } = await registerByMobile(visitor, code)
  const before = await whoAmI(visitor)
  await open(visitor, 'cancel')
  await expect(page.getByRole('main')).toContainText(before.username)
  await codeButton(visitor, 'mobile').click()
  await send(visitor, 'cancelCode', { code: await code(mobile, 2) })
  await send(visitor, 'cancelConfirm', {})
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('cancelled.title'))
  await open(visitor, 'settings')
  await expectPage(visitor, 'signIn')

  await send(visitor, 'signIn', { account: mobile, password: goodPassword })
  await send(visitor, 'restoreConfirm', {})
  expect(await whoAmI(visitor)).toEqual(before)
})

test('happy: leaves it cancelled, and restores it later by a code, on the way to where they were going', async ({
  page,
  t,
  code,
}) => {
  const visitor = { page, t }
  const { email, password } = await registerByEmail(visitor, code)
  await cancelByPassword(visitor, password)
  await signInByPassword(visitor, email, password)
  await expectPage(visitor, 'restoreConfirm')
  await page.getByRole('link', { name: t('restore.confirm.leave'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('restore.title'))

  await open(visitor, 'emailSignIn', { next: '/settings/addresses' })
  await send(visitor, 'emailSignIn', { email })
  await send(visitor, 'emailSignInCode', { code: await code(email, 2) })
  await send(visitor, 'restoreConfirm', {})
  await expectPage(visitor, 'addresses')
})

test('happy: after 30 days it is erased, and the same number starts with an empty account', async ({
  page,
  t,
  code,
  pair,
}) => {
  const visitor = { page, t }
  const { mobile, password } = await registerByBoth(visitor, code)
  const before = await whoAmI(visitor)
  await cancelByPassword(visitor, password)
  pair.clock.passMinutes(thirtyDaysInMinutes + 1)
  const lastText = async () => (await pair.office.textsTo(mobile)).at(-1)
  await expect.poll(lastText, { timeout: 30_000 }).toMatch(/was erased|已删除/)

  await signInByPassword(visitor, mobile, password)
  expect(await errorsOf(visitor)).toEqual([t('error.wrong_credentials')])
  const soFar = (await codesTo(pair.office, mobile)).length
  await open(visitor, 'registerMobile')
  await send(visitor, 'registerMobile', { mobile })
  await send(visitor, 'registerMobileCode', { code: await code(mobile, soFar + 1) })
  const now = await whoAmI(visitor)
  expect(now).toMatchObject({ email: t('settings.none'), password: t('settings.password_unset') })
  expect(now.username).not.toBe(before.username)
})

test('error: a wrong password, a page ahead and a change of mind cancel nothing', async ({ page, t, code }) => {
  const visitor = { page, t }
  const { password } = await registerByMobile(visitor, code)
  const before = await whoAmI(visitor)
  await open(visitor, 'cancelConfirm')
  await expectPage(visitor, 'cancel')
  await send(visitor, 'cancel', {})
  await send(visitor, 'cancelPassword', { password: 'not the password' })
  expect(await errorsOf(visitor)).toEqual([t('error.wrong_credentials_password')])
  await open(visitor, 'cancelConfirm')
  await expectPage(visitor, 'cancelPassword')
  await send(visitor, 'cancelPassword', { password })
  await expectPage(visitor, 'cancelConfirm')
  await page.getByRole('link', { name: t('cancel.confirm.keep'), exact: true }).click()
  expect(await whoAmI(visitor)).toEqual(before)
})

test('security: what was left open on another tab cannot be sent any more', async ({ page, t, code, context }) => {
  const visitor = { page, t }
  const { mobile, password } = await registerByMobile(visitor, code)
  const other = { page: await context.newPage(), t }
  await open(other, 'addresses')
  await cancelByPassword(visitor, password)
  await send(other, 'addresses', {})
  await expect(other.page.getByText(mobile)).toHaveCount(0)
  await signInByPassword(visitor, mobile, password)
  await expectPage(visitor, 'restoreConfirm')
  await page.reload()
  await buttonOf(visitor, 'restoreConfirm').click()
  await expectPage(visitor, 'settings')
})
