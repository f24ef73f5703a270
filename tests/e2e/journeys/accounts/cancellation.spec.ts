import { expect, test } from '#tests/e2e/journey'
import { signedInWithMobile } from '#tests/e2e/steps/accounts'
import { expectSignedOut, open, send, whoAmI } from '#tests/e2e/steps/pages'
import { goodPassword } from '#tests/e2e/steps/people'
import { codeButton } from '#tests/e2e/steps/step-up'

test('happy: a person cancels by a code, is signed out, and gets everything back by signing in', {
  tag: ['@postgresql'],
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
