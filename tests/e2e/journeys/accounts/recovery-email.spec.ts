import { expect, test } from '#tests/e2e/journey'
import { signedInWithBoth } from '#tests/e2e/steps/accounts'
import { expectFlash, expectPage, open, send } from '#tests/e2e/steps/pages'
import { newEmail } from '#tests/e2e/steps/people'
import { toldTo } from '#tests/fixtures/messages/post-office'

test('happy: a recovery address is added with its code, every address is notified, and it is removed', {
  tag: '@postgresql',
}, async ({ page, t, visitor, pair }) => {
  const { email, mobile } = await signedInWithBoth(visitor)
  const recovery = newEmail()
  await open(visitor, 'recoveryEmail')
  await send(visitor, 'recoveryEmail', { email: recovery })
  await send(visitor, 'recoveryEmailCode', { code: await visitor.code(recovery) })
  await expectPage(visitor, 'recoveryEmail')
  await expectFlash(visitor, 'recovery_email_set')
  await expect(page.getByRole('definition').getByText('a***@example.com')).toBeVisible()
  for (const address of [email, mobile, recovery])
    await expect.poll(() => toldTo(pair.office, address, 'a***@example.com')).toBe(1)

  await page.getByRole('link', { name: t('recoveryEmail.remove'), exact: true }).click()
  await send(visitor, 'recoveryEmailRemove', {})
  await expectPage(visitor, 'recoveryEmail')
  await expectFlash(visitor, 'recovery_email_removed')
})
