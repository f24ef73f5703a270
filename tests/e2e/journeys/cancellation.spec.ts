import { sentence } from '../../../app/i18n/sentence'
import { codesTo } from '../../fixtures/post-office'
import { signedInWithBoth, signedInWithEmail, signedInWithMobile } from '../accounts'
import { expect, test } from '../journey'
import { buttonOf, errorsOf, expectPage, open, send, whoAmI } from '../pages'
import { goodPassword } from '../people'
import { cancelByPassword, signInByPassword } from '../roads'
import { codeButton } from '../step-up'

const thirtyDaysInMinutes = 30 * 24 * 60

test('happy: cancels by a code, is signed out, and gets everything back by signing in', {
  tag: ['@smoke', '@postgresql'],
}, async ({ page, t, visitor }) => {
  const { mobile } = await signedInWithMobile(visitor)
  await open(visitor, 'settings')
  const before = await whoAmI(visitor)
  await open(visitor, 'cancel')
  await expect(page.getByRole('main')).toContainText(before.username)
  await codeButton(visitor, 'mobile').click()
  await send(visitor, 'cancelCode', { code: await visitor.code(mobile, 2) })
  await send(visitor, 'cancelConfirm', {})
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('cancelled.title'))
  await open(visitor, 'settings')
  await expectPage(visitor, 'signIn')

  await send(visitor, 'signIn', { account: mobile, password: goodPassword })
  await send(visitor, 'restoreConfirm', {})
  expect(await whoAmI(visitor)).toEqual(before)
})

test('happy: restores a cancelled account later by a code, and goes on to the return address', async ({
  page,
  t,
  visitor,
}) => {
  const { email, password } = await signedInWithEmail(visitor)
  await cancelByPassword(visitor, password)
  await signInByPassword(visitor, email, password)
  await expectPage(visitor, 'restoreConfirm')
  await page.getByRole('link', { name: t('restore.confirm.leave'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('restore.title'))

  await open(visitor, 'emailSignIn', { next: '/settings/addresses' })
  await send(visitor, 'emailSignIn', { email })
  await send(visitor, 'emailSignInCode', { code: await visitor.code(email, 2) })
  await send(visitor, 'restoreConfirm', {})
  await expectPage(visitor, 'addresses')
})

test('happy: after 30 days the account is erased, and its number starts with an empty account', {
  tag: '@postgresql',
}, async ({ t, visitor, pair }) => {
  const { mobile, password } = await signedInWithBoth(visitor)
  await open(visitor, 'settings')
  const before = await whoAmI(visitor)
  await cancelByPassword(visitor, password)
  pair.clock.passMinutes(thirtyDaysInMinutes + 1)
  const lastText = async () => (await pair.office.textsTo(mobile)).at(-1)
  await expect.poll(lastText, { timeout: 30_000 }).toMatch(/was erased|已删除/)

  await signInByPassword(visitor, mobile, password)
  expect(await errorsOf(visitor)).toEqual([sentence(t, t('error.wrong_credentials'))])
  const soFar = (await codesTo(pair.office, mobile)).length
  await open(visitor, 'registerMobile')
  await send(visitor, 'registerMobile', { mobile })
  await send(visitor, 'registerMobileCode', { code: await visitor.code(mobile, soFar + 1) })
  const now = await whoAmI(visitor)
  expect(now).toMatchObject({ email: t('settings.none'), password: t('settings.password_unset') })
  expect(now.username).not.toBe(before.username)
})

test('error: a wrong password, a page ahead and a change of mind cancel nothing', async ({ page, t, visitor }) => {
  const { password } = await signedInWithMobile(visitor)
  await open(visitor, 'settings')
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

test('security: a form left open in another tab does nothing once the account is cancelled', async ({
  page,
  visitor,
  context,
}) => {
  const { mobile, password } = await signedInWithMobile(visitor)
  const tab = { ...visitor, page: await context.newPage() }
  await open(tab, 'addresses')
  await cancelByPassword(visitor, password)
  await send(tab, 'addresses', {})
  await expect(tab.page.getByText(mobile)).toHaveCount(0)
  await signInByPassword(visitor, mobile, password)
  await expectPage(visitor, 'restoreConfirm')
  await page.reload()
  await buttonOf(visitor, 'restoreConfirm').click()
  await expectPage(visitor, 'settings')
})
