import { sentence } from '../../../app/i18n/sentence'
import { codesTo } from '../../fixtures/post-office'
import { signedInWithBoth, signedInWithMobile } from '../accounts'
import { expect, test } from '../journey'
import { errorsOf, expectSignedOut, open, send, whoAmI } from '../pages'
import { goodPassword } from '../people'
import { signInByPassword } from '../roads'
import { codeButton } from '../step-up'

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
  await expectSignedOut(visitor)

  await send(visitor, 'signIn', { account: mobile, password: goodPassword })
  await send(visitor, 'restoreConfirm', {})
  expect(await whoAmI(visitor)).toEqual(before)
})

test('happy: after 30 days the account is erased, and its number starts with an empty account', {
  tag: '@postgresql',
}, async ({ page, t, visitor, pair }) => {
  const { mobile, password } = await signedInWithBoth(visitor)
  await open(visitor, 'settings')
  const before = await whoAmI(visitor)
  await open(visitor, 'cancel')
  await send(visitor, 'cancel', {})
  await send(visitor, 'cancelPassword', { password })
  await send(visitor, 'cancelConfirm', {})
  await expect(page).toHaveURL(/\/account-help\/cancelled\?until=[^&]+&time_zone=(Asia%2FShanghai|UTC)$/)
  pair.clock.passMinutes(30 * 24 * 60 + 1)
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
